"""Searches in processes of their own, which are ended when they take too long.

A process is started when it is needed and kept for the next search, so there are as many of them
as there ever were searches at the same time.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from threading import Lock
from typing import Any

from games.computer import LEVELS, PATIENCE
from games.thinking.answers import Answer

ROOT = Path(__file__).resolve().parent.parent.parent
COMMAND = (sys.executable, "-m", "games.thinking.child")
START_SECONDS = 10.0
SPARE_SECONDS = 2.0
"""How much longer than its own limits a search may take before its process is killed."""


class ThinkingFailed(Exception):
    """No answer came: the process died, took too long, or failed with the error named."""


class ThinkingProcess:
    """A process that answers one request after another."""

    def __init__(self) -> None:
        # In a session of its own, which the terminal's Ctrl-C does not reach.
        self._process = subprocess.Popen(  # noqa: S603 (our own program)
            COMMAND,
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._read = b""
        self._is_ready = False

    @property
    def pid(self) -> int:
        return self._process.pid

    def is_alive(self) -> bool:
        return self._process.poll() is None

    def ask(self, request: Mapping[str, Any], *, seconds: float) -> dict[str, Any]:
        """Return the answer to a request. Raises ThinkingFailed if none comes in that time."""
        if not self._is_ready:
            self._receive(START_SECONDS)
            self._is_ready = True
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(request).encode() + b"\n")
            self._process.stdin.flush()
        except OSError as error:
            raise ThinkingFailed("it died") from error
        return self._receive(seconds)

    def _receive(self, seconds: float) -> dict[str, Any]:
        assert self._process.stdout is not None
        descriptor, until = self._process.stdout.fileno(), time.monotonic() + seconds
        # Not select(): it handles descriptors below 1024 only, and every socket has one.
        waiting = select.poll()
        waiting.register(descriptor, select.POLLIN)
        while b"\n" not in self._read:
            left = until - time.monotonic()
            if left <= 0 or not waiting.poll(left * 1000):
                raise ThinkingFailed("it took too long")
            more = os.read(descriptor, 65536)
            if not more:
                raise ThinkingFailed("it died")
            self._read += more
        line, _, self._read = self._read.partition(b"\n")
        document: dict[str, Any] = json.loads(line)
        return document

    def end(self) -> None:
        """Kill the process and forget it."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with contextlib.suppress(OSError):
                pipe.close()


_idle: list[ThinkingProcess] = []
_lock = Lock()


def think(
    view: Mapping[str, Any],
    level: str,
    seed: int,
    budget: int | None = None,
    seconds: float | None = None,
    also: str | None = None,
) -> Answer:
    """Return what that level plays, like `find_answer`, found in a process of its own.

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
    with _lent_process() as process:
        document = process.ask(request, seconds=PATIENCE * cap + SPARE_SECONDS)
    if "error" in document:
        raise ThinkingFailed(document["error"])
    alternatives = tuple((move, points) for move, points in document.pop("alternatives"))
    return Answer(**document, alternatives=alternatives)


@contextlib.contextmanager
def _lent_process() -> Iterator[ThinkingProcess]:
    """Lend a process that nobody else is using, and end it if anything goes wrong."""
    process = _take_idle() or ThinkingProcess()
    try:
        yield process
    except BaseException:
        process.end()
        raise
    with _lock:
        _idle.append(process)


def _take_idle() -> ThinkingProcess | None:
    while True:
        with _lock:
            if not _idle:
                return None
            process = _idle.pop()
        if process.is_alive():
            return process
        process.end()


def end_processes() -> None:
    """End the processes that nobody is using."""
    with _lock:
        ended = _idle[:]
        _idle.clear()
    for process in ended:
        process.end()


atexit.register(end_processes)
