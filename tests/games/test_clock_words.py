"""The note beside the clock: what will happen when the move time runs out."""

from __future__ import annotations

import datetime as dt

import pytest

from games import rules
from games.messages.names import Names
from games.models import Game, Seat
from games.presenters.clock import clock_note


def note(violations: int, *, viewer: int | None, days: int = 0, bank: int = 0) -> str:
    """Return the note beside the clock of Alice, at seat 0."""
    game = Game(variant="trifecta", status=Game.Status.PLAYING, to_move=0)
    game.move_time, game.bank = days * 86_400 or 60, bank * 86_400
    state = rules.variant("trifecta").position(
        {
            "variant": "trifecta",
            "hands": [["3H"], ["4H"]],
            "table": [],
            "violations": [violations, 0],
        }
    )
    held = (dt.timedelta(hours=30), dt.timedelta(hours=2.5))
    seats = [Seat(index=index, bank=each) for index, each in enumerate(held)]
    now = dt.datetime(2026, 3, 1, tzinfo=dt.UTC)
    return clock_note(game, seats, state, Names(("Alice", "Bob"), viewer), now=now)


@pytest.mark.parametrize(
    ("viewer", "time", "rival"),
    [(0, "your time", "Bob"), (1, "time", "you"), (None, "time", "Bob")],
)
def test_a_violation_gives_the_opponent_a_point_6_2(
    viewer: int | None, time: str, rival: str
) -> None:
    assert note(3, viewer=viewer) == f"If {time} runs out: 1 point to {rival} (violation 4 of 5)"


@pytest.mark.parametrize(
    ("viewer", "words"),
    [
        (0, "If your time runs out, you forfeit"),
        (1, "If time runs out, Alice forfeits"),
        (None, "If time runs out, Alice forfeits"),
    ],
)
def test_the_fifth_violation_forfeits_6_3(viewer: int | None, words: str) -> None:
    assert note(4, viewer=viewer) == f"{words} the game"


@pytest.mark.parametrize("days", [1, 7])
def test_a_later_move_time_over_days_is_told_beside_the_clock_6_2(days: int) -> None:
    assert note(0, viewer=0, days=days) == (
        "If your time runs out: 1 point to Bob (violation 1 of 5), then 1 day more"
    )
    assert note(4, viewer=0, days=days) == "If your time runs out, you forfeit the game"


def test_the_banks_are_told_beside_the_clock_6_1() -> None:
    assert note(0, viewer=1, days=1, bank=3) == (
        "If time runs out: 1 point to you (violation 1 of 5), then 1 day more. "
        "In the bank when this turn began: Alice 30 h 0 min, you 2 h 30 min"
    )
