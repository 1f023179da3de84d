"""What the games of capturing piles from a table have in common."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_
from typing import Any, ClassVar, TypeVar

from games.rules.cards import BIT, SORTED, cards_in, set_of
from games.rules.conditions import Condition, When, list_drops
from games.rules.errors import IllegalMove
from games.rules.explanation import Explanation
from games.rules.facts import Fact
from games.rules.holding import Numbers
from games.rules.notation import parse_text
from games.rules.scoring import Sheet
from games.rules.state import LOOSE, TableState
from games.rules.turns import HAND_SIZE, TABLE_SIZE
from games.rules.variant import AnyMove, AnyVariant, Variant

S = TypeVar("S", bound=TableState)
M = TypeVar("M", bound=AnyMove)


@dataclass(frozen=True, slots=True, eq=False)
class CardMarks:
    """What is special about cards.

    `notes` say for example that a card scores 2 points, or can be read as 11. `badges` are the
    numbers that a card can stand for, as printed on its picture.
    """

    notes: Mapping[str, tuple[Fact, ...]]
    badges: Mapping[str, str]


class FishingGame(Variant[S, M]):
    """A game on a table of piles: a turn plays one card from the hand, on piles or alone."""

    main_actions: ClassVar[tuple[str, ...]] = ("capture", "build_same", "build", "drop")
    typed_examples: ClassVar[tuple[tuple[str, str], ...]] = (
        ("5H", "trail"),
        ("7S x 4D 3C", "capture"),
        ("3H + 5D = 8", "build"),
    )
    hand_size: ClassVar[int] = HAND_SIZE
    """The cards that are dealt to each seat in a round."""
    table_size: ClassVar[int] = TABLE_SIZE
    """The cards that are laid open on the table at the beginning of a deck."""
    drops: ClassVar[str] = "trail"
    """What explanations call playing a card onto the table alone: `trail` or `drop`."""
    marks: ClassVar[CardMarks] = CardMarks({}, {})
    """What is special about the cards, unless an option changes it; see `marks_in`."""
    remembers_rounds: ClassVar[bool] = False
    """Whether a state knows the cards of the previous round; see `previous_cards`."""
    numbers: ClassVar[Numbers]
    """The numbers that each card can be read as. A card without any is captured by its rank."""
    top: ClassVar[int]
    """The highest value of a build."""
    keeps_builds: ClassVar[bool] = True
    """Whether a seat needs a card for its build as long as it lies there, not only to make it."""
    takes_many_faces: ClassVar[bool] = False
    """Whether a face card can take several of its rank, take a trifecta, and be built."""
    points_of_more: ClassVar[int] = 0
    """The points for one more card in a capture that is big enough to score by its size."""

    def compose(
        self, state: S, action: str, cards: Sequence[str], piles: Sequence[str] = ()
    ) -> tuple[M, ...]:
        """Return the legal moves that play a card with exactly these piles, named by their keys.

        If there are several, the player must choose a reading. See `Variant.compose`.
        """
        self._refuse_after_end(state)
        if len(cards) > 1:
            raise IllegalMove("one_card_a_turn")
        return self._compose(state, action, cards[0] if cards else None, piles)

    @abstractmethod
    def describe(self, move: M) -> Explanation:
        """Return what a move does; see `Variant.describe`."""

    @abstractmethod
    def explain(self, state: S, move: M) -> Explanation:
        """Return a legal move in full, on the table it is played on; see `Variant.explain`."""

    @abstractmethod
    def uses(self, state: S, seat: int) -> Mapping[str, tuple[str, ...]]:
        """Return for each card in a seat's hand the keys of the piles on which it can be played.

        These are the piles that some legal move would use if it were the seat's turn. No moves are
        listed, so this is fast even on a crowded table.
        """

    @abstractmethod
    def capturers(self, state: S, move: M) -> tuple[str, ...]:
        """Return the cards left in the mover's hand that can capture the pile that a move makes.

        There are none if it makes no pile that needs one.
        """

    @abstractmethod
    def counts(self, state: S, side: int) -> Mapping[str, int]:
        """Return the counts of what a side has captured so far."""

    def previous_cards(self, state: S) -> tuple[str, ...]:
        """Return the cards that were played from the hands in the previous round, if known."""
        return ()

    def card_points(self, state: S, card: str) -> int:
        """Return the points that capturing this card brings by itself: by default none."""
        return 0

    def numbers_in(self, state: S) -> Numbers:
        """Return the numbers that each card can be read as in this game, the lowest first."""
        return self.numbers

    def top_in(self, state: S) -> int:
        """Return the highest value of a build in this game."""
        return self.top

    def most_in(self, state: S) -> tuple[tuple[int, int], ...]:
        """Return the sets of cards of which having the most brings points, with these points."""
        return ()

    def sweep_points(self, state: S) -> int:
        """Return the points for a capture that empties the table: by default none."""
        return 0

    def score_form(self, card: str, number: int | None, taken: int) -> Sheet:
        """Return the lines that a capture scores by its form: by default none.

        `number` is what the card is read as, None if it is a face card or has only one number.
        """
        return ()

    def most_by_form(self, count: int, captures: int) -> int:
        """Return at most how many points so many captures of so many cards score by their form."""
        return 0

    def is_decided(self, state: S) -> bool:
        """Return whether no other side can come up to the one that leads."""
        if state.is_over:
            return True
        gone = {self.side(state, seat) for seat in self.out(state)}
        staying = [side for side in range(len(state.captured)) if side not in gone]
        totals = self.totals(state)
        leader, *others = sorted(staying, key=lambda side: totals[side], reverse=True)
        return all(
            totals[side] + self._most_to_come(state, side) < totals[leader] for side in others
        )

    def _most_to_come(self, state: S, side: int) -> int:
        """Return at most how many points a side can still get from the cards of this deck."""
        open_cards = set_of(self.pack) & ~reduce(or_, state.captured)
        points = sum(self.card_points(state, card) for card in cards_in(open_cards))
        for cards, worth in self.most_in(state):
            rest = (open_cards & cards).bit_count()
            counts = [(captured & cards).bit_count() for captured in state.captured]
            points += worth if counts[side] + rest >= max(counts) else 0
        hands = [hand for seat, hand in enumerate(state.hands) if self.side(state, seat) == side]
        plays = len(state.stock) + sum(map(len, hands))
        points += self.sweep_points(state) * plays
        return points + self.most_by_form(open_cards.bit_count(), plays)

    def next_starter(self, state: S) -> int:
        """Return the seat that plays first in the next round: by default the same one."""
        return state.starter

    def marks_in(self, state: S) -> CardMarks:
        """Return what is special about the cards in this game, with its options."""
        return self.marks

    def lifelines(self, state: S, seat: int) -> tuple[tuple[str, bool], ...]:
        """Return the names of the seat's lifelines, each with whether it has been used."""
        return ()

    def worth_of_keeping(self, state: S, action: str) -> float:
        """Return the points that the seat to move may expect from an action if it keeps it.

        It is 0 for all but actions that are allowed once in a game: using one of them now costs so
        much later. By default there are none.
        """
        return 0.0

    def plan_conditions(self, state: S, seat: int) -> tuple[Condition, ...]:
        """Return also the seat's builds, and the cards that others may drop."""
        builds = [pile.key for pile in state.table if pile.owner == seat and pile.value is not None]
        shown = state.find_shown()
        return (
            Condition(When.ANYTHING),
            Condition(When.SPARED),
            *[Condition(When.BUILD, key) for key in builds],
            *list_drops(card for card in SORTED if not BIT[card] & shown),
        )

    def suppose(self, state: S, seat: int, dropped: str = "") -> S:
        """Return the state with the dropped card on the table; see `Variant.suppose`."""
        table = (*state.table, LOOSE[dropped]) if dropped else state.table
        return replace(state, to_move=seat, table=table)

    def choose_example(self, state: S, cards: Sequence[str]) -> str:
        """Return the first card with the fewest readings; see `Variant.choose_example`."""
        numbers = self.numbers_in(state)
        return min(cards, key=lambda card: len(numbers[card]))

    def dropped_card(self, before: S, after: S) -> str:
        """Return the loose card that came to the piles; see `Variant.dropped_card`."""
        *others, newest = after.table or (None,)
        if newest is None or tuple(others) != before.table or newest.value is not None:
            return ""
        return newest.cards[0]

    def is_unchanged(self, before: S, after: S, condition: Condition, text: str) -> bool:
        """Return whether a build, or all piles that a move uses, lie there as they did.

        Of a condition about a dropped card, `before` is the state in which it has just been
        dropped, and it need only lie there if the move uses it.
        """
        taken = parse_text(text).taken
        named = [
            pile
            for pile in before.table
            if (condition.when is When.SPARED and pile.bits & taken)
            or (condition.when is When.BUILD and pile.key == condition.of)
            or (condition.when is When.DROPPED and pile is before.table[-1] and pile.bits & taken)
        ]
        return all(pile in after.table for pile in named)

    @abstractmethod
    def _compose(
        self, state: S, action: str, card: str | None, piles: Sequence[str]
    ) -> tuple[M, ...]:
        """Return the moves of an action with a card and pile keys, in a running game."""


AnyFishing = FishingGame[Any, Any]
"""A game of piles of which it does not matter what its states and moves are."""


def fishing(variant: AnyVariant) -> AnyFishing:
    """Return the game, typed as one of a table of piles. Raises TypeError for any other."""
    if not isinstance(variant, FishingGame):
        raise TypeError(f"{variant.title} is not played on a table of piles")
    return variant
