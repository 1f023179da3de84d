"""What the cards of Trifecta can be read as (clauses 2.1 to 2.6)."""

from typing import Final

from games.rules.cards import BIT, PACK, RANKS, set_of

WILD: Final = "KS"
WILD_BIT: Final = BIT[WILD]
WILD_NUMBERS: Final = tuple(range(3, 10))

NUMBERS: Final[dict[str, tuple[int, ...]]] = {
    card: (RANKS.index(card[0]) + 1,) if card[0] not in "JQK" else () for card in PACK
} | {"JS": (11,), "JH": (11,), "QS": (12,), WILD: WILD_NUMBERS}
"""The numbers that each card can be read as; hidden cards are not listed."""

FACES: Final = {card: card[0] for card in PACK if card[0] in "JQK"}
"""The face of each card that has one."""

FACE_SETS: Final = {face: set_of(card for card in PACK if card[0] == face) for face in "JQK"}

TOP: Final = 12
"""The highest value of a build."""


_SPECIAL: Final[dict[int | str | None, str]] = {11: "one_eyed_jack", 12: "queen_of_spades"}


def find_needed(value: int | str | None) -> int | str | None:
    """Return what a player must hold to capture a pile of this value; see `games.rules.facts`."""
    return _SPECIAL.get(value, value)


def read_wild(others: int, value: int) -> int | None:
    """Return the only number of the wild king that fills `others` up to whole groups of `value`.

    There is never a choice, because the numbers up to the value leave different remainders.

    >>> read_wild(13, 10)
    7
    """
    number = -others % value or value
    return number if WILD_NUMBERS[0] <= number <= WILD_NUMBERS[-1] else None
