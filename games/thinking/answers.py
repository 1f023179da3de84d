"""What a computer player answers, in a form that can be sent and stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.computer import LEVELS, Choice, choose

QUICK_SECONDS = 0.05
PATIENT_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Answer:
    """A move in notation, and how it was chosen.

    `level` is the level that chose it, "" if any legal move was taken. The same level, seed and
    budget with a view of the same hash give the same move again. `was_cut` says that the clock
    ended the search; `budget` is then what had been spent. `failure` names the kind of error
    after which a simpler level chose. `alternatives` are moves with their expected points, the
    best first.
    """

    move: str
    level: str
    seed: int
    view_hash: str
    budget: int
    was_cut: bool
    failure: str
    alternatives: tuple[tuple[str, float], ...]


def is_quick(level: str) -> bool:
    """Return whether that level answers at once, without a search."""
    return LEVELS[level].seconds < QUICK_SECONDS


def find_answer(
    view: Mapping[str, Any],
    level: str,
    seed: int,
    budget: int | None = None,
    seconds: float | None = None,
    also: str | None = None,
) -> Answer:
    """Return what that level plays, found in this process; see `games.computer.choose`."""
    choice = choose(view, level, seed, budget, seconds, also)
    return Answer(
        move=str(choice.move),
        level=choice.level,
        seed=seed,
        view_hash=choice.view_hash,
        budget=_needed_budget(choice, level),
        was_cut=choice.was_cut,
        failure=choice.failure,
        alternatives=tuple((str(move), float(points)) for move, points in choice.alternatives),
    )


def _needed_budget(choice: Choice, level: str) -> int:
    if choice.level != level:
        return LEVELS[choice.level].budget if choice.level else 0
    return choice.work if choice.was_cut else choice.budget


def repeat_answer(view: Mapping[str, Any], level: str, seed: int, budget: int) -> Answer:
    """Repeat what that level answered with that seed and budget; this may take a minute."""
    return find_answer(view, level, seed, budget, PATIENT_SECONDS)


def rate_move(answer: Answer, move: str) -> tuple[float, float]:
    """Return a move's expected points, and what it cost against the best move.

    A move that is not among the alternatives is rated like the worst of them.
    """
    points = dict(answer.alternatives)
    best = answer.alternatives[0][1]
    made = min(best, points.get(move, min(points.values())))
    return made, best - made
