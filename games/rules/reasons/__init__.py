"""Why a move is good or bad, as values: what it leaves, denies, keeps or brings nearer.

All of it is known to the player who makes the move, unless it says otherwise.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Leaves:
    """Cards on the table that an opponent may take.

    `by` are the cards that the player has not seen and that take them. `is_held` says that the
    opponent is sure to hold these.
    """

    cards: tuple[str, ...]
    by: tuple[str, ...]
    is_held: bool


@dataclass(frozen=True, slots=True)
class DidHold:
    """The opponent who plays next held one of these cards, which is known after the game.

    `is_only` says that there is no other opponent.
    """

    cards: tuple[str, ...]
    is_only: bool = True


@dataclass(frozen=True, slots=True)
class Denies:
    """Cards on the table that an opponent could have taken with another move; see `Leaves`."""

    cards: tuple[str, ...]
    by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LeavesNothing:
    """No unseen card can take anything from the table, or at least nothing that brings points."""

    is_all: bool


@dataclass(frozen=True, slots=True)
class Holds:
    """Cards of the hand that can take what the move builds."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Secures:
    """A line of the sheet for having the most, which is now decided."""

    line: str


@dataclass(frozen=True, slots=True)
class TakesRest:
    """It is the last capture of a deck: the cards that are left on the table go with it."""


@dataclass(frozen=True, slots=True)
class PlaysLast:
    """After a pass, so many cards of the round are played when the opponent has none left."""

    count: int


@dataclass(frozen=True, slots=True)
class Spends:
    """A lifeline is used up that would be worth so many points if it were kept."""

    lifeline: str
    points: float


@dataclass(frozen=True, slots=True)
class Wins:
    """A match wins the game."""


@dataclass(frozen=True, slots=True)
class Completes:
    """The hand has all three cards for a triplet card."""

    triplet: str


@dataclass(frozen=True, slots=True)
class Nears:
    """The hand comes so near to a triplet card that one of the missing cards will do."""

    triplet: str
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KeepsNear:
    """The hand stays as near to a triplet card; see `Nears`."""

    triplet: str
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Serves:
    """A card belongs to a triplet card of which two cards are still missing."""

    cards: tuple[str, ...]
    triplet: str


@dataclass(frozen=True, slots=True)
class FitsNothing:
    """A card helps with no triplet card that the player can see; `is_top` says it is not drawn."""

    cards: tuple[str, ...]
    is_top: bool


@dataclass(frozen=True, slots=True)
class Spares:
    """Without this card the hand is as near to every triplet card."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TakesBack:
    """A take leaves the opponent it is taken from with so many matches."""

    count: int


Reason = (
    Leaves
    | DidHold
    | Denies
    | LeavesNothing
    | Holds
    | Secures
    | TakesRest
    | PlaysLast
    | Spends
    | Wins
    | Completes
    | Nears
    | KeepsNear
    | Serves
    | FitsNothing
    | Spares
    | TakesBack
)
