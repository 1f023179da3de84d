"""Computer players in separate processes: answers, time caps, crashes, and their end."""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from games import rules, thinking
from games.computer import choose
from games.rules.cards import PACK
from games.thinking import child, processes, timer
from tests.processes import ends_with_its_parent, eventually, is_running

LEVELS = ("beginner", "easy", "club", "strong", "master")


@pytest.fixture(autouse=True)
def _no_process_left() -> Iterator[None]:
    thinking.end_processes()
    yield
    thinking.end_processes()


@pytest.fixture
def view() -> dict[str, Any]:
    """Return the view of a seat after some moves of a game of Casino."""
    variant, rng = rules.variant("casino"), random.Random(5)
    deck = list(PACK)
    rng.shuffle(deck)
    state = variant.begin(deck, players=2, starter=0, options={})
    for _ in range(5):
        state = variant.play(state, next(iter(variant.moves(state))))
    document: dict[str, Any] = variant.document(state, state.to_move)
    return document


def children() -> list[int]:
    """Return the ids of the processes that search."""
    return [process.pid for process in multiprocessing.active_children() if process.pid]


def search_by(monkeypatch: pytest.MonkeyPatch, program: str) -> None:
    """Run this expression in place of the search; it may use the names in the request."""
    monkeypatch.setattr(child, "search", partial(eval, program))


@pytest.mark.parametrize("level", LEVELS)
def test_a_choice_is_made_again_from_its_level_seed_and_budget(
    level: str, view: dict[str, Any]
) -> None:
    choice = choose(view, level, 11)
    assert choice.level == level
    again = choose(view, choice.level, choice.seed, choice.budget)
    assert again.move == choice.move
    assert again.view_hash == choice.view_hash


def test_a_choice_ends_when_its_seconds_are_over(view: dict[str, Any]) -> None:
    choice = thinking.choose_in_time(view, "master", 1, budget=10**9, seconds=0.01)
    assert choice.was_cut
    assert 0 < choice.budget < 10**6


def test_a_thread_that_waits_for_the_processor_has_eight_times_as_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = SimpleNamespace(used=5.0, passed=100.0)
    clock = SimpleNamespace(thread_time=lambda: now.used, monotonic=lambda: now.passed)
    monkeypatch.setattr(timer, "time", clock)
    is_time_up = timer.start_timer(1.0)
    now.used, now.passed = 6.0, 108.0
    assert not is_time_up()
    now.used = 6.1
    assert is_time_up()
    now.used, now.passed = 6.0, 108.1
    assert is_time_up()


def test_a_process_gives_the_same_answer_and_is_kept(view: dict[str, Any]) -> None:
    first = thinking.think(view, "strong", 3, seconds=30)
    (process,) = children()
    assert first == choose(view, "strong", 3)
    assert thinking.think(view, "strong", 3, seconds=30) == first
    assert children() == [process]


def test_two_searches_at_the_same_time_have_a_process_each(
    view: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    search_by(monkeypatch, "(__import__('time').sleep(0.5), str(__import__('os').getpid()))[1]")

    def process_of(seed: int) -> str:
        with pytest.raises(thinking.ThinkingFailed) as failed:
            thinking.think(view, "strong", seed)
        return str(failed.value)

    with ThreadPoolExecutor(2) as threads:
        found = set(threads.map(process_of, range(2)))
    assert found == {str(pid) for pid in children()}
    assert len(found) == 2
    thinking.end_processes()
    assert children() == []


def test_a_worker_that_has_searched_can_end(view: dict[str, Any]) -> None:
    """Once Celery has made its logger, multiprocessing waits for all processes before `atexit`."""
    program = f"""
from billiard.util import get_logger
from games import thinking

get_logger()
print(thinking.think({view!r}, "strong", 3).move)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.strip() == choose(view, "strong", 3).move


def test_a_process_gives_way_to_others_and_inherits_no_sockets(view: dict[str, Any]) -> None:
    with socket.socket() as listener:
        listener.set_inheritable(True)
        ours = os.readlink(f"/proc/self/fd/{listener.fileno()}")
        thinking.think(view, "strong", 3)
        (pid,) = children()
        theirs = {os.readlink(path) for path in Path(f"/proc/{pid}/fd").iterdir()}
    assert ours.startswith("socket:")
    assert ours not in theirs
    own = os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, pid) == min(19, own + 5)


def test_a_process_gives_way_to_other_sessions_too(view: dict[str, Any]) -> None:
    if not child.SESSION_NICENESS.exists() or not child.SESSION_NICENESS.read_text():
        pytest.skip("the processor is not shared among sessions here")
    thinking.think(view, "strong", 3)
    (pid,) = children()
    assert Path(f"/proc/{pid}/autogroup").read_text().endswith(" nice 5\n")


def test_a_process_gives_way_in_both_ways_as_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[Any] = []
    monkeypatch.setattr(os, "setsid", lambda: done.append("session"))
    monkeypatch.setattr(os, "nice", done.append)
    monkeypatch.setattr(child, "_let_other_sessions_first", lambda: done.append("sessions first"))
    monkeypatch.setattr(child, "_end_with_parent", lambda: None)
    child.begin()
    assert done == ["session", 5, "sessions first"]


@pytest.mark.parametrize(("failures", "expected"), [(0, ["5"]), (2, ["5"]), (child.TRIES, [])])
def test_a_session_gives_way_once_the_system_lets_it(
    failures: int, expected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = [BlockingIOError] * failures
    written: list[str] = []

    def write(text: str) -> None:
        if answers:
            raise answers.pop()
        written.append(text)

    monkeypatch.setattr(child, "SESSION_NICENESS", SimpleNamespace(write_text=write))
    monkeypatch.setattr(child, "TRY_AGAIN", 0.0)
    child._let_other_sessions_first()
    assert written == expected


def test_a_process_starts_where_the_processor_is_not_shared_among_sessions(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(child, "SESSION_NICENESS", tmp_path / "none" / "autogroup")
    child._let_other_sessions_first()


def test_a_move_that_is_asked_about_is_rated_too(view: dict[str, Any]) -> None:
    variant = rules.variant("casino")
    for move in variant.moves(variant.position(view)):
        choice = choose(view, "strong", 3, also=str(move))
        points, lost, _ = choice.rate(str(move))
        assert str(move) in dict(choice.alternatives)
        assert lost >= 0
        assert points == pytest.approx(choice.alternatives[0][1] - lost)


def test_a_thought_that_takes_too_long_is_ended_with_its_process(
    view: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    thinking.think(view, "strong", 3)
    (process,) = children()
    with monkeypatch.context() as sleeping:
        search_by(sleeping, "__import__('time').sleep(600)")
        sleeping.setattr(processes, "SPARE_SECONDS", 0.1)
        started = time.monotonic()
        with pytest.raises(thinking.ThinkingFailed, match="too long"):
            thinking.think(view, "strong", 3, seconds=0.1)
    assert time.monotonic() - started < 5
    assert not is_running(process)
    assert thinking.think(view, "strong", 3).level == "strong"
    assert len(children()) == 1


def test_a_process_that_never_answers_does_not_hold_up_its_caller(
    view: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as hanging:
        hanging.setattr(child, "begin", partial(time.sleep, 600))
        hanging.setattr(processes, "START_SECONDS", 0.1)
        hanging.setattr(processes, "SPARE_SECONDS", 0.1)
        with pytest.raises(thinking.ThinkingFailed, match="too long"):
            thinking.think(view, "strong", 3, seconds=0.1)
    assert children() == []
    assert thinking.think(view, "strong", 3).level == "strong"


def test_a_process_that_crashes_is_replaced(
    view: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as crashing:
        search_by(crashing, "__import__('os')._exit(1)")
        with pytest.raises(thinking.ThinkingFailed, match="died"):
            thinking.think(view, "strong", 3)
    assert thinking.think(view, "strong", 3).level == "strong"


def test_a_process_that_cannot_start_is_reported(
    view: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as crashing:
        crashing.setattr(child, "begin", partial(os._exit, 1))
        with pytest.raises(thinking.ThinkingFailed, match="died"):
            thinking.think(view, "strong", 3)
    assert thinking.think(view, "strong", 3).level == "strong"


@pytest.mark.parametrize("seconds_later", [0, 1])
def test_a_process_that_died_while_idle_is_replaced(
    view: dict[str, Any], seconds_later: float
) -> None:
    """Ask before and after pebble has noticed."""
    thinking.think(view, "strong", 3)
    (process,) = children()
    os.kill(process, signal.SIGKILL)
    assert eventually(lambda: not is_running(process))
    time.sleep(seconds_later)
    assert thinking.think(view, "strong", 3).level == "strong"
    assert len(children()) == 1


def test_an_error_in_the_process_is_reported_without_its_words(view: dict[str, Any]) -> None:
    with pytest.raises(thinking.ThinkingFailed, match=r"\AInvalidPosition\n  File ") as failed:
        thinking.think({**view, "to_move": None, "hands": "8D"}, "strong", 3)
    assert "players.py" in str(failed.value)
    assert "8D" not in str(failed.value)
    assert len(children()) == 1


def test_a_process_ends_with_its_parent_even_in_the_middle_of_a_thought(
    view: dict[str, Any],
) -> None:
    """Kill the parent, so that it cannot end the process itself."""
    program = (
        "import json, multiprocessing, sys, threading, time\n"
        "from games import thinking\n"
        "request = json.loads(sys.argv[1])\n"
        "thinking.think(request['view'], 'club', 1)\n"
        "threading.Thread(target=lambda: thinking.think(**request), daemon=True).start()\n"
        "time.sleep(0.3)\n"
        "print(multiprocessing.active_children()[0].pid, flush=True)\n"
        "time.sleep(600)\n"
    )
    endless = {"view": view, "level": "master", "seed": 1, "budget": 10**12, "seconds": 600}
    assert ends_with_its_parent(program, json.dumps(endless))
