"""What the games of captures and builds share: one card a turn that captures, builds or is trailed.

Play goes clockwise from the starter, every round is dealt in that order, and what is left at the
end goes to the last capturer. A game declares its numbers, the numbers of its cards and the lines
of its sheet, and overrides the methods in which it differs.
"""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, TypeVar

from games.rules.cards import BIT, PACK, RANKS, cards_in, set_of
from games.rules.composing import ACTIONS, compose_moves
from games.rules.errors import IllegalMove
from games.rules.explanation import Counts, Explanation
from games.rules.facts import Fact, make_fact
from games.rules.fishing import CardMarks, FishingGame
from games.rules.holding import Numbers, check_trail, refuse_unkept
from games.rules.listing import Table, find_uses, list_moves, list_plays
from games.rules.notation import Action, Move, parse_text
from games.rules.piles import find_piles, lay_pile
from games.rules.scoring import (
    Points,
    Reason,
    ScoreLine,
    Sheet,
    add_lines,
    award_most,
    score_cards,
)
from games.rules.state import LOOSE, Capture, Kind, Pile, TableState
from games.rules.telling import describe_move, find_capturers, name_reading
from games.rules.turns import put, seats_from
from games.rules.view import hide_cards, hide_hands

S = TypeVar("S", bound=TableState)


class BuildingGame(FishingGame[S, Move]):
    """A game in which a turn plays one card: it captures, goes into a build or is trailed."""

    pack: ClassVar[tuple[str, ...]] = PACK
    actions: ClassVar[tuple[str, ...]] = ACTIONS
    adds_builds: ClassVar[bool] = False
    """Whether a single build counts in sums as a card of its value."""
    scoring: ClassVar[tuple[ScoreLine, ...]]
    """The lines of the sheet that captured cards fill, in the order in which they count out."""
    other_lines: ClassVar[tuple[str, ...]] = ("penalties",)
    """The other lines, which cannot be counted again from the captured cards."""
    counted: ClassVar[Mapping[str, int]]
    """The kinds of captured cards that are counted in the course of a game, as sets."""
    _card_lines: ClassVar[tuple[ScoreLine, ...]]

    def __init_subclass__(cls, **more: Any) -> None:
        """Work out what follows from the numbers that a game declares."""
        super().__init_subclass__(**more)
        names = [line.name for line in cls.scoring]
        cls.lines = (*names, *cls.other_lines)
        cls.most_lines = tuple(line.name for line in cls.scoring if line.is_most)
        cls.rounds = cls.count_rounds(cls.seats[0])
        card_lines = [line for line in cls.scoring if not line.is_most]
        cls._card_lines = tuple(sorted(card_lines, key=lambda line: line.name))
        cls.marks = cls.mark_cards(cls.numbers)

    @classmethod
    def mark_cards(cls, numbers: Numbers) -> CardMarks:
        """Return what is special about cards: their numbers, and points that not all of them have.

        >>> from games.rules import variant
        >>> [str(fact) for fact in variant("casino").marks.notes["TD"]]
        ['2 points']
        """
        points = {card: cls.card_worth(card) for card in cls.pack}
        is_special = len(set(points.values())) > 1
        notes: dict[str, tuple[Fact, ...]] = {}
        badges: dict[str, str] = {}
        for card in cls.pack:
            facts = []
            if numbers[card] and not _is_printed(card, numbers[card]):
                low, *high = numbers[card]
                badges[card] = "/".join(map(str, numbers[card]))
                if high:
                    facts.append(make_fact("either_number", low=low, high=high[0]))
                else:
                    facts.append(make_fact("counts_as", value=low))
            if is_special and points[card]:
                facts.append(make_fact("card_points", count=points[card]))
            if facts:
                notes[card] = tuple(facts)
        return CardMarks(notes, badges)

    @classmethod
    def count_rounds(cls, seats: int) -> int:
        """Return how many rounds it takes that many seats to play out a deck.

        >>> from games.rules import variant
        >>> [variant("casino").count_rounds(seats) for seats in (2, 3, 4)]
        [6, 4, 3]
        """
        return (len(cls.pack) - cls.table_size) // (seats * cls.hand_size)

    @classmethod
    def card_worth(cls, card: str) -> int:
        """Return the points that capturing a card brings by itself."""
        return sum(points for _, points in score_cards(cls._card_lines, BIT[card]))

    def round_number(self, state: S) -> int:
        """Return the number of the round; see `Variant.round_number`."""
        return state.round

    def stage(self, state: S) -> Fact:
        """Return the round and how many there are; see `Variant.stage`."""
        return make_fact("round", number=state.round, total=self.rounds)

    def describe(self, move: Move) -> Explanation:
        """Return what a move does; see `Variant.describe`."""
        return describe_move(move, self.numbers)

    def uses(self, state: S, seat: int) -> Mapping[str, tuple[str, ...]]:
        """Return the piles that each card of a hand can be played on; see `FishingGame.uses`."""
        return find_uses(state, self._sort_table(state, seat))

    def capturers(self, state: S, move: Move) -> tuple[str, ...]:
        """Return the cards that can capture what is built; see `FishingGame.capturers`."""
        return find_capturers(state, move, self.numbers_in(state))

    def name_reading(self, state: S, move: Move) -> Fact:
        """Return what distinguishes a move from others; see `Variant.name_reading`."""
        return name_reading(move)

    def counts(self, state: S, side: int) -> Mapping[str, int]:
        """Return how many cards of each counted kind a side has captured."""
        captured = state.captured[side]
        return {kind: (captured & bits).bit_count() for kind, bits in self.counted.items()}

    def card_points(self, state: S, card: str) -> int:
        """Return the points of a card (5.1)."""
        return self.card_worth(card)

    def scores(self, state: S) -> list[dict[str, Points]]:
        """Return the sheets of this deck; the lines for the most count once it is played out."""
        sheets: list[dict[str, Points]] = []
        for captured, kept in zip(state.captured, state.sheet, strict=True):
            sheet: dict[str, Points] = dict.fromkeys(self.lines, 0)
            sheet.update(self._score_cards(captured))
            sheet.update(kept)
            sheets.append(sheet)
        if self.most_lines and not any(state.hands):
            for line in self.scoring:
                if line.is_most:
                    counts = [(captured & line.bits).bit_count() for captured in state.captured]
                    for sheet, points in zip(sheets, award_most(counts, line.points), strict=True):
                        sheet[line.name] = points
        for sheet in sheets:
            sheet["total"] = sum(sheet.values())
        return sheets

    def most_in(self, state: S) -> tuple[tuple[int, int], ...]:
        """Return what having the most of brings points; see `FishingGame.most_in`."""
        return tuple((line.bits, line.points) for line in self.scoring if line.is_most)

    def explain_score(self, state: S) -> tuple[Reason, ...]:
        """Return why each side has its points; see `Variant.explain_score`."""
        sheets = self.scores(state)
        return tuple(
            Reason(line, side, sheet[line], self._explain_line(state, line, side))
            for line in self.lines
            for side, sheet in enumerate(sheets)
            if sheet[line]
        )

    @abstractmethod
    def _explain_line(self, state: S, line: str, side: int) -> Fact | None:
        """Return what the points of a side on a line came from; see `Variant.explain_score`."""

    def _count_gains(self, move: Move) -> Counts:
        """Return how many cards of each counted kind a capture brings, if any."""
        cards = move.taken | BIT[move.card]
        gains = [(kind, (cards & bits).bit_count()) for kind, bits in self.counted.items()]
        return tuple([(kind, count) for kind, count in gains if count])

    def _sort_table(self, state: S, seat: int) -> Table:
        return Table(state, seat, self.numbers_in(state), self.adds_builds)

    def _compose(
        self, state: S, action: str, card: str | None, piles: Sequence[str]
    ) -> tuple[Move, ...]:
        return compose_moves(
            state,
            action,
            card,
            piles,
            numbers=self.numbers_in(state),
            top=self.top_in(state),
            check=lambda move: self._check(state, move),
        )

    def _hide(self, state: S, seat: int | None) -> S:
        """Hide every hand but the seat's own, a partner's too, and the stock (1.6)."""
        return replace(state, hands=hide_hands(state.hands, seat), stock=hide_cards(state.stock))

    read_text = staticmethod(parse_text)

    def _list(self, state: S) -> Iterator[Move]:
        assert state.to_move is not None
        return list_moves(state, self._sort_table(state, state.to_move))

    def _list_plays(self, state: S, seat: int) -> Iterator[Move]:
        yield from list_plays(self._sort_table(state, seat))

    def _check(self, state: S, move: Move) -> Move:
        action, card, taken, value = move
        if action not in (Action.DROP, Action.CAPTURE, Action.BUILD, Action.BUILD_SAME):
            raise IllegalMove("play_one_card", "4.9")
        seat = state.to_move
        assert seat is not None
        hand = state.hands[seat]
        if card not in hand or card not in BIT:
            raise IllegalMove("card_not_held", "1.5", card=card)
        if action is Action.DROP:
            return check_trail(state.table, seat, move, self._list_plays(state, seat))
        piles = find_piles(state.table, taken, whole="3.5", there="4.9")
        rest = [other for other in hand if other != card]
        numbers, top = self.numbers_in(state), self.top_in(state)
        if action is Action.CAPTURE:
            reading = self._find_reading(card, piles, value, numbers)
            refuse_unkept(state.table, seat, taken, None, rest, numbers)
            return Move(Action.CAPTURE, card, taken, reading)
        if not isinstance(value, int) or not 1 <= value <= top:
            raise IllegalMove("build_range", "4.4", top=top)
        action = self._find_build_action(card, piles, value, numbers, top)
        refuse_unkept(state.table, seat, taken, value, rest, numbers)
        return Move(action, card, taken, value)

    def _find_number_clause(self, card: str, numbers: Sequence[int]) -> str:
        """Return the clause that gives a card its numbers. Options may change which these are."""
        return "2.2" if card[0] in "JQK" else "2.1"

    def _find_reading(
        self, card: str, piles: Sequence[Pile], value: int | str | None, numbers: Numbers
    ) -> int | None:
        """Return the printed reading of a capture: a number only where it is not the lowest."""
        readings = numbers[card]
        if value is not None and value not in readings:
            clause = self._find_number_clause(card, readings)
            raise IllegalMove("cannot_read_as", clause, card=card, value=value)
        low = readings[0] if readings else 0
        number = low if value is None else value
        assert isinstance(number, int)
        refusal = self._refuse_capture(card, number, piles, numbers)
        if refusal is not None:
            raise refusal
        for reading in readings:
            if reading == number or not self._refuse_capture(card, reading, piles, numbers):
                return None if reading == low else reading
        return None

    @abstractmethod
    def _refuse_capture(
        self, card: str, number: int, piles: Sequence[Pile], numbers: Numbers
    ) -> IllegalMove | None:
        """Return why a card read as a number does not take the piles, None if it does.

        The number is 0 for a card that has none.
        """

    @abstractmethod
    def _find_build_action(
        self, card: str, piles: Sequence[Pile], value: int, numbers: Numbers, top: int
    ) -> Action:
        """Return whether the card and the piles make one group of the value, or several.

        Raises IllegalMove if they do neither (4.4, 4.6, 4.7).
        """

    def _play(self, state: S, move: Move) -> S:
        """Play a card, then go on to the next turn."""
        return self._pass_turn(self._play_card(state, move))

    def _play_card(self, state: S, move: Move) -> S:
        """Return the state after a card has left the hand, before the turn passes on."""
        action, card, taken, value = move
        seat = state.to_move
        assert seat is not None
        rest = tuple([other for other in state.hands[seat] if other != card])
        hands = put(state.hands, seat, rest)
        if action is Action.DROP:
            return replace(state, hands=hands, table=(*state.table, LOOSE[card]))
        if action is Action.CAPTURE:
            table = tuple([pile for pile in state.table if not pile.bits & taken])
            capture = self.make_capture((card, *cards_in(taken)))
            left = replace(state, hands=hands, table=table)
            return self._add_capture(left, state.side_of(seat), capture)
        kind = Kind.SINGLE if action is Action.BUILD else Kind.FIXED
        table = lay_pile(state.table, card, taken, value=value, owner=seat, kind=kind)
        return replace(state, hands=hands, table=table)

    def _score_cards(self, cards: int) -> Sheet:
        """Return the lines on which captured cards score by themselves, in alphabetical order."""
        return score_cards(self._card_lines, cards)

    def make_capture(self, cards: tuple[str, ...], leftover: bool = False) -> Capture:
        """Return a capture of these cards with their points."""
        return Capture(cards, self._score_cards(set_of(cards)), leftover)

    def _add_capture(self, state: S, side: int, capture: Capture) -> S:
        """Give the cards of a capture to a side, which becomes the last capturer."""
        return replace(
            state,
            captures=put(state.captures, side, (*state.captures[side], capture)),
            captured=put(state.captured, side, state.captured[side] | set_of(capture.cards)),
            last_capture=side,
        )

    def _pass_turn(self, state: S) -> S:
        """Give the turn to the next seat that holds cards, if any does."""
        assert state.to_move is not None
        return self._find_turn(state, (state.to_move + 1) % len(state.hands))

    def _find_turn(self, state: S, first: int) -> S:
        """Give the turn to a seat or, over empty hands, to the next one that holds cards.

        When all hands are empty, deal the next round if there are cards for it; else the deck ends.
        """
        seats = len(state.hands)
        for seat in seats_from(first, seats):
            if state.hands[seat]:
                return replace(state, to_move=seat)
        if len(state.stock) >= seats * self.hand_size:
            return self._deal_round(state)
        return self._end_deck(self._give_leftovers(replace(state, to_move=None)))

    @abstractmethod
    def _end_deck(self, state: S) -> S:
        """Return the state after the last card has been played and nothing lies on the table."""

    def _give_leftovers(self, state: S) -> S:
        """Give the cards on the table to the last capturer, if there is one."""
        if state.last_capture is None or not state.table:
            return state
        cards = tuple(card for pile in state.table for card in pile.cards)
        leftovers = self.make_capture(cards, leftover=True)
        return self._add_capture(replace(state, table=()), state.last_capture, leftovers)

    def _deal_deck(self, state: S, deck: tuple[str, ...]) -> S:
        """Deal the first round of a deck, and open cards to the table."""
        dealt = self._deal_round(replace(state, stock=deck, round=0))
        table = tuple(LOOSE[card] for card in dealt.stock[: self.table_size])
        return replace(dealt, table=table, stock=dealt.stock[self.table_size :])

    def _deal_round(self, state: S) -> S:
        """Deal cards to each seat, from the starter on, who also plays first."""
        seats, size = len(state.hands), self.hand_size
        hands = list(state.hands)
        for number, seat in enumerate(seats_from(state.starter, seats)):
            hands[seat] = state.stock[number * size : (number + 1) * size]
        return replace(
            state,
            hands=tuple(hands),
            stock=state.stock[seats * size :],
            round=min(state.round + 1, self.count_rounds(seats)),
            to_move=state.starter,
        )

    def _penalise(self, state: S, seat: int) -> S:
        """Give every opposing side a point (6.2)."""
        side = state.side_of(seat)
        sheet: tuple[Sheet, ...] = tuple(
            lines if other == side else add_lines(lines, [("penalties", 1)])
            for other, lines in enumerate(state.sheet)
        )
        return replace(state, sheet=sheet)


def _is_printed(card: str, numbers: Sequence[int]) -> bool:
    """Tell whether a card counts as the number printed on it, an ace as 1."""
    return card[0] not in "JQK" and tuple(numbers) == (RANKS.index(card[0]) + 1,)
