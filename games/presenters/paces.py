"""How reliable and how quick a player is."""

from __future__ import annotations

from games.messages import paces as told
from games.models import PACE_BOUNDS, Pace


def view_pace(pace: Pace | None) -> tuple[str, ...]:
    """Return what is known of a player, in short; nothing before the end of a first game."""
    if pace is None or not pace.begun:
        return ()
    words = (
        told.tell_finished(pace.finished, pace.begun),
        told.tell_violations(pace.violations, pace.begun),
        usual_time_words(pace),
    )
    return tuple(filter(None, words))


def usual_time_words(pace: Pace | None) -> str:
    """Return how long a player usually takes for a move in a game over days, "" if unknown."""
    bound = pace.median_bound if pace is not None else None
    if bound is None:
        return ""
    if bound < len(PACE_BOUNDS):
        return told.usually_moves_within(PACE_BOUNDS[bound])
    return told.usually_takes_longer_than(PACE_BOUNDS[-1])
