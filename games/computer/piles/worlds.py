"""Laying out the cards that a seat can not see, in agreement with all that it knows.

Who owns a build must hold a card for it: in Casino and Royal Cassino by the rules as long as it
lies there, in Trifecta at least when it was made, so that such a card is likely still held.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final

from games.computer.piles.table import Builds, Hand
from games.computer.piles.values import Scoring
from games.rules.cards import BIT, HIDDEN
from games.rules.turns import HAND_SIZE

_LIKELY_KEPT: Final = 0.7
"""How likely a card is still held that had to be held when the build was made."""


def sample_hands(
    scoring: Scoring,
    hands: Sequence[Sequence[str]],
    builds: Builds,
    unseen: Sequence[int],
    rng: Random,
) -> tuple[Hand, ...]:
    """Return all hands with cards for the hidden ones, drawn from the unseen cards.

    `hands` are those of the view, hidden cards as `??`.
    """
    left = list(unseen)
    rng.shuffle(left)
    kept: list[list[int]] = []
    for seat, hand in enumerate(hands):
        cards = [BIT[card] for card in hand if card != HIDDEN]
        if len(cards) < len(hand):
            for needed in _find_needed(scoring, builds, seat, len(hand), rng):
                if len(cards) < len(hand):
                    _move_card(scoring, needed, left, cards)
        kept.append(cards)
    for cards, hand in zip(kept, hands, strict=True):
        while len(cards) < len(hand):
            cards.append(left.pop())
    return tuple(map(tuple, kept))


def _find_needed(
    scoring: Scoring, builds: Builds, seat: int, held: int, rng: Random
) -> Iterator[int]:
    """Yield the values of the builds for which the seat holds a card."""
    values = {build[1] for build in builds if build[2] == seat}
    for value in sorted(value for value in values if isinstance(value, int)):
        if scoring.keeps_builds or (held < HAND_SIZE and rng.random() < _LIKELY_KEPT):
            yield value


def _move_card(scoring: Scoring, value: int, left: list[int], cards: list[int]) -> None:
    """Move the first card that can be read as the value, if there is one."""
    for place, card in enumerate(left):
        if value in scoring.numbers[card]:
            cards.append(left.pop(place))
            return


def sample_world(
    scoring: Scoring, state: Any, builds: Builds, unseen: Sequence[int], rng: Random
) -> Any:
    """Return the state with a card for every hidden one; what was picked in secret stays so."""
    hands = sample_hands(scoring, state.hands, builds, unseen, rng)
    held = sum(map(sum, hands))
    stock = [card for card in unseen if not card & held]
    rng.shuffle(stock)
    names = {bit: card for card, bit in BIT.items()}
    return replace(
        state,
        hands=tuple(tuple(names[card] for card in cards) for cards in hands),
        stock=tuple(names[card] for card in stock[: len(state.stock)]),
    )
