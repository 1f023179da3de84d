"""The variant `casino`: its numbers, and where its rules are."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from games.rules.building import BuildingGame
from games.rules.cards import BIT, PACK
from games.rules.casino import playing, points, positions, words
from games.rules.casino.checking import check_move
from games.rules.casino.listing import CasinoTable
from games.rules.casino.options import OPTIONS
from games.rules.casino.state import CasinoState
from games.rules.casino.values import NUMBERS, TOP
from games.rules.errors import IllegalMove, InvalidPosition
from games.rules.explanation import Explanation
from games.rules.facts import Fact, make_fact
from games.rules.holding import Numbers
from games.rules.listing import Table
from games.rules.notation import Action, Move
from games.rules.options import Option
from games.rules.position import Reader, check_flag, check_number
from games.rules.scoring import Points, Reason, add_lines
from games.rules.turns import count_rounds, deal_deck
from games.rules.variant import Outcome


class Casino(BuildingGame[CasinoState]):
    """Casino, the rules of docs/rules/casino.md."""

    name: ClassVar[str] = "casino"
    title: ClassVar[str] = "Casino"
    seats: ClassVar[tuple[int, int]] = positions.SEATS
    rounds: ClassVar[int] = count_rounds(positions.SEATS[0])
    max_violations: ClassVar[int] = points.MAX_PENALTIES + 1
    lines: ClassVar[tuple[str, ...]] = points.LINES
    most_lines: ClassVar[tuple[str, ...]] = points.MOST_LINES
    keys: ClassVar[frozenset[str]] = positions.KEYS
    numbers: ClassVar[Numbers] = NUMBERS
    top: ClassVar[int] = TOP
    table: ClassVar[type[Table]] = CasinoTable
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    reasons: ClassVar[tuple[str, ...]] = ("score", "count_out", "draw")
    deals_decks: ClassVar[bool] = True
    card_notes: ClassVar[Mapping[str, tuple[Fact, ...]]] = words.CARD_NOTES

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
        return ("deal", PACK) if state.waits else None

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
        most = count_rounds(len(state.hands))
        if state.round == most:
            return make_fact("last_deal")
        return make_fact("deal", number=state.round, total=most)

    def batch(self, number: int, players: int) -> Fact:
        """Return the round and, from the second deck on, the deck."""
        decks, deals = divmod(number - 1, count_rounds(players))
        if decks:
            return make_fact("deck_deal", deck=decks + 1, deal=deals + 1)
        return make_fact("deal_number", number=deals + 1)

    def lines_in(self, state: CasinoState) -> tuple[str, ...]:
        """Return the lines of the sheet, without sweeps if they do not count (5.2)."""
        return tuple(line for line in self.lines if line != "sweeps" or state.sweeps)

    def scores(self, state: CasinoState) -> list[dict[str, Points]]:
        """Return the sheets of the current deck (5.1)."""
        return points.score_deck(state)

    def totals(self, state: CasinoState) -> list[Points]:
        """Return the points of each side in the whole game."""
        return list(points.total_match(state))

    def explain_score(self, state: CasinoState) -> tuple[Reason, ...]:
        """Return why each side has its points; see `Variant.explain_score`."""
        return words.explain_score(state)

    def explain(self, state: CasinoState, move: Move) -> Explanation:
        """Return the move with its groups and what it brings; see `Variant.explain`."""
        return words.explain_move(state, move)

    def counts(self, state: CasinoState, side: int) -> Mapping[str, int]:
        """Return how many cards and spades a side has captured in this deck."""
        captured = state.captured[side]
        return {
            "cards": captured.bit_count(),
            "spades": (captured & points.SPADES).bit_count(),
        }

    def card_points(self, state: CasinoState, card: str) -> int:
        """Return the points of a card (5.1)."""
        return sum(worth for _, worth in points.score_cards(BIT[card]))

    def mask_text(self, masked: CasinoState, seat: int | None, text: str) -> str:
        """Return a deal without its cards while the game goes on."""
        is_deal = text.startswith(Action.DEAL) and not masked.is_over
        return str(Action.DEAL) if is_deal else text

    def side(self, state: CasinoState, seat: int) -> int:
        """Return the side of a seat, which partners share (1.1)."""
        return state.side_of(seat)

    def _deal(self, deck: tuple[str, ...], players: int, options: Mapping[str, Any]) -> CasinoState:
        """Deal the first deck of a game (1.2)."""
        for option in options:
            if option not in ("dealer", "partnership", "target", "count_out", "sweeps"):
                raise InvalidPosition("unknown_option_of", title=self.title, option=option)
        dealer = check_number(options.get("dealer", players - 1), "dealer", 0, players - 1)
        partnership = check_flag(options.get("partnership", False), "partnership")
        positions.check_partnership(partnership, players)
        sides = 2 if partnership else players
        state = CasinoState(
            hands=((),) * players,
            stock=deck,
            to_move=0,
            violations=(0,) * players,
            table=(),
            captured=(0,) * sides,
            captures=((),) * sides,
            sheet=((),) * sides,
            starter=(dealer + 1) % players,
            partnership=partnership,
            target=positions.check_target(options.get("target", 21)),
            count_out=check_flag(options.get("count_out", False), "count_out"),
            sweeps=check_flag(options.get("sweeps", False), "sweeps"),
            match_scores=(0,) * sides,
        )
        return deal_deck(state, deck)

    def _read(self, reader: Reader) -> CasinoState:
        return positions.read_position(reader)

    def _write(self, state: CasinoState) -> dict[str, Any]:
        return positions.write_position(state, self.name)

    _check = staticmethod(check_move)
    _play = staticmethod(playing.play_move)
    _drop_out = staticmethod(playing.drop_out)

    def _penalise(self, state: CasinoState, seat: int) -> CasinoState:
        """Give every opposing side a point (6.2)."""
        side = state.side_of(seat)
        sheet = tuple(
            lines if other == side else add_lines(lines, [("penalties", 1)])
            for other, lines in enumerate(state.sheet)
        )
        return replace(state, sheet=sheet)

    def _decide(self, state: CasinoState) -> Outcome:
        outcome = points.decide_match(state)
        assert outcome is not None
        return outcome
