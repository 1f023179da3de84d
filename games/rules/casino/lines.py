"""The lines of a sheet of Casino that captured cards fill (5.1), which its variants use as well."""

from typing import Final

from games.rules.cards import PACK
from games.rules.scoring import ScoreLine

SPADES: Final = tuple(card for card in PACK if card[1] == "S")

MOST_CARDS: Final = ScoreLine("most_cards", PACK, 3, is_most=True)
MOST_SPADES: Final = ScoreLine("most_spades", SPADES, 1, is_most=True)
BIG_CASINO: Final = ScoreLine("big_casino", ("TD",), 2)
LITTLE_CASINO: Final = ScoreLine("little_casino", ("2S",), 1)
ACES: Final = ScoreLine("aces", ("AS", "AC", "AH", "AD"), 1)
