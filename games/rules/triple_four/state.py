"""The state of a game of Triple Four."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from games.rules.state import State

HAND_SIZE: Final = 7
TRAY_SIZE: Final = 3
REFILL: Final = 2
"""The cards that are drawn after a match or a take."""
GOAL: Final = 4
"""The matched triplet cards that win (5.1)."""
QUIET_TURNS: Final = 100
"""The turns in a row without a match or a take that end the game (5.2)."""


class Drawn(StrEnum):
    """Where the card came from that the seat to move has drawn: the last one of its hand.

    NOTHING when there was nothing to draw and the turn goes on without (4.2).
    """

    DECK = "deck"
    DISCARD = "discard"
    NOTHING = "nothing"


class Then(StrEnum):
    """What follows once a seat has its cards from the new deck: its turn, a discard, the end."""

    TURN = "turn"
    DISCARD = "discard"
    END = "end"


class Owed(NamedTuple):
    """Cards that a seat draws as soon as the discard pile is shuffled into a new deck (4.1)."""

    seat: int
    cards: int
    then: Then


@dataclass(frozen=True, slots=True)
class Match:
    """A matched triplet card with its cards, from the bottom up: the three laid last come first.

    A pile that was taken has three more cards for each time.
    """

    triplet: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TripleFourState(State):
    """A game of Triple Four; `stock` is the deck, its top card first.

    `trays` are each seat's triplet cards, `matched` its piles. `discard` has its top card last,
    `triplets` is the deck of triplet cards, the next one first. `quiet` counts the turns since
    the last match or take, `out` are the seats that dropped out while others play on, and `owed`
    is set while the state waits for a shuffle.
    """

    trays: tuple[tuple[str, ...], ...]
    matched: tuple[tuple[Match, ...], ...]
    discard: tuple[str, ...]
    triplets: tuple[str, ...]
    dealer: int
    drawn: Drawn | None = None
    quiet: int = 0
    out: tuple[int, ...] = ()
    owed: Owed | None = None

    __hash__ = State.__hash__

    @property
    def is_over(self) -> bool:
        """Whether the game is decided: while a shuffle is owed it is nobody's turn either."""
        return self.to_move is None and self.owed is None

    @property
    def staying(self) -> tuple[int, ...]:
        """The seats that can still win (6.3)."""
        return tuple(seat for seat in range(len(self.hands)) if seat not in self.out)

    @property
    def can_renew(self) -> bool:
        """Whether the discard pile holds cards for a new deck (4.1)."""
        return len(self.discard) > 1

    @property
    def can_draw(self) -> bool:
        """Whether a card can be drawn from the deck, shuffled anew if need be."""
        return bool(self.stock) or self.can_renew

    @property
    def has_winner(self) -> bool:
        """Whether somebody who can win has four matched triplet cards (5.1)."""
        return any(len(self.matched[seat]) >= GOAL for seat in self.staying)

    def free_cards(self, seat: int) -> tuple[str, ...]:
        """Return the cards that a seat may discard: not the one it drew from the pile (3.5)."""
        hand = self.hands[seat]
        return hand[:-1] if self.drawn is Drawn.DISCARD else hand
