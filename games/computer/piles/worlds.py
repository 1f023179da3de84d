"""Lay out the cards that a seat cannot see, in agreement with all that it knows.

The owner of a build holds a card that can capture it: certainly in Casino and Royal Cassino, where
the holding rule lasts as long as the build, and probably in Casino Trifecta, where it applies only
to the move that makes the build.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from games.computer.piles.table import Builds, Hand
from games.computer.piles.values import Scoring
from games.rules.cards import BIT, HIDDEN
from games.rules.state import TableState

_LIKELY_KEPT: Final = 0.7
"""The chance that the card that was needed to make a build is still in the hand."""


def sample_hands(
    scoring: Scoring,
    hands: Sequence[Sequence[str]],
    builds: Builds,
    unseen: Sequence[int],
    rng: Random,
) -> tuple[Hand, ...]:
    """Return all hands, with unseen cards drawn at random in place of the hidden ones.

    `hands` are those of the view, with hidden cards as `??`.
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
    """Yield the values of the seat's builds for which it is taken to hold a card."""
    values = {build[1] for build in builds if build[2] == seat}
    for value in sorted(value for value in values if isinstance(value, int)):
        if scoring.keeps_builds or (held < scoring.hand_size and rng.random() < _LIKELY_KEPT):
            yield value


def _move_card(scoring: Scoring, value: int, left: list[int], cards: list[int]) -> None:
    """Move the first card that can be read as the value from `left` to `cards`, if any."""
    for place, card in enumerate(left):
        if value in scoring.numbers[card]:
            cards.append(left.pop(place))
            return


def sample_world(
    scoring: Scoring, state: TableState, builds: Builds, unseen: Sequence[int], rng: Random
) -> TableState:
    """Return the state with a card for every hidden one; secret cards stay hidden."""
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
