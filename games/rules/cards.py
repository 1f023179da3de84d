"""Cards: codes, their order, their signs, and sets of cards as bits.

A card is its two-character code, rank then suit: `TD` is the ten of diamonds. A set of cards is
an integer with one bit per card, in the order of `SORTED` (rank A to K, then S H D C). A joker,
which only some packs hold, is `XX` and in no set.
"""

from collections.abc import Iterable
from typing import Final

RANKS: Final = "A23456789TJQK"
SUITS: Final = "SHDC"
HIDDEN: Final = "??"
JOKER: Final = "XX"

PACK: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The standard order of a new pack: A to K of spades, hearts, diamonds, clubs."""

SORTED: Final = tuple(rank + suit for rank in RANKS for suit in SUITS)
"""The order in which a move lists cards: by rank, then by suit."""

BIT: Final = {card: 1 << place for place, card in enumerate(SORTED)}
_CARD_OF: Final = {bit: card for card, bit in BIT.items()}

_SIGNS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def set_of(cards: Iterable[str]) -> int:
    """Return the set of these cards, which must be known and different."""
    cards_set = 0
    for card in cards:
        cards_set |= BIT[card]
    return cards_set


def cards_in(cards_set: int) -> tuple[str, ...]:
    """Return the cards of a set, sorted by rank and then by suit.

    >>> cards_in(set_of(["8S", "3D", "8H"]))
    ('3D', '8S', '8H')
    """
    cards = []
    while cards_set:
        lowest = cards_set & -cards_set
        cards.append(_CARD_OF[lowest])
        cards_set ^= lowest
    return tuple(cards)


SUIT_SETS: Final = {suit: set_of(card for card in PACK if card[1] == suit) for suit in SUITS}
RANK_SETS: Final = {rank: set_of(card for card in PACK if card[0] == rank) for rank in RANKS}


def show_card(card: str) -> str:
    """Return the card as pages print it.

    >>> show_card("TD")
    '10♦'
    """
    if card == JOKER:
        return "joker"
    if card not in BIT:
        return card
    return ("10" if card[0] == "T" else card[0]) + _SIGNS[card[1]]
