"""The numbers of the cards in Casino (clauses 2.1 and 2.2)."""

from typing import Final

from games.rules.cards import PACK, RANKS

NUMBERS: Final[dict[str, tuple[int, ...]]] = {
    card: () if card[0] in "JQK" else (RANKS.index(card[0]) + 1,) for card in PACK
}
"""The number of each card; face cards have none, and hidden cards are not listed."""

TOP: Final = 10
"""The highest value of a build."""
