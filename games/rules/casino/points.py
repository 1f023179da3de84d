"""How a game of Casino is won (clauses 5.4 and 5.5), and what its points came from."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.rules.cards import cards_in
from games.rules.casino.state import CasinoState
from games.rules.facts import Fact, make_fact
from games.rules.scoring import ScoreLine
from games.rules.variant import Outcome


def decide_by_totals(state: CasinoState, totals: Sequence[int]) -> Outcome | None:
    """Return the winners after a deck, with the reason, or None if another one follows (5.4)."""
    leaders = _find_leaders(state, totals)
    if state.target is None:
        if leaders != state.staying:
            return leaders, "score"
        # A draw has no winners, unless others have lost by dropping out.
        return leaders if state.out else (), "draw"
    if len(leaders) > 1 or totals[leaders[0]] < state.target:
        return None
    return leaders, "score"


class CountedOut(NamedTuple):
    """The side that counted out, and the line of the sheet that was counted last for it."""

    winners: tuple[int, ...]
    line: str


def count_out(
    state: CasinoState, target: int, steps: Iterable[tuple[str, Sequence[int]]]
) -> CountedOut | None:
    """Count the points step by step; the first side to reach the target and lead alone wins (5.5).

    Each step is a line of the sheet and points that it brings to every side.
    """
    totals = list(state.match_scores)
    for line, points in steps:
        totals = [total + more for total, more in zip(totals, points, strict=True)]
        leaders = _find_leaders(state, totals)
        if len(leaders) == 1 and totals[leaders[0]] >= target:
            return CountedOut(leaders, line)
    return None


def _find_leaders(state: CasinoState, totals: Sequence[int]) -> tuple[int, ...]:
    best = max(totals[side] for side in state.staying)
    return tuple(side for side in state.staying if totals[side] == best)


def explain_cards(state: CasinoState, line: ScoreLine, side: int) -> Fact:
    """Return the cards for which a side has points, or how many it has and the others have."""
    if not line.is_most:
        return make_fact("cards_taken", cards=cards_in(state.captured[side] & line.bits))
    counts = [(cards & line.bits).bit_count() for cards in state.captured]
    mine, theirs = counts[side], [*counts[:side], *counts[side + 1 :]]
    return make_fact(line.name, mine=mine, theirs=", ".join(map(str, theirs)), count=mine)


def explain_sweeps(state: CasinoState, side: int) -> Fact | None:
    """Return the cards with which a side swept the table, None if they are no longer known."""
    takers = [
        capture.cards[0] for capture in state.captures[side] if dict(capture.points).get("sweeps")
    ]
    return make_fact("swept_with", cards=tuple(takers)) if takers else None
