"""The one supervisor: it starts again what ends, and stops everything together.

Our own: honcho stops all when one process ends, circus and supervisord are servers to configure,
and if one of the three is killed, its children live on. None of them looks after threads.
"""

from __future__ import annotations

import ctypes
import logging
import os
import signal
import subprocess
import time
from collections.abc import Sequence
from functools import partial
from typing import Any, Protocol

from django.conf import settings

logger = logging.getLogger("config")

LOOK_SECONDS = 0.2
RESPAWN_SECONDS = 1.0
STOP_SECONDS = 7.0
LIBC = ctypes.CDLL(None)


class Child(Protocol):
    """A process or a thread that should be running."""

    name: str

    def start(self) -> None: ...

    def is_alive(self) -> bool: ...

    def stop(self) -> None:
        """Ask it to stop."""

    def wait(self, seconds: float) -> None:
        """Wait for its end for that long, and then end it if that is possible."""


class Supervisor:
    """Keeps its children running until it is told to stop."""

    def __init__(self, children: Sequence[Child]) -> None:
        self.children = children
        self._running: set[str] = set()
        self._start_at = {child.name: 0.0 for child in children}
        self._is_stopping = False

    def run(self) -> None:
        """Start the children, and those again that end, until `stop` is called; then end all."""
        while not self._is_stopping:
            for child in self.children:
                self._look_after(child)
            time.sleep(LOOK_SECONDS)
        self._end_all()

    def stop(self, *_: Any) -> None:
        """Let `run` end soon. This is also a handler of signals."""
        self._is_stopping = True

    def _look_after(self, child: Child) -> None:
        if child.is_alive():
            self._running.add(child.name)
        elif child.name in self._running:
            logger.error("%s ended and will be started again", child.name)
            self._running.discard(child.name)
            self._start_at[child.name] = time.monotonic() + RESPAWN_SECONDS
        elif time.monotonic() >= self._start_at[child.name]:
            self._running.add(child.name)
            try:
                child.start()
            except Exception:
                logger.exception("%s did not start", child.name)

    def _end_all(self) -> None:
        until = time.monotonic() + STOP_SECONDS
        started = [child for child in reversed(self.children) if child.is_alive()]
        for child in started:
            child.stop()
        for child in started:
            child.wait(max(0.0, until - time.monotonic()))


class Process:
    """A command that runs in a process of its own, which never outlives this one."""

    def __init__(
        self, name: str, command: Sequence[str], *, descriptors: Sequence[int] = ()
    ) -> None:
        self.name, self.command, self.descriptors = name, command, descriptors
        self.popen: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.popen = subprocess.Popen(  # noqa: S603 (our own commands)
            self.command,
            cwd=settings.BASE_DIR,
            pass_fds=self.descriptors,
            start_new_session=True,  # this process passes a Ctrl-C on
            preexec_fn=partial(_die_with, os.getpid()),
        )

    def is_alive(self) -> bool:
        return self.popen is not None and self.popen.poll() is None

    def stop(self) -> None:
        assert self.popen is not None
        self.popen.terminate()

    def wait(self, seconds: float) -> None:
        assert self.popen is not None
        try:
            self.popen.wait(seconds)
        except subprocess.TimeoutExpired:
            self.popen.kill()
            self.popen.wait()


def _die_with(parent: int) -> None:
    """Have the kernel kill this process when its parent is gone, for whatever reason.

    Not with SIGTERM: a program that is just starting may lose its handler's exception.
    """
    LIBC.prctl(1, signal.SIGKILL)
    if os.getppid() != parent:  # it was killed before the line above
        os._exit(1)
