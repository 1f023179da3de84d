"""The pack of Triple Four, its 56 triplet cards, and which three cards satisfy one.

A triplet card is its number as a text: `T37` asks for J, Q and K, all red.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from games.rules.cards import JOKER, PACK, RANKS, SORTED, SUITS
from games.rules.facts import Fact, make_fact

CARDS: Final = (*PACK, *PACK, *(JOKER,) * 4)
"""The standard order of the pack: two packs of 52, one after the other, then the four jokers."""

ORDER: Final = {card: place for place, card in enumerate((*SORTED, JOKER))}
"""The place of each card in a sorted hand: A to K, then S H D C, jokers last."""

SIZE: Final = 3
"""The cards that satisfy a triplet card."""

Pattern = tuple[frozenset[str], ...]
"""Three sets, one card of each: all three sets are the same, or they share no card."""


class Kind(StrEnum):
    """What a triplet card asks for."""

    COLOURED_THREE = "coloured_three"
    COLOURED_RUN = "coloured_run"
    SUIT_RUN = "suit_run"
    THREE_OF_A_KIND = "three_of_a_kind"


@dataclass(frozen=True, slots=True)
class Triplet:
    """A triplet card: its text says what it asks for.

    >>> str(TRIPLETS["T12"].text), str(TRIPLETS["T37"].text)
    ('three red queens', 'J Q K, all red')
    """

    name: str
    kind: Kind
    text: Fact
    patterns: tuple[Pattern, ...]

    @property
    def clause(self) -> str:
        """Return the number of the rule about this kind of triplet card."""
        return _CLAUSES[self.kind]


_CLAUSES: Final = {
    Kind.COLOURED_THREE: "2.1",
    Kind.COLOURED_RUN: "2.2",
    Kind.SUIT_RUN: "2.3",
    Kind.THREE_OF_A_KIND: "2.4",
}
_COLOURS: Final = (("red", "HD"), ("black", "SC"))
_RUNS: Final = tuple((RANKS + "A")[first : first + SIZE] for first in range(len(RANKS) - 1))
_FACES: Final = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}
_SUIT_NAMES: Final = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


class Amount(StrEnum):
    """How many cards of a rank are meant."""

    ONE = "one"
    SEVERAL = "several"
    THREE = "three"


def tell_rank(amount: Amount, colour: str, rank: str) -> Fact:
    """Return cards of a rank that are "red", "black" or of "any" colour.

    >>> str(tell_rank(Amount.ONE, "red", "K")), str(tell_rank(Amount.SEVERAL, "any", "T"))
    ('a red king', '10s')
    """
    if rank in _FACES:
        return make_fact(f"{amount}_{colour}_{_FACES[rank]}")
    if (amount, colour, rank) == (Amount.ONE, "any", "8"):
        return make_fact("one_any_eight")
    return make_fact(f"{amount}_{colour}_number", number=_show_rank(rank))


def _show_rank(rank: str) -> str:
    return "10" if rank == "T" else rank


def _cards_of(ranks: str, suits: str) -> frozenset[str]:
    return frozenset(rank + suit for rank in ranks for suit in suits)


def _run_of(ranks: str, suits: str) -> Pattern:
    return tuple(_cards_of(rank, suits) for rank in ranks)


def _print_cards() -> Iterator[tuple[Kind, Fact, tuple[Pattern, ...]]]:
    """Yield the triplet cards from T1 to T56."""
    for colour, suits in _COLOURS:
        for rank in RANKS:
            text = tell_rank(Amount.THREE, colour, rank)
            yield Kind.COLOURED_THREE, text, ((_cards_of(rank, suits),) * SIZE,)
    for colour, suits in _COLOURS:
        for run in _RUNS:
            text = make_fact(f"{colour}_run", ranks=" ".join(map(_show_rank, run)))
            yield Kind.COLOURED_RUN, text, (_run_of(run, suits),)
    for suit in SUITS:
        text = make_fact(f"run_of_{_SUIT_NAMES[suit]}")
        yield Kind.SUIT_RUN, text, tuple(_run_of(run, suit) for run in _RUNS)
    for _ in range(2):
        patterns = tuple((_cards_of(rank, SUITS),) * SIZE for rank in RANKS)
        yield Kind.THREE_OF_A_KIND, make_fact("three_of_a_kind"), patterns


TRIPLETS: Final = {
    f"T{number}": Triplet(f"T{number}", *card) for number, card in enumerate(_print_cards(), 1)
}
"""Every triplet card by its name, in the natural order T1 to T56."""


def sort_cards(cards: Iterable[str]) -> tuple[str, ...]:
    """Return cards in their order; those that are hidden or unknown come last.

    >>> sort_cards(["XX", "QD", "QH", "2C"])
    ('2C', 'QH', 'QD', 'XX')
    """
    return tuple(sorted(cards, key=lambda card: ORDER.get(card, len(ORDER))))


def satisfies(name: str, cards: Sequence[str]) -> bool:
    """Tell whether three cards, jokers standing for anything, satisfy a triplet card (2).

    >>> satisfies("T12", ["QH", "QD", "XX"]), satisfies("T12", ["QH", "QD", "QS"])
    (True, False)
    """
    plain = [card for card in cards if card != JOKER]
    return len(cards) == SIZE and any(
        find_open(pattern, plain) is not None for pattern in TRIPLETS[name].patterns
    )


def find_open(pattern: Pattern, plain: Iterable[str]) -> list[frozenset[str]] | None:
    """Return the places that these cards, no jokers among them, leave open.

    None when one of them has no place of its own.
    """
    places = list(pattern)
    for card in plain:
        place = next((each for each in places if card in each), None)
        if place is None:
            return None
        places.remove(place)
    return places


def choose_cards(name: str, hand: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Yield each choice of three cards of a hand that satisfies a triplet card once, sorted.

    Equal cards of the two packs do not make different choices. Hidden cards are never chosen.
    """
    held = list(hand)
    found: set[tuple[str, ...]] = set()
    for pattern in TRIPLETS[name].patterns:
        for cards in _fill(pattern, held):
            choice = sort_cards(cards)
            if choice not in found:
                found.add(choice)
                yield choice


def _fill(pattern: Pattern, held: list[str]) -> Iterator[tuple[str, ...]]:
    if not pattern:
        yield ()
        return
    for card in dict.fromkeys(held):
        if card in pattern[0] or card == JOKER:
            left = held.copy()
            left.remove(card)
            for others in _fill(pattern[1:], left):
                yield card, *others
