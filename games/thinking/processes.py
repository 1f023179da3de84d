"""Searches in processes of their own, which pebble kills when they take too long.

Each search borrows a pool of one process. A pool is made when it is needed and kept for the next
search, so there are as many of them as there ever were searches at the same time.
"""

from __future__ import annotations

import contextlib
import multiprocessing
from collections.abc import Iterator, Mapping
from multiprocessing.util import Finalize
from threading import Lock
from typing import Any

from pebble import CONSTS, ProcessExpired, ProcessPool

from games.computer import LEVELS, Choice
from games.thinking import child
from games.thinking.timer import PATIENCE

START_SECONDS = 10.0
SPARE_SECONDS = 2.0
"""How much longer than its own limits a search may take before its process is killed."""
CONSTS.sleep_unit = 0.5  # how often pebble looks for processes that died or took too long
# A spawned process inherits no sockets, files or locks.
SPAWN = multiprocessing.get_context("spawn")


class ThinkingFailed(Exception):
    """No answer came: the process died, took too long, or failed as described."""


_idle: list[ProcessPool] = []
_lock = Lock()


def think(
    view: Mapping[str, Any],
    level: str,
    seed: int,
    budget: int | None = None,
    seconds: float | None = None,
    also: str | None = None,
) -> Choice:
    """Return what that level plays, like `choose_in_time`, found in a process of its own.

    Raises ThinkingFailed if the search failed, or exceeded both of its limits: the seconds of one
    core, and PATIENCE times as many by the clock.
    """
    request = {
        "view": view,
        "level": level,
        "seed": seed,
        "budget": budget,
        "seconds": seconds,
        "also": also,
    }
    cap = LEVELS[level].seconds if seconds is None else seconds
    try:
        found = _search(request, seconds=PATIENCE * cap + SPARE_SECONDS)
    except TimeoutError:
        raise ThinkingFailed("it took too long") from None
    except (ProcessExpired, RuntimeError):
        raise ThinkingFailed("it died") from None
    if isinstance(found, str):
        raise ThinkingFailed(found)
    return found


def _search(request: dict[str, Any], *, seconds: float) -> Choice | str:
    try:
        return _search_once(request, seconds=seconds)
    except RuntimeError:
        # The process had died while it was idle, and pebble gives up a pool without processes.
        return _search_once(request, seconds=seconds)


def _search_once(request: dict[str, Any], *, seconds: float) -> Choice | str:
    with _lent_pool() as pool:
        future = pool.schedule(child.search, args=(request,), timeout=seconds)
        try:
            return future.result(START_SECONDS + seconds)
        finally:
            if not future.done():
                pool.stop()


@contextlib.contextmanager
def _lent_pool() -> Iterator[ProcessPool]:
    """Lend a pool that nobody else is using. If its process ends, pebble starts another."""
    pool = _take_idle() or ProcessPool(1, initializer=child.begin, context=SPAWN)
    try:
        yield pool
    finally:
        if pool.active:
            with _lock:
                _idle.append(pool)
        else:
            _end(pool)


def _take_idle() -> ProcessPool | None:
    while True:
        with _lock:
            if not _idle:
                return None
            pool = _idle.pop()
        if pool.active:
            return pool
        _end(pool)


def _end(*pools: ProcessPool) -> None:
    for pool in pools:
        pool.stop()
    for pool in pools:
        pool.join()


def end_processes() -> None:
    """End the processes that nobody is using."""
    with _lock:
        ended = _idle[:]
        _idle.clear()
    _end(*ended)


# Not with `atexit`: in a worker of Celery, multiprocessing first waits for all processes to end.
Finalize(None, end_processes, exitpriority=0)
