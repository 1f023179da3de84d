"""Piles, captures and states of games, all of them immutable."""

from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import Final

from games.rules.cards import BIT, PACK, cards_in, set_of


class Kind(StrEnum):
    """What a pile on the table is."""

    LOOSE = "loose"
    SINGLE = "single"
    FIXED = "fixed"
    FACE = "face"
    SUBTRACTION = "subtraction"


@dataclass(frozen=True, slots=True)
class Pile:
    """A loose card or a build on the table.

    `value` is None for a loose card, the number of a build, or the letter of a face build.
    `owner` is the last seat that added a card. `bits` holds the cards as a set.
    """

    cards: tuple[str, ...]
    value: int | str | None = None
    owner: int | None = None
    kind: Kind = Kind.LOOSE
    bits: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "bits", set_of(self.cards))

    def __hash__(self) -> int:
        return self.bits

    @property
    def key(self) -> str:
        """Return the name of the pile in forms: its sorted cards, joined by `-`.

        >>> Pile(("6H", "2C"), 8, 0, Kind.SINGLE).key
        '2C-6H'
        """
        return _join_cards(self.bits)

    @property
    def sorted_cards(self) -> tuple[str, ...]:
        """Return the cards by rank and suit."""
        return cards_in(self.bits)


@lru_cache(maxsize=4096)
def _join_cards(bits: int) -> str:
    return "-".join(cards_in(bits))


LOOSE: Final = {card: Pile((card,)) for card in PACK}
"""For each card, the pile of that card alone."""


@dataclass(frozen=True, slots=True)
class Capture:
    """Cards that went to a side together, the capturing card first.

    `points` are the lines on which the capture scored, with their points; `leftover` marks the
    cards that the last capturer was given at the end.
    """

    cards: tuple[str, ...]
    points: tuple[tuple[str, int], ...] = ()
    leftover: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """What every game has: hands, a stock, whose turn it is, and how seats dropped out.

    `to_move` is None once the game is over, and while it waits for the dealer (see
    `Variant.awaited_shuffle`). `resigned` is the seat that quit and so ended the game.
    """

    hands: tuple[tuple[str, ...], ...]
    stock: tuple[str, ...]
    to_move: int | None
    violations: tuple[int, ...]
    resigned: int | None = None

    def __hash__(self) -> int:
        """Hash what tells nearly all states of a game apart; all of it takes ten times as long."""
        return hash((self.hands, self.to_move))

    @property
    def is_over(self) -> bool:
        """Whether the game is over: by default when it is nobody's turn."""
        return self.to_move is None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableState(State):
    """What the games of capturing from a table add.

    `captures` are those of each side, in order; `captured` are the same cards as sets. `sheet`
    holds for each side the lines that cannot be counted again from the captured cards.
    """

    table: tuple[Pile, ...]
    captured: tuple[int, ...]
    sheet: tuple[tuple[tuple[str, int], ...], ...]
    last_capture: int | None = None
    round: int = 1
    starter: int = 0
    captures: tuple[tuple[Capture, ...], ...] = field(compare=False)

    __hash__ = State.__hash__

    def find_shown(self) -> int:
        """Return the cards that the state shows, as a set; a hidden one is in none."""
        shown = 0
        for captured in self.captured:
            shown |= captured
        for pile in self.table:
            shown |= pile.bits
        for hand in self.hands:
            for card in hand:
                shown |= BIT.get(card, 0)
        return shown

    def side_of(self, seat: int) -> int:
        """Return the side of a seat; partners sit at every other seat."""
        return seat % len(self.captured)
