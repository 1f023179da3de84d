"""Computer players in separate processes: answers, time caps, crashes, and their end."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from games import rules, thinking
from games.rules.cards import PACK
from games.thinking import processes

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


def eventually(question: Callable[[], bool], seconds: float = 10) -> bool:
    until = time.monotonic() + seconds
    while not question():
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True


def is_running(pid: int) -> bool:
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def think_by(monkeypatch: pytest.MonkeyPatch, program: str) -> None:
    """Run this program in place of the computer player."""
    monkeypatch.setattr(processes, "COMMAND", (sys.executable, "-c", program))


@pytest.mark.parametrize("level", LEVELS)
def test_a_choice_is_made_again_from_its_level_seed_and_budget(
    level: str, view: dict[str, Any]
) -> None:
    answer = thinking.find_answer(view, level, 11, seconds=30)
    assert answer.level == level
    again = thinking.repeat_answer(view, answer.level, answer.seed, answer.budget)
    assert again.move == answer.move
    assert again.view_hash == answer.view_hash


def test_a_process_gives_the_same_answer_and_is_kept(view: dict[str, Any]) -> None:
    first = thinking.think(view, "strong", 3, seconds=30)
    (process,) = processes._idle
    assert first == thinking.find_answer(view, "strong", 3, seconds=30)
    assert thinking.think(view, "strong", 3, seconds=30) == first
    assert processes._idle == [process]


def test_a_move_that_is_asked_about_is_rated_too(view: dict[str, Any]) -> None:
    variant = rules.variant("casino")
    for move in variant.moves(variant.position(view)):
        answer = thinking.find_answer(view, "strong", 3, seconds=30, also=str(move))
        points, lost = thinking.rate_move(answer, str(move))
        assert str(move) in dict(answer.alternatives)
        assert lost >= 0
        assert points == pytest.approx(answer.alternatives[0][1] - lost)


def test_a_thought_that_takes_too_long_is_ended_with_its_process(
    view: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    think_by(monkeypatch, "import time; print('{}', flush=True); time.sleep(600)")
    monkeypatch.setattr(processes, "SPARE_SECONDS", 0.1)
    pids: list[int] = []
    end = processes.ThinkingProcess.end
    monkeypatch.setattr(
        processes.ThinkingProcess, "end", lambda self: (pids.append(self.pid), end(self))
    )
    with pytest.raises(thinking.ThinkingFailed, match="too long"):
        thinking.think(view, "strong", 3, seconds=0.1)
    (pid,) = pids
    assert not is_running(pid)
    assert processes._idle == []


def test_a_process_that_crashes_is_replaced(
    view: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as crashing:
        think_by(crashing, "print('{}', flush=True); input(); raise SystemExit(1)")
        with pytest.raises(thinking.ThinkingFailed, match="died"):
            thinking.think(view, "strong", 3)
    assert thinking.think(view, "strong", 3).level == "strong"


def test_a_process_that_died_while_idle_is_replaced(view: dict[str, Any]) -> None:
    thinking.think(view, "strong", 3)
    (process,) = processes._idle
    os.kill(process.pid, signal.SIGKILL)
    assert eventually(lambda: not process.is_alive())
    assert thinking.think(view, "strong", 3).level == "strong"


def test_only_the_kind_of_an_error_in_the_process_is_reported(view: dict[str, Any]) -> None:
    with pytest.raises(thinking.ThinkingFailed, match=r"\AValueError\Z|\AInvalidPosition\Z"):
        thinking.think({**view, "to_move": None, "hands": "8D"}, "strong", 3)
    assert len(processes._idle) <= 1


def test_a_process_ends_with_its_parent_even_in_the_middle_of_a_thought(
    view: dict[str, Any],
) -> None:
    """Kill the parent, so that it cannot end the process itself."""
    program = (
        "import json, sys, threading, time\n"
        "from games.thinking import processes\n"
        "process = processes.ThinkingProcess()\n"
        "ask = lambda: process.ask(json.loads(sys.argv[1]), seconds=600)\n"
        "threading.Thread(target=ask, daemon=True).start()\n"
        "while not process._is_ready: time.sleep(0.01)\n"
        "time.sleep(0.3)\n"
        "print(process.pid, flush=True)\n"
        "time.sleep(600)\n"
    )
    endless = {"view": view, "level": "master", "seed": 1, "budget": 10**12, "seconds": 600}
    parent = subprocess.Popen(
        [sys.executable, "-c", program, json.dumps(endless)],
        cwd=processes.ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    assert is_running(child)
    parent.kill()
    parent.wait()
    parent.stdout.close()
    assert eventually(lambda: not is_running(child))
