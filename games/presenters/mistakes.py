"""A player's own mistakes, one after the other, as questions for a better move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.messages import analysis as told
from games.models import Game
from games.presenters.analysis import (
    SAME,
    WIN,
    AlternativeView,
    AnalysedView,
    learn_path,
    own_mistakes,
    show_cost,
    view_moves,
)
from games.presenters.judged import Judged, judge_all
from games.rules.state import State
from games.selectors.analysis import find_analysis
from games.snapshots import Snapshot, derive_states


@dataclass(frozen=True, slots=True)
class MistakeView:
    """One of a player's own mistakes, as a question for a better move.

    `step` is the one of the replay that shows the position, seen from `seat`. `chosen` is the move
    that the player tries, None before that; `verdict` says what it is worth, and `is_right` that
    none is better.
    """

    game_id: str
    unit: str
    place: int
    count: int
    path: str
    step: int
    seat: int
    move: AnalysedView
    candidates: tuple[AlternativeView, ...]
    chosen: AlternativeView | None
    verdict: str
    is_right: bool
    is_answered: bool
    previous_path: str
    next_path: str


def view_mistake(
    snapshot: Snapshot, user_id: int | None, number: int, *, tried: str, is_answered: bool
) -> MistakeView:
    """Return the mistake that the user made with that event, and what a move tried is worth.

    Raises `Game.DoesNotExist` when the analysis found no such mistake of this user.
    """
    mistakes = own_mistakes(snapshot, user_id, judge_all(snapshot, find_analysis(snapshot.game)))
    place = next((n for n, move in enumerate(mistakes) if move.number == number), None)
    if place is None:
        raise Game.DoesNotExist
    states = _states_before(snapshot, mistakes[place])
    (view,) = view_moves(snapshot, [mistakes[place]], states, is_full=True)
    # By their notation: the order must not tell which is the best.
    candidates = tuple(sorted(view.alternatives, key=lambda each: each.notation))
    chosen = next((each for each in candidates if each.notation == tried), None)
    is_right = chosen is not None and _loses_nothing(mistakes[place], chosen)
    paths = [learn_path(snapshot, move.number) for move in mistakes]
    return MistakeView(
        game_id=snapshot.game.public_id,
        unit=snapshot.game.rules.unit,
        place=place + 1,
        count=len(mistakes),
        path=paths[place],
        step=view.step - 1,
        seat=mistakes[place].seat,
        move=view,
        candidates=candidates,
        chosen=chosen,
        verdict=_verdict(snapshot, mistakes[place], chosen),
        is_right=is_right,
        is_answered=is_answered or is_right,
        previous_path=paths[place - 1] if place else "",
        next_path=paths[place + 1] if place + 1 < len(paths) else "",
    )


def _states_before(snapshot: Snapshot, move: Judged) -> Sequence[State]:
    """Return the states after the deal and after each event before that move."""
    events = snapshot.events[: move.number - 1]
    return derive_states(snapshot.game, snapshot.deck, events)[snapshot.game.opening_moves :]


def _loses_nothing(move: Judged, tried: AlternativeView) -> bool:
    return not tried.is_made and _behind(move, tried) < move.noise


def _behind(move: Judged, tried: AlternativeView) -> float:
    """Return how far a move stays behind the best, in points."""
    points: Mapping[str, float] = dict(move.alternatives)
    best: float = move.alternatives[0][1]
    return max(best - points[tried.notation], 0.0)


def _verdict(snapshot: Snapshot, move: Judged, chosen: AlternativeView | None) -> str:
    """Return what a move tried is worth beside the best, "" before one is tried."""
    if chosen is None:
        return ""
    if chosen.is_best:
        return told.tell_best()
    if chosen.is_made:
        return told.tell_same()
    if _loses_nothing(move, chosen):
        return told.tell_as_good()
    behind = _behind(move, chosen)
    is_better = behind < move.lost - SAME
    if behind >= WIN:
        return told.tell_missed_win(is_better=is_better)
    return told.tell_short(show_cost(snapshot, behind), is_better=is_better)
