"""What the lifelines are worth to a player who keeps them: measured, see docs/strength.md.

A pass brings most in the last round, where it wins the last capture, so it keeps its worth until
then. A subtraction needs fitting cards, and loses worth with every round.
"""

from collections.abc import Mapping
from typing import Final

from games.rules.notation import Action
from games.rules.trifecta.state import ROUNDS, TrifectaState

_BEFORE: Final[Mapping[str, tuple[float, float]]] = {
    Action.PASS: (0.7, 0.0),
    Action.SUBTRACTION: (0.3, 0.03),
}
"""The worth at the end of the round before the last, and how much more it is a round earlier."""
_LAST: Final[Mapping[str, tuple[float, ...]]] = {
    Action.PASS: (0.0, 0.2, 0.4, 0.5),
    Action.SUBTRACTION: (0.0, 0.0, 0.1, 0.2),
}
"""The worth in the last round, by the cards that are left in the hand after the turn."""


def find_worth(state: TrifectaState, action: str) -> float:
    """Return the points that the seat to move may expect of a lifeline after this turn."""
    if action not in _BEFORE or state.to_move is None:
        return 0.0
    rounds = ROUNDS - state.round
    if rounds:
        last, more = _BEFORE[action]
        return last + more * (rounds - 1)
    left = len(state.hands[state.to_move]) - 1
    return _LAST[action][min(max(left, 0), len(_LAST[action]) - 1)]
