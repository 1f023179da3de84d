"""The variant `casino`: its numbers, and where its rules are."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from games.rules.building import BuildingGame
from games.rules.cards import BIT, PACK, SUIT_SETS, set_of
from games.rules.casino import checking, lines, points, positions
from games.rules.casino.groups import find_built_groups, find_taken_groups
from games.rules.casino.options import COUNT_OUT, PARTNERSHIP, SWEEPS, TARGET
from games.rules.casino.state import CasinoState
from games.rules.casino.values import NUMBERS, TOP
from games.rules.documents import (
    COMMON_KEYS,
    check_hands,
    count_penalties,
    read_cards,
    read_sheets,
    read_violations,
    write_cards,
)
from games.rules.errors import IllegalMove, InvalidPosition
from games.rules.explanation import Explanation
from games.rules.facts import Fact, make_fact
from games.rules.holding import Numbers
from games.rules.notation import Action, Move
from games.rules.options import Option
from games.rules.position import Reader, check_number
from games.rules.scoring import Points, ScoreLine, add_lines
from games.rules.telling import explain_groups
from games.rules.turns import put
from games.rules.variant import Outcome


class Casino(BuildingGame[CasinoState]):
    """Casino, the rules of docs/rules/casino.md, and what its variants have in common with it."""

    name: ClassVar[str] = "casino"
    title: ClassVar[str] = "Casino"
    seats: ClassVar[tuple[int, int]] = (2, 4)
    numbers: ClassVar[Numbers] = NUMBERS
    top: ClassVar[int] = TOP
    scoring: ClassVar[tuple[ScoreLine, ...]] = (
        lines.MOST_CARDS,
        lines.MOST_SPADES,
        lines.BIG_CASINO,
        lines.LITTLE_CASINO,
        lines.ACES,
    )
    other_lines: ClassVar[tuple[str, ...]] = ("sweeps", "penalties")
    counted: ClassVar[Mapping[str, int]] = {"cards": set_of(PACK), "spades": SUIT_SETS["S"]}
    options: ClassVar[tuple[Option, ...]] = (PARTNERSHIP, TARGET, SWEEPS, COUNT_OUT)
    """The options of a table; a state has a field of the same name for each.

    A variant that leaves one out is played without it.
    """
    deal_options: ClassVar[tuple[str, ...]] = ("dealer",)
    state: ClassVar[type[CasinoState]] = CasinoState
    keys: ClassVar[frozenset[str]] = (
        COMMON_KEYS
        | {"phase", "dealer", "match_scores", "out"}
        | {option.name for option in options}
    )
    reasons: ClassVar[tuple[str, ...]] = ("score", "count_out", "draw")
    deals_decks: ClassVar[bool] = True

    def begin(
        self, cards: Sequence[str], *, players: int, starter: int, options: Mapping[str, Any]
    ) -> CasinoState:
        """Deal so that the drawn seat starts: the dealer sits before it (1.2)."""
        return self.deal(cards, players=players, dealer=(starter - 1) % players, **options)

    def timeout(self, state: CasinoState) -> CasinoState:
        """Count a violation (6.2, 6.3); a seat that has dropped out cannot have any."""
        if state.to_move in state.out and not state.is_over:
            raise IllegalMove("violation_after_leaving", "6.3")
        return super().timeout(state)

    def resign(self, state: CasinoState, seat: int) -> CasinoState:
        """Let a seat drop out; the game ends if only one side is left (6.4)."""
        if seat in state.out and not state.is_over:
            raise IllegalMove("already_out", "6.4")
        return super().resign(state, seat)

    def outcome(self, state: CasinoState) -> Outcome | None:
        """Return None while the game goes on, then the winning sides and the reason (5.4, 6.3)."""
        if state.is_over and len(state.staying) < 2:
            return state.staying, "forfeit" if state.resigned is None else "resignation"
        return self._decide(state) if state.is_over else None

    def awaited_shuffle(self, state: CasinoState) -> tuple[str, tuple[str, ...]] | None:
        """Return the whole pack between two decks (1.4); see `Variant.awaited_shuffle`."""
        return ("deal", self.pack) if state.waits else None

    def is_decided(self, state: CasinoState) -> bool:
        """Return also False while another deck may follow, or points may be counted out (5.4)."""
        if state.target is not None and not state.is_over:
            best = max(self.totals(state)[side] for side in state.staying)
            if state.count_out or best < state.target:
                return False
        return super().is_decided(state)

    def is_counted(self, state: CasinoState) -> bool:
        """Return whether the game waits for its next deck (1.4)."""
        return state.waits

    def goal(self, state: CasinoState) -> int | None:
        """Return the points that the game is played to (1.4)."""
        return state.target

    def dealer(self, state: CasinoState) -> int:
        """Return the seat that deals this deck (1.2)."""
        return state.dealer

    def out(self, state: CasinoState) -> tuple[int, ...]:
        """Return the seats that have dropped out while others play on (6.3)."""
        return state.out

    def stage(self, state: CasinoState) -> Fact:
        """Return the round and how many the deck has; the last one is announced (1.3)."""
        most = self.count_rounds(len(state.hands))
        if state.round == most:
            return make_fact("last_deal")
        return make_fact("deal", number=state.round, total=most)

    def batch(self, number: int, players: int) -> Fact:
        """Return the round and, from the second deck on, the deck."""
        decks, deals = divmod(number - 1, self.count_rounds(players))
        if decks:
            return make_fact("deck_deal", deck=decks + 1, deal=deals + 1)
        return make_fact("deal_number", number=deals + 1)

    def lines_in(self, state: CasinoState) -> tuple[str, ...]:
        """Return the lines of the sheet, without sweeps if they do not count (5.2)."""
        return tuple(line for line in self.lines if line != "sweeps" or state.sweeps)

    def totals(self, state: CasinoState) -> list[Points]:
        """Return the points of each side in the whole game."""
        return [*self._total(state)]

    def explain(self, state: CasinoState, move: Move) -> Explanation:
        """Return the move with its groups and what it brings; see `Variant.explain`."""
        numbers = self.numbers_in(state)
        if move.action in (Action.BUILD, Action.BUILD_SAME):
            return explain_groups(move, find_built_groups(state, move, numbers))
        if move.action is not Action.CAPTURE:
            return self.describe(move)
        groups = find_taken_groups(state, move, numbers)
        scored = self._score_cards(move.taken | BIT[move.card])
        if state.sweeps and all(pile.bits & move.taken for pile in state.table):
            scored = (*scored, ("sweeps", self.sweep_points(state)))
        return explain_groups(move, groups, self._count_gains(move), scored)

    def sweep_points(self, state: CasinoState) -> int:
        """Return the point for a sweep, if sweeps count (5.2)."""
        return 1 if state.sweeps else 0

    def mask_text(self, masked: CasinoState, seat: int | None, text: str) -> str:
        """Return a deal without its cards while the game goes on."""
        is_deal = text.startswith(Action.DEAL) and not masked.is_over
        return str(Action.DEAL) if is_deal else text

    def side(self, state: CasinoState, seat: int) -> int:
        """Return the side of a seat, which partners share (1.1)."""
        return state.side_of(seat)

    def points_in_order(self, state: CasinoState, line: ScoreLine) -> Iterator[Sequence[int]]:
        """Yield the points of a line for every side, in the order of counting out (5.5)."""
        if line.is_most:
            yield [int(sheet[line.name]) for sheet in self.scores(state)]
            return
        for card in line.cards:
            yield [line.points if captured & BIT[card] else 0 for captured in state.captured]

    def line_counted_out(self, state: CasinoState) -> str:
        """Return the line that ended the count in order (5.5); see `Variant.line_counted_out`."""
        counted = self._count_out(state) if state.is_over else None
        return counted.line if counted is not None else ""

    def _count_out(self, state: CasinoState) -> points.CountedOut | None:
        """Return who has counted out with which line, None if nobody has, or it is not played."""
        if not state.count_out or state.target is None:
            return None
        return points.count_out(state, state.target, self._count_in_order(state))

    def _count_in_order(self, state: CasinoState) -> Iterator[tuple[str, Sequence[int]]]:
        """Yield all points in the order of counting out, each with its line (5.5)."""
        sheets = self.scores(state)
        yield "penalties", [int(sheet["penalties"]) for sheet in sheets]
        for line in self.scoring:
            for each in self.points_in_order(state, line):
                yield line.name, each
        yield "sweeps", [int(sheet["sweeps"]) for sheet in sheets]

    def _total(self, state: CasinoState) -> list[int]:
        return [
            before + int(sheet["total"])
            for before, sheet in zip(state.match_scores, self.scores(state), strict=True)
        ]

    def _explain_line(self, state: CasinoState, line: str, side: int) -> Fact | None:
        for each in self.scoring:
            if each.name == line:
                return points.explain_cards(state, each, side)
        if line == "sweeps":
            return points.explain_sweeps(state, side)
        if len(state.hands) == 2:
            return make_fact("times_up", count=dict(state.sheet[side])["penalties"])
        return make_fact("rivals_times_up")

    def _deal(self, deck: tuple[str, ...], players: int, options: Mapping[str, Any]) -> CasinoState:
        """Deal the first round of the first deck (1.2)."""
        dealer = check_number(options.get("dealer", players - 1), "dealer", 0, players - 1)
        chosen = {
            each.name: positions.check_option(each, options.get(each.name, each.default), players)
            for each in self.options
        }
        sides = 2 if chosen.get("partnership") else players
        state = self._make_state(
            hands=((),) * players,
            violations=(0,) * players,
            starter=(dealer + 1) % players,
            match_scores=(0,) * sides,
            **chosen,
        )
        return self._deal_deck(state, deck)

    def _make_state(self, **fields: Any) -> CasinoState:
        """Return a state with these fields, and with nothing dealt or captured yet."""
        sides = len(fields["match_scores"])
        return self.state(
            stock=(),
            to_move=None,
            table=(),
            captured=(0,) * sides,
            captures=((),) * sides,
            sheet=((),) * sides,
            **fields,
        )

    def _deal_next(self, state: CasinoState, deck: tuple[str, ...]) -> CasinoState:
        """Deal the next deck; the dealer's left neighbour becomes the dealer (1.2, 1.4)."""
        cleared = self._make_state(
            hands=state.hands,
            violations=state.violations,
            starter=(state.starter + 1) % len(state.hands),
            match_scores=tuple(self._total(state)),
            out=state.out,
            **self._options_of(state),
        )
        return self._deal_deck(cleared, deck)

    def _options_of(self, state: CasinoState) -> dict[str, Any]:
        return {option.name: getattr(state, option.name) for option in self.options}

    def _read(self, reader: Reader) -> CasinoState:
        seats = len(check_hands(reader.require("hands"), self.seats))
        options = {each.name: positions.read_option(reader, each, seats) for each in self.options}
        sides = 2 if options.get("partnership") else seats
        violations = read_violations(reader, seats, self.max_violations)
        resigned = reader.read_number_or_null("resigned", 0, seats - 1)
        state = self._make_state(
            hands=((),) * seats,
            violations=violations,
            starter=(reader.read_number("dealer", 0, seats - 1, seats - 1) + 1) % seats,
            match_scores=positions.read_match_scores(reader, sides),
            out=positions.read_out(reader, violations, resigned, self.max_violations),
            **options,
        )
        cards = read_cards(reader, self, self.numbers_in(state), self.top_in(state), sides)
        penalties = count_penalties(violations, sides, self.max_violations - 1)
        sheet = read_sheets(reader, frozenset(self.other_lines), penalties)
        state = self._read_more(reader, replace(state, **cards, sheet=sheet))
        if not state.staying:
            raise InvalidPosition("every_side_out")
        assert state.to_move is not None
        return positions.settle(reader, self._find_turn(state, state.to_move), resigned)

    def _read_more(self, reader: Reader, state: CasinoState) -> CasinoState:
        """Return the state with what a variant's own keys of the document say."""
        return state

    def _write(self, state: CasinoState) -> dict[str, Any]:
        written = write_cards(state, self.name) | positions.write_match(state)
        return written | self._options_of(state)

    def _check(self, state: CasinoState, move: Move) -> Move:
        if state.to_move is None or move.action is Action.DEAL:
            return checking.check_deal(state, move, self.pack)
        return super()._check(state, move)

    _refuse_capture = staticmethod(checking.refuse_capture)
    _find_build_action = staticmethod(checking.find_build_action)

    def _play(self, state: CasinoState, move: Move) -> CasinoState:
        if move.action is Action.DEAL:
            return self._deal_next(state, tuple(str(move.value).split()))
        return super()._play(state, move)

    def _play_card(self, state: CasinoState, move: Move) -> CasinoState:
        played = super()._play_card(state, move)
        if move.action is Action.CAPTURE and state.sweeps and not played.table:
            return self._score_sweep(played)
        return played

    def _score_sweep(self, state: CasinoState) -> CasinoState:
        """Record the points for a capture that emptied the table (5.2)."""
        side = state.last_capture
        assert side is not None
        sweep = [("sweeps", self.sweep_points(state))]
        *before, capture = state.captures[side]
        capture = replace(capture, points=add_lines(capture.points, sweep))
        return replace(
            state,
            captures=put(state.captures, side, (*before, capture)),
            sheet=put(state.sheet, side, add_lines(state.sheet[side], sweep)),
        )

    def _end_deck(self, state: CasinoState) -> CasinoState:
        """End the game, or wait for the next deck (5.4)."""
        return replace(state, waits=self._find_outcome(state) is None)

    def _drop_out(self, state: CasinoState, seat: int) -> CasinoState:
        """Return the state after a seat has dropped out; two or more sides play on (6.3)."""
        left = replace(state, out=tuple(sorted({*state.out, seat})))
        if len(left.staying) < 2:
            return replace(left, to_move=None, waits=False)
        left = replace(left, resigned=None)
        return self._end_deck(left) if left.waits else left

    def _find_outcome(self, state: CasinoState) -> Outcome | None:
        """Return the winners after a deck and the reason, None if another deck follows."""
        if state.count_out and state.target is not None:
            counted = self._count_out(state)
            return (counted.winners, "count_out") if counted is not None else None
        return points.decide_by_totals(state, self._total(state))

    def _decide(self, state: CasinoState) -> Outcome:
        outcome = self._find_outcome(state)
        assert outcome is not None
        return outcome
