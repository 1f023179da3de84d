"""The time that a choice may take."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, Final

from games.computer import Choice, Timer, choose

PATIENCE: Final = 8
"""How many times its seconds of one core a choice may last by the clock."""


def choose_in_time(
    view: Mapping[str, Any],
    level: str,
    seed: int,
    budget: int | None = None,
    seconds: float | None = None,
    also: str | None = None,
) -> Choice:
    """Return what `games.computer.choose` chooses in so many seconds, or else in the level's own.

    The seconds are those of one core. On a busy machine they may last up to `PATIENCE` times as
    long.
    """

    def start(own: float) -> Timer:
        return start_timer(own if seconds is None else seconds)

    return choose(view, level, seed, budget, start, also)


def start_timer(seconds: float) -> Timer:
    """Return a function that tells whether a thread has used up its time, from now on."""
    until = time.thread_time() + seconds
    latest = time.monotonic() + PATIENCE * seconds
    return lambda: time.thread_time() > until or time.monotonic() > latest
