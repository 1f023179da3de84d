"""The supervisor starts again what ends, and leaves nothing behind."""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from config import supervisor
from config.supervisor import Child, Process, Supervisor
from tests.processes import ends_with_its_parent, eventually, is_running

pytestmark = pytest.mark.once
SLEEPER = [sys.executable, "-c", "import time; time.sleep(600)"]
STUBBORN = [
    sys.executable,
    "-c",
    "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); "
    "print(flush=True); time.sleep(600)",
]
SUPERVISING = f"""
import threading, django
django.setup()
from config.supervisor import Process, Supervisor
sleeper = Process("a sleeper", {SLEEPER!r})
threading.Timer(1, lambda: print(sleeper.popen.pid, flush=True)).start()
Supervisor([sleeper]).run()
"""

Supervise = Callable[..., Supervisor]


class Thread:
    """A child that is a thread; it ends when it is asked to, or when a test says so."""

    name = "a thread"

    def __init__(self) -> None:
        self.starts: list[float] = []
        self.failures = 0
        self.thread: threading.Thread | None = None

    def start(self) -> None:
        self.starts.append(time.monotonic())
        if self.failures:
            self.failures -= 1
            raise OSError("no thread is available")
        self.end = threading.Event()
        self.thread = threading.Thread(target=self.end.wait, daemon=True)
        self.thread.start()

    def is_alive(self) -> bool:
        return self.thread is not None and self.thread.is_alive()

    def stop(self) -> None:
        self.end.set()

    def wait(self, seconds: float) -> None:
        assert self.thread is not None
        self.thread.join(seconds)


@pytest.fixture
def supervise() -> Iterator[Supervise]:
    """Return a function that supervises children, and stops when the test ends."""
    running: list[tuple[Supervisor, threading.Thread]] = []

    def begin(*children: Child) -> Supervisor:
        boss = Supervisor(children)
        thread = threading.Thread(target=boss.run)
        thread.start()
        running.append((boss, thread))
        return boss

    yield begin
    for boss, thread in running:
        boss.stop()
        thread.join()
        assert not any(child.is_alive() for child in boss.children)


def pid_of(process: Process) -> int:
    assert process.popen is not None
    return process.popen.pid


def test_a_process_that_ends_is_started_again_after_a_second(
    supervise: Supervise, caplog: pytest.LogCaptureFixture
) -> None:
    one, other = Process("one", SLEEPER), Process("other", SLEEPER)
    supervise(one, other)
    assert eventually(lambda: one.is_alive() and other.is_alive())
    before, others = pid_of(one), pid_of(other)
    os.kill(before, signal.SIGKILL)
    killed_at = time.monotonic()
    assert eventually(lambda: pid_of(one) != before)
    assert time.monotonic() - killed_at >= 1
    assert one.is_alive()
    assert pid_of(other) == others
    assert [(record.levelno, record.message) for record in caplog.records] == [
        (logging.ERROR, "one ended and will be started again")
    ]


def test_a_thread_that_ends_is_started_again_after_a_second(supervise: Supervise) -> None:
    thread = Thread()
    supervise(thread)
    assert eventually(thread.is_alive)
    thread.end.set()
    assert eventually(lambda: len(thread.starts) == 2 and thread.is_alive())
    assert thread.starts[1] - thread.starts[0] >= 1


def test_what_already_runs_is_only_looked_after(supervise: Supervise) -> None:
    thread = Thread()
    thread.start()
    supervise(thread)
    time.sleep(0.5)
    assert len(thread.starts) == 1
    thread.end.set()
    ended_at = time.monotonic()
    assert eventually(lambda: len(thread.starts) == 2 and thread.is_alive())
    assert thread.starts[1] - ended_at >= 1


def test_what_does_not_start_is_tried_again(
    supervise: Supervise, caplog: pytest.LogCaptureFixture
) -> None:
    thread = Thread()
    thread.failures = 1
    supervise(thread)
    assert eventually(thread.is_alive)
    assert thread.starts[1] - thread.starts[0] >= 1
    assert "a thread did not start" in caplog.text


def test_a_process_that_ignores_a_stop_is_killed(
    monkeypatch: pytest.MonkeyPatch, supervise: Supervise
) -> None:
    monkeypatch.setattr(supervisor, "STOP_SECONDS", 0.5)
    stubborn, sleeper = Process("stubborn", STUBBORN), Process("sleeper", SLEEPER)
    boss = supervise(stubborn, sleeper)
    assert eventually(lambda: stubborn.is_alive() and sleeper.is_alive())
    time.sleep(0.5)
    boss.stop()
    assert eventually(lambda: not is_running(pid_of(stubborn)) and not is_running(pid_of(sleeper)))
    ended = stubborn.popen, sleeper.popen
    assert eventually(lambda: [each and each.returncode for each in ended] == [-9, -15])


def test_no_process_outlives_a_killed_supervisor() -> None:
    assert ends_with_its_parent(SUPERVISING, DJANGO_SETTINGS_MODULE="config.settings")
