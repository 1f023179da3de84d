"""Pick a secret card before the deal."""

from collections.abc import Sequence
from random import Random
from typing import Final

_SHREWD: Final = ("club", "strong", "master")
_NEVER_SHREWD: Final = frozenset("KQJ")


def choose_secret_card(safe: Sequence[str], rng: Random, level: str) -> str:
    """Return one of the safe picks: they score nothing else, so opponents compete less for them.

    From the club level on it is never a face card, because face cards are hard to capture.
    """
    cards = list(safe)
    if level in _SHREWD:
        cards = [card for card in cards if card[0] not in _NEVER_SHREWD]
    return rng.choice(cards)
