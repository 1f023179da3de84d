"""A hundred thousand shuffles, tested for fairness. The seeds are fixed: no run fails by chance.

The statistic is chi-squared. For n cards and n places its mean is (n - 1)², after scaling for the
fact that each card has exactly one place in each shuffle.
"""

import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

import pytest

from games.rules.cards import PACK
from games.rules.shuffle import Stream

SHUFFLES = 100_000
DEVIATIONS = 4  # standard deviations from the mean: too uneven, or too even to be chance


def deviation(statistic: float, freedom: int) -> float:
    """Return how many standard deviations a chi-squared statistic is above its mean."""
    return (statistic - freedom) / math.sqrt(2 * freedom)


def deviation_of_places(decks: Iterable[Sequence[str]]) -> float:
    """Return how far the counts of each card in each place are from even."""
    squares = shuffles = 0
    for cards in zip(*decks, strict=True):
        counts = Counter(cards)
        squares += sum(count * count for count in counts.values())
        shuffles = len(cards)
    size = len(PACK)
    statistic = squares * size / shuffles - shuffles * size
    return deviation(statistic * (size - 1) / size, (size - 1) ** 2)


def deviation_of_draws(draws: Iterable[int], limit: int) -> float:
    """Return how far the counts of each number drawn are from even."""
    counts = Counter(draws)
    assert set(counts) == set(range(limit))
    total = counts.total()
    squares = sum(count * count for count in counts.values())
    return deviation(squares * limit / total - total, limit - 1)


def test_every_card_comes_to_every_place_equally_often() -> None:
    # The first deck of each of 1,000 seeds, as in a game, and the next 99 decks.
    decks = []
    for number in range(SHUFFLES // 100):
        stream = Stream(number.to_bytes(32, "big"), ["a1b2", ""])
        stream.below(2)
        decks += [stream.shuffled(PACK) for _ in range(100)]
    assert abs(deviation_of_places(decks)) < DEVIATIONS


@pytest.mark.parametrize("limit", [2, 3, 7, 13, 51, 52])
def test_every_number_is_drawn_equally_often(limit: int) -> None:
    stream = Stream(bytes(range(32)), [str(limit)])
    draws = [stream.below(limit) for _ in range(SHUFFLES)]
    assert abs(deviation_of_draws(draws, limit)) < DEVIATIONS


def test_numbers_that_would_favour_a_remainder_are_drawn_again() -> None:
    # With a limit of 3 · 2^30 a quarter of all numbers are too large: their remainders repeat.
    limit = 3 << 30
    stream = Stream(bytes(range(32)), [""])
    thirds = [stream.below(limit) * 3 // limit for _ in range(30_000)]
    assert abs(deviation_of_draws(thirds, 3)) < DEVIATIONS


def biased(below: Callable[[int], int]) -> list[str]:
    """Shuffle with the usual mistake of swapping every place with any place."""
    cards = list(PACK)
    for place in range(len(cards)):
        other = below(len(cards))
        cards[place], cards[other] = cards[other], cards[place]
    return cards


def test_the_measure_would_notice_an_unfair_shuffle() -> None:
    chance = random.Random(1)
    assert deviation_of_places([biased(chance.randrange) for _ in range(5_000)]) > 2 * DEVIATIONS
    over = [chance.randrange(1 << 32) % (3 << 30) // (1 << 30) for _ in range(30_000)]
    assert deviation_of_draws(over, 3) > 2 * DEVIATIONS
