"""The cost of a discard in Triple Four: the next player may draw it."""

from collections.abc import Sequence
from math import exp, sqrt
from typing import Final

from games.computer.trays.chances import Chances
from games.computer.trays.prospects import JOKER_PLACE, PATTERNS, Slots
from games.rules.cards import HIDDEN, JOKER
from games.rules.triple_four.state import GOAL, TripleFourState
from games.rules.triple_four.triplets import ORDER, TRIPLETS

_A_JOKER: Final = 1.0
_WANTED: Final = 0.02
"""The cost of a card for each triplet card of the next player that it may fit."""
_COMPLETED: Final = 1.5
"""The cost of a card that completes a triplet card of the next player."""
_LAST: Final = 0.5
"""The cost of a card that lets the next player win with a take."""
_KEPT: Final = 0.13
"""The value of keeping a card that fits a match of the seat, for a take or for taking it back."""
_DECLINED: Final = 1.5
"""How much less a card is wanted, as an exponent, after a similar one was declined."""
_FADING: Final = 15.0
"""The number of discards over which this effect fades."""
_RED: Final = "HD"

_WANTED_BY: Final = {
    card: tuple(
        name
        for name, triplet in TRIPLETS.items()
        if any(card in place for pattern in triplet.patterns for place in pattern)
    )
    for card in ORDER
}


class Gifts:
    """What is known about the next player: hidden cards, and discards that were declined."""

    def __init__(self, state: TripleFourState, seat: int, chances: Chances) -> None:
        following = (seat + 1) % len(state.hands)
        self._unseen = chances.unseen
        self._left = chances.left
        self._held = len(state.hands[following])
        self._hidden = set(chances.hidden)
        self._share = len(state.trays[following]) / max(len(self._hidden), 1)
        self._own = {pile.triplet for pile in state.matched[seat]}
        self._is_last = len(state.matched[following]) == GOAL - 1
        self._declined = _weigh_declined(state.discard)

    def rate(self, card: str) -> float:
        """Return the cost of discarding a card."""
        if card == JOKER:
            return _A_JOKER
        names = _WANTED_BY[card]
        own = [name for name in names if name in self._own]
        hidden = [name for name in names if name in self._hidden]
        completed = sum(self._complete(name, card) for name in hidden)
        cost = self._share * (_WANTED * len(hidden) + _COMPLETED * completed)
        if self._is_last:
            cost += _LAST * sum(self._complete(name, card) for name in own)
        declined = self._declined.get(_look_of(card), 0.0)
        return _KEPT * len(own) + cost * exp(-_DECLINED * sqrt(declined))

    def _complete(self, name: str, card: str) -> float:
        """Return the chance that the next player holds the other two cards for a triplet card."""
        place = ORDER[card]
        ways = [slots for slots in PATTERNS[name] if any(place in slot for slot in slots)]
        return max(self._hold_others(slots, place) for slots in ways)

    def _hold_others(self, slots: Slots, place: int) -> float:
        if slots[0] == slots[1]:
            return self._hold(slots[0], 2)
        likely = 1.0
        for slot in slots:
            if place not in slot:
                likely *= self._hold(slot, 1)
        return likely

    def _hold(self, cards: Sequence[int], count: int) -> float:
        """Return the chance that the next player holds one or two of these cards or jokers."""
        helping = self._unseen[JOKER_PLACE] + sum(self._unseen[card] for card in cards)
        share = min(1.0, helping / self._left)
        none = (1.0 - share) ** self._held
        if count == 1:
            return 1.0 - none
        one = self._held * share * (1.0 - share) ** max(self._held - 1, 0)
        return max(0.0, 1.0 - none - one)


def _look_of(card: str) -> tuple[str, bool]:
    """Return the rank and the colour of a card."""
    return card[0], card[1] in _RED


def _weigh_declined(discard: Sequence[str]) -> dict[tuple[str, bool], float]:
    """Return, by rank and colour, how often and how recently cards were declined."""
    weights: dict[tuple[str, bool], float] = {}
    for age, card in enumerate(reversed(discard)):
        if card not in (JOKER, HIDDEN):
            look = _look_of(card)
            weights[look] = weights.get(look, 0.0) + exp(-age / _FADING)
    return weights
