"""What a hand can do for which triplet card: for the table's marks and for computer players."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from games.rules.cards import HIDDEN, JOKER
from games.rules.triple_four.state import TripleFourState
from games.rules.triple_four.triplets import (
    SIZE,
    TRIPLETS,
    Pattern,
    choose_cards,
    satisfies,
    sort_cards,
)


@dataclass(frozen=True, slots=True)
class Progress:
    """How near a hand is to a triplet card.

    `held` are cards of the hand that belong together for it, jokers last, at most three; `short`
    is how many more it takes; `missing` are the cards of which any one will do, besides a joker,
    where it is one.
    """

    triplet: str
    held: tuple[str, ...]
    short: int
    missing: tuple[str, ...]


def measure(name: str, hand: Iterable[str]) -> Progress:
    """Return how near a hand is to a triplet card.

    >>> measure("T37", ["JH", "QD", "5S"])
    Progress(triplet='T37', held=('JH', 'QD'), short=1, missing=('KH', 'KD'))
    """
    cards = list(hand)
    jokers = cards.count(JOKER)
    best: list[tuple[tuple[str, ...], list[frozenset[str]]]] = []
    for pattern in TRIPLETS[name].patterns:
        placed, places = _place(pattern, cards)
        if not best or len(placed) > len(best[0][0]):
            best = []
        if not best or len(placed) == len(best[0][0]):
            best.append((placed, places))
    placed = best[0][0]
    held = (*placed, *[JOKER] * min(jokers, SIZE - len(placed)))
    short = SIZE - len(held)
    wanted = {card for _, places in best for place in places for card in place}
    return Progress(name, sort_cards(held), short, sort_cards(wanted) if short == 1 else ())


def _place(pattern: Pattern, cards: Sequence[str]) -> tuple[tuple[str, ...], list[frozenset[str]]]:
    """Return the cards that have a place of their own, the first one for each, and the rest."""
    places, placed = list(pattern), list[str]()
    for card in cards:
        place = next((each for each in places if card in each), None)
        if place is not None:
            places.remove(place)
            placed.append(card)
    return tuple(placed), places


def measure_tray(state: TripleFourState, seat: int) -> tuple[Progress, ...]:
    """Return how near a seat's hand is to each triplet card of its tray that the state shows."""
    hand = [card for card in state.hands[seat] if card != HIDDEN]
    return tuple(measure(name, hand) for name in state.trays[seat] if name != HIDDEN)


def measure_takes(state: TripleFourState, seat: int) -> tuple[Progress, ...]:
    """Return how near a seat's hand is to each pile that its opponents have."""
    hand = [card for card in state.hands[seat] if card != HIDDEN]
    return tuple(measure(name, hand) for name in _takeable(state, seat))


@lru_cache(maxsize=1024)
def find_laid(names: tuple[str, ...], hand: tuple[str, ...]) -> frozenset[str]:
    """Return the cards of a hand that satisfy one of these triplet cards, with two others.

    >>> sorted(find_laid(("T37",), ("JH", "QD", "QH", "KD", "KS")))
    ['JH', 'KD', 'QD', 'QH']
    """
    return frozenset(card for name in names for cards in choose_cards(name, hand) for card in cards)


def find_matches(state: TripleFourState, seat: int, cards: Sequence[str]) -> tuple[str, ...]:
    """Return the triplet cards of the seat's tray that exactly these cards satisfy."""
    return tuple(name for name in state.trays[seat] if name != HIDDEN and satisfies(name, cards))


def find_takes(state: TripleFourState, seat: int, cards: Sequence[str]) -> tuple[str, ...]:
    """Return the triplet cards of its opponents' piles that exactly these cards satisfy."""
    return tuple(name for name in _takeable(state, seat) if satisfies(name, cards))


def find_owner(state: TripleFourState, name: str) -> int | None:
    """Return the seat that has matched a triplet card, or None."""
    return next(
        (
            owner
            for owner, piles in enumerate(state.matched)
            if any(pile.triplet == name for pile in piles)
        ),
        None,
    )


def _takeable(state: TripleFourState, seat: int) -> Iterator[str]:
    for owner, piles in enumerate(state.matched):
        if owner != seat:
            yield from (pile.triplet for pile in piles)
