"""Which card to pick in secret before anything is dealt."""

from collections.abc import Sequence
from random import Random
from typing import Final

_SHREWD: Final = ("club", "strong", "master")
_NEVER_SHREWD: Final = frozenset("KQJ")


def choose_secret_card(pack: Sequence[str], rng: Random, level: str) -> str:
    """Return a heart or a club: their suits score nothing by themselves, so few fight for them.

    The better levels name no face, which is hard to take, and not always the same cards.
    """
    cards = [card for card in pack if card[1] in "HC"]
    if level in _SHREWD:
        cards = [card for card in cards if card[0] not in _NEVER_SHREWD]
    return rng.choice(cards)
