"""What the games share in which cards are captured from piles on a table."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from games.rules.errors import IllegalMove
from games.rules.explanation import Explanation
from games.rules.facts import Fact
from games.rules.state import TableState
from games.rules.variant import Variant

S = TypeVar("S", bound=TableState)
M = TypeVar("M")


class FishingGame(Variant[S, M]):
    """A game on the table of piles: one card of the hand is played on piles, or alone."""

    main_actions: ClassVar[tuple[str, ...]] = ("capture", "build_same", "build", "drop")
    typed_examples: ClassVar[tuple[tuple[str, str], ...]] = (
        ("5H", "trail"),
        ("7S x 4D 3C", "capture"),
        ("3H + 5D = 8", "build"),
    )
    drops: ClassVar[str] = "trail"
    """What laying a card down beside the piles is called in explanations: `trail` or `drop`."""
    card_notes: ClassVar[Mapping[str, tuple[Fact, ...]]] = {}
    """What is special about a card: that it is worth 2 points, or may be read as 11."""
    card_badges: ClassVar[Mapping[str, str]] = {}
    """The numbers that are printed on the picture of a card which may stand for them."""
    remembers_rounds: ClassVar[bool] = False
    """Whether the states know the cards of the round before; see `previous_cards`."""

    def compose(
        self, state: S, action: str, cards: Sequence[str], piles: Sequence[str] = ()
    ) -> tuple[M, ...]:
        """Return the legal moves that play a card with exactly these piles, named by their keys.

        More than one move means that the player must choose a reading. See `Variant.compose`.
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
        """Return for each card of a seat's hand the keys of the piles that it can be played on.

        A pile counts when some legal move but a drop would use it if the seat had the turn. Costs
        little on a crowded table: no moves are listed.
        """

    @abstractmethod
    def capturers(self, state: S, move: M) -> tuple[str, ...]:
        """Return the cards left in the mover's hand that can capture the pile that a move makes.

        None when it makes no pile that needs one.
        """

    @abstractmethod
    def counts(self, state: S, side: int) -> Mapping[str, int]:
        """Return the live counts of what a side has captured."""

    def previous_cards(self, state: S) -> tuple[str, ...]:
        """Return the cards that were played from the hands in the round before, if known."""
        return ()

    def card_points(self, state: S, card: str) -> int:
        """Return the points that capturing this card brings by itself: by default none."""
        return 0

    def lifelines(self, state: S, seat: int) -> tuple[tuple[str, bool], ...]:
        """Return the names of the seat's lifelines, each with whether it is used up."""
        return ()

    @abstractmethod
    def _compose(
        self, state: S, action: str, card: str | None, piles: Sequence[str]
    ) -> tuple[M, ...]:
        """Return the moves of a card and pile keys in a running game."""


def fishing(variant: Variant[Any, Any]) -> FishingGame[Any, Any]:
    """Return the game of a table of piles as what it is. Raises TypeError for any other game."""
    if not isinstance(variant, FishingGame):
        raise TypeError(f"{variant.title} is not played on a table of piles")
    return variant
