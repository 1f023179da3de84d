"""The summary of an analysed game: how accurately each side played, and where the game turned."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import nlargest
from math import exp

from games.presenters.judged import Judged
from games.rules.scoring import Points
from games.rules.state import State
from games.rules.variant import AnyVariant

TURNS = 3
"""How many turning points a game has at most."""


def rate_accuracy(variant: AnyVariant, moves: Iterable[Judged]) -> float | None:
    """Return the accuracy of moves, from 0 to 1; None if there was never a choice.

    A move that is as good as the best one counts as 1. Each time that it costs as much as makes a
    mistake halves that.
    """
    rates = [
        1.0 if move.is_as_good else 0.5 ** (move.lost / variant.mistake_points)
        for move in moves
        if len(move.alternatives) > 1
    ]
    return sum(rates) / len(rates) if rates else None


def find_turning_points(
    variant: AnyVariant, moves: Sequence[Judged], states: Sequence[State], opening_moves: int
) -> list[Judged]:
    """Return the moves that changed most, in their order.

    What a move costs counts for more the closer the game is, and nothing once it is decided.
    `states` are those after the deal and after each event.
    """
    if not moves:
        return []
    spread = max(float(max(variant.totals(states[-1]))) / 2, 1.0)

    def find_before(move: Judged) -> State:
        return states[move.number - 1 - opening_moves]

    def weigh(move: Judged) -> float:
        state = find_before(move)
        lead = _count_lead(variant.totals(state), variant.side(state, move.seat))
        return move.lost * exp(-((lead / spread) ** 2) / 2)

    counting = (
        move for move in moves if not move.is_as_good and not variant.is_decided(find_before(move))
    )
    found = nlargest(TURNS, counting, key=weigh)
    return sorted(found, key=lambda move: move.number)


def _count_lead(totals: Sequence[Points], side: int) -> float:
    """Return how far a side is ahead of the best other one."""
    others = [total for other, total in enumerate(totals) if other != side]
    return float(totals[side] - max(others, default=0))
