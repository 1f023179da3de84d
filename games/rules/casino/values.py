"""What the cards of Casino count when they are added (clauses 2.1 and 2.2)."""

from typing import Final

from games.rules.cards import PACK, RANKS

NUMBERS: Final[dict[str, tuple[int, ...]]] = {
    card: () if card[0] in "JQK" else (RANKS.index(card[0]) + 1,) for card in PACK
}
"""The number of each card, faces without any; a hidden card is in no table."""

TOP: Final = 10
"""The highest value of a build."""
