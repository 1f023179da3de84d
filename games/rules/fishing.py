"""What the games of capturing piles from a table have in common."""

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
    """A game on a table of piles: a turn plays one card from the hand, on piles or alone."""

    main_actions: ClassVar[tuple[str, ...]] = ("capture", "build_same", "build", "drop")
    typed_examples: ClassVar[tuple[tuple[str, str], ...]] = (
        ("5H", "trail"),
        ("7S x 4D 3C", "capture"),
        ("3H + 5D = 8", "build"),
    )
    drops: ClassVar[str] = "trail"
    """What explanations call playing a card onto the table alone: `trail` or `drop`."""
    card_notes: ClassVar[Mapping[str, tuple[Fact, ...]]] = {}
    """What is special about a card: for example that it scores 2 points, or can be read as 11."""
    card_badges: ClassVar[Mapping[str, str]] = {}
    """The numbers that a card can stand for, as printed on its picture."""
    remembers_rounds: ClassVar[bool] = False
    """Whether a state knows the cards of the previous round; see `previous_cards`."""

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

    def lifelines(self, state: S, seat: int) -> tuple[tuple[str, bool], ...]:
        """Return the names of the seat's lifelines, each with whether it has been used."""
        return ()

    @abstractmethod
    def _compose(
        self, state: S, action: str, card: str | None, piles: Sequence[str]
    ) -> tuple[M, ...]:
        """Return the moves of an action with a card and pile keys, in a running game."""


def fishing(variant: Variant[Any, Any]) -> FishingGame[Any, Any]:
    """Return the game, typed as one of a table of piles. Raises TypeError for any other."""
    if not isinstance(variant, FishingGame):
        raise TypeError(f"{variant.title} is not played on a table of piles")
    return variant
