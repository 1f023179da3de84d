"""Analysed games, whose computer player thinks no time at all."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from games import rules, services, tasks
from games.computer import Choice
from games.models import Game
from games.snapshots import Snapshot
from tests.games.whole_games import Table, play_game

BEST = 2.0


def think_quickly(view: Any, level: str, seed: int, *, seconds: float, also: str) -> Choice:
    """Rate the first legal move best, two points above all others."""
    variant = rules.variant(view["variant"])
    best, *others = map(str, variant.moves(variant.position(view)))
    moves = ((best, BEST), *((other, 0.0) for other in others))
    return Choice(moves, level, seed, view_hash="", budget=1)


@pytest.fixture(autouse=True)
def _quick_thoughts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "think", think_quickly)
    monkeypatch.setattr(tasks, "expect_line", lambda rules, state, move, seed: (move,))


@pytest.fixture
def queued(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list of slices that are queued."""
    slices: list[str] = []
    monkeypatch.setattr(tasks.analyse_games, "delay", lambda: slices.append("slice"))
    return slices


@pytest.fixture
def one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "SLICE_SECONDS", -1)


def run_all(queued: list[str]) -> None:
    tasks.analyse_games()
    while queued:
        queued.pop(0)
        tasks.analyse_games()


@pytest.fixture
def analysed(finished: Any, alice: Any, queued: Any) -> Callable[..., Game]:
    """Return a function that finishes a game of alice and bob and has it analysed."""

    def analyse(**options: Any) -> Game:
        game: Game = finished(**options)
        services.ask_analysis(game.pk, user=alice, now=timezone.now())
        run_all(queued)
        return game

    return analyse


@pytest.fixture
def many(alice: Any, bob: Any, carol: Any, queued: list[str]) -> Snapshot:
    """Return an analysed game of three people and a computer player, which took over bob's seat."""
    table = Table("casino", 4, {"target": None}, quits=(1, 9))
    snapshot = play_game(table, [alice, bob, carol], random.Random(5))
    services.ask_analysis(snapshot.game.pk, user=alice, now=timezone.now())
    run_all(queued)
    return snapshot
