"""The numbers of the cards in Royal Cassino (clauses 2.1 to 2.3)."""

from typing import Final

from games.rules.cards import PACK, RANKS

LOW_ACE: Final = 1
HIGH_ACE: Final = 14

NUMBERS: Final[dict[str, tuple[int, ...]]] = {
    card: (LOW_ACE, HIGH_ACE) if card[0] == "A" else (RANKS.index(card[0]) + 1,) for card in PACK
}
"""The numbers that each card can be read as; hidden cards are not listed."""

TOP: Final = HIGH_ACE
"""The highest value of a build."""
