"""The value of a hand of Triple Four for the two highest levels: its chances to finish in time.

Between two draws a triplet card may lose its value, because the game ends or another triplet card
is matched first. It counts by the chance that its missing cards are drawn before that.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.computer.trays.prospects import (
    JOKER_PLACE,
    KINDS,
    PATTERNS,
    Counts,
    Slots,
    count_unseen,
)
from games.rules.cards import HIDDEN
from games.rules.triple_four.state import GOAL, TripleFourState
from games.rules.triple_four.triplets import SIZE, TRIPLETS

_HASTE: Final = 0.095
"""How likely a triplet card loses its value before a draw, relative to a card sure to be drawn."""
_JOKER_SPENT: Final = 0.15
"""The part of its value that a triplet card loses for each joker used for it."""
_OTHER_PATTERNS: Final = 0.35
"""The weight of the other ways to complete a triplet card beside the nearest one."""
_FIRST: Final = 0.4
"""The share of the chance to complete any triplet card in the value of a hand."""
_ONLY: Final = 0.5
"""The same share when one more match wins."""
_SOME: Final = 3.0
"""The number of triplet cards that this chance counts as."""
_LATER: Final = 0.6
"""The weight of a triplet card that a player may draw or match later."""
_OWN: Final = 0.95
"""The weight of a triplet card in the seat's tray."""
_TAKEN: Final = 1.4
"""The weight of a take, which wins one match and costs the opponent one."""
_TAKEN_LATE: Final = 0.98
"""The same when the opponent needs only one more match, so that there is hardly time for it."""
_SURE: Final = 0.999
"""From this chance on a triplet card is complete, so that other ways to fill it do not count."""
NO_CARDS: Final[Counts] = (0,) * KINDS
"""An empty hand."""


class _Pattern(NamedTuple):
    """Three places for cards, and the number of unseen cards that fit each."""

    slots: Slots
    outs: tuple[int, ...]
    is_same: bool


class Chances:
    """The triplet cards that a seat can go for, and the chances to complete them in time."""

    def __init__(self, state: TripleFourState, seat: int) -> None:
        self.unseen = count_unseen(state, seat)
        self.left = max(sum(self.unseen), 1)
        own = [name for name in state.trays[seat] if name != HIDDEN]
        rivals = [matched for owner, matched in enumerate(state.matched) if owner != seat]
        piles = [
            (pile.triplet, _TAKEN if len(matched) < GOAL - 1 else _TAKEN_LATE)
            for matched in rivals
            for pile in matched
        ]
        known = {*own, *(pile.triplet for matched in state.matched for pile in matched)}
        self.hidden = [name for name in TRIPLETS if name not in known]
        """The triplet cards that are in other trays or still in the triplet deck."""
        self._goals = [*((name, _OWN) for name in own), *piles]
        self._first = _ONLY if len(state.matched[seat]) == GOAL - 1 else _FIRST
        self._loss = _HASTE * self.left
        self._patterns = {
            name: [self._count_outs(slots) for slots in PATTERNS[name]] for name in TRIPLETS
        }
        self._values: dict[Counts, float] = {}
        self._filled: dict[tuple[tuple[int, ...], int, bool], float] = {}

    def rate_hand(self, counts: Counts) -> float:
        """Return the value of a hand. A completed triplet card counts about 1."""
        value = self._values.get(counts)
        if value is None:
            total, none = 0.0, 1.0
            for name, weight in self._goals:
                chance = self.rate_triplet(name, counts)
                total += weight * chance
                none *= 1.0 - chance
            value = (1.0 - self._first) * total + self._first * _SOME * (1.0 - none)
            self._values[counts] = value
        return value

    def rate_later(self, counts: Counts) -> float:
        """Return the value of a hand for triplet cards that the seat has not seen yet."""
        chances = sum(self.rate_triplet(name, counts) for name in self.hidden)
        return _LATER * chances / max(len(self.hidden), 1)

    def rate_triplet(self, name: str, counts: Sequence[int]) -> float:
        """Return the chance that a hand completes a triplet card in time."""
        jokers = counts[JOKER_PLACE]
        best = others = 0.0
        for pattern in self._patterns[name]:
            chance = self._rate_pattern(pattern, counts, jokers)
            if chance > _SURE:
                return chance
            odds = chance / (1.0 - chance)
            others += odds
            best = max(best, odds)
        odds = best + _OTHER_PATTERNS * (others - best)
        return odds / (1.0 + odds)

    def _count_outs(self, slots: Slots) -> _Pattern:
        outs = tuple(sum(self.unseen[card] for card in slot) for slot in slots)
        return _Pattern(slots, outs, slots[0] == slots[1])

    def _rate_pattern(self, pattern: _Pattern, counts: Sequence[int], jokers: int) -> float:
        slots, outs, is_same = pattern
        if is_same:
            held = 0
            for card in slots[0]:
                held += counts[card]
            return self._fill((outs[0],) * max(SIZE - held, 0), jokers, is_same)
        missing = []
        for slot, out in zip(slots, outs, strict=True):
            for card in slot:
                if counts[card]:
                    break
            else:
                missing.append(out)
        return self._fill(tuple(sorted(missing)), jokers, is_same)

    def _fill(self, outs: tuple[int, ...], jokers: int, is_same: bool) -> float:
        """Return the chance to fill places, given the number of unseen cards for each.

        Jokers in the hand go to the places that the fewest cards fit.
        """
        key = outs, jokers, is_same
        chance = self._filled.get(key)
        if chance is None:
            spent = min(jokers, len(outs))
            chance = (1.0 - _JOKER_SPENT * spent) * self._wait_for(outs[spent:], is_same)
            self._filled[key] = chance
        return chance

    def _wait_for(self, outs: tuple[int, ...], is_same: bool) -> float:
        """Return the chance that the missing cards are drawn before they lose their value."""
        if not outs:
            return 1.0
        jokers = self.unseen[JOKER_PLACE]
        total = jokers * self._wait_for(outs[1:], is_same)
        if is_same:  # the same cards fit all places
            helping = outs[0]
            left = (max(helping - 1, 0),) * (len(outs) - 1)
            total += helping * self._wait_for(left, is_same)
        else:
            helping = sum(outs)
            for place, out in enumerate(outs):
                total += out * self._wait_for(outs[:place] + outs[place + 1 :], is_same)
        return total / (helping + jokers + self._loss)
