"""The value of a hand of Triple Four: how soon it can complete triplet cards.

The measure is the expected number of draws until a triplet card is complete, based on the cards
that the seat has not seen.
"""

from collections.abc import Iterable, Sequence
from math import exp
from typing import Final

from games.rules.cards import HIDDEN, JOKER
from games.rules.triple_four.state import TripleFourState
from games.rules.triple_four.triplets import CARDS, ORDER, SIZE, TRIPLETS

Counts = tuple[int, ...]
"""The number of copies of each card, in the order of a sorted hand."""

Slots = tuple[tuple[int, ...], ...]

PATTERNS: Final[dict[str, tuple[Slots, ...]]] = {
    name: tuple(
        tuple(tuple(sorted(ORDER[card] for card in place)) for place in pattern)
        for pattern in triplet.patterns
    )
    for name, triplet in TRIPLETS.items()
}
JOKER_PLACE: Final = ORDER[JOKER]
KINDS: Final = len(ORDER)
NAMES: Final = tuple(ORDER)
_PACK: Final = tuple(CARDS.count(card) for card in NAMES)
_HASTE: Final = 0.06
"""How fast a triplet card loses value with each draw that is still needed."""
_JOKER_SPENT: Final = 0.1
_NEVER: Final = 400.0
TAKEN: Final = 1.5
"""The weight of a take, which wins one match and costs the opponent one."""


def count_cards(cards: Iterable[str]) -> Counts:
    """Return the number of copies of each card, without hidden cards."""
    counts = [0] * KINDS
    for card in cards:
        if card != HIDDEN:
            counts[ORDER[card]] += 1
    return tuple(counts)


def count_unseen(state: TripleFourState, seat: int) -> list[int]:
    """Return the number of copies of each card that a seat has not seen."""
    seen = count_cards(
        (
            *state.hands[seat],
            *state.discard,
            *(card for piles in state.matched for pile in piles for card in pile.cards),
        )
    )
    return [total - gone for total, gone in zip(_PACK, seen, strict=True)]


class Prospects:
    """The triplet cards that a seat can go for, and the cards that may still come."""

    def __init__(self, state: TripleFourState, seat: int) -> None:
        self.unseen = count_unseen(state, seat)
        self.left = max(sum(self.unseen), 1)
        self.goals = [(PATTERNS[name], 1.0) for name in state.trays[seat] if name != HIDDEN]
        self.goals += [
            (PATTERNS[pile.triplet], TAKEN)
            for owner, piles in enumerate(state.matched)
            if owner != seat
            for pile in piles
        ]
        self._values: dict[Counts, float] = {}

    def rate_hand(self, counts: Counts) -> float:
        """Return the value of a hand. A completed triplet card counts about 1."""
        value = self._values.get(counts)
        if value is None:
            value = sum(
                weight * max(self._rate_pattern(slots, counts) for slots in patterns)
                for patterns, weight in self.goals
            )
            self._values[counts] = value
        return value

    def _rate_pattern(self, slots: Slots, counts: Counts) -> float:
        """Return the value of filling these places as a share of that of filling them at once."""
        unseen = self.unseen
        outs: list[int] = []
        if slots[0] is slots[1] or slots[0] == slots[1]:
            held = sum([counts[card] for card in slots[0]])
            if held < SIZE:
                outs = [sum([unseen[card] for card in slots[0]])] * (SIZE - held)
        else:
            for slot in slots:
                for card in slot:
                    if counts[card]:
                        break
                else:
                    outs.append(sum([unseen[card] for card in slot]))
        jokers = counts[JOKER_PLACE]
        spent = min(jokers, len(outs))
        if spent == len(outs):
            return 1.0 - _JOKER_SPENT * spent
        if spent:
            # A joker is best used in the place that the fewest cards fit.
            outs = sorted(outs)[spent:]
        draws = self._count_draws(outs, unseen[JOKER_PLACE])
        return exp(-_HASTE * draws) * (1.0 - _JOKER_SPENT * spent)

    def _count_draws(self, outs: Sequence[int], jokers: int) -> float:
        """Return the average number of draws needed to fill the places one after the other."""
        draws, helping = 0.0, sum(outs)
        share = helping / len(outs)
        while helping > 0:
            draws += self.left / (helping + jokers)
            helping = int(helping - share)
        return draws if share else _NEVER
