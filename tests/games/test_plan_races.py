"""Plans against moves at the same moment, in real transactions: a plan is played once or never."""

from __future__ import annotations

from typing import Any

import pytest

from games import services
from games.models import Event, Game, Plan, Seat
from tests.games.conftest import state_of
from tests.games.test_plans import DAY, plan
from tests.games.test_races import at_once, expiry_of, move_of, refusals
from tests.games.test_races import processes as processes

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("processes")]


@pytest.fixture
def game(dealt: Any) -> Any:
    return dealt(move_time=DAY)


def made(game: Game) -> list[tuple[str, bool]]:
    events = Event.objects.filter(game=game).order_by("number")[2:]
    state_of(game)  # what is stored can be played again
    return [(event.text, event.is_planned) for event in events]


def test_the_same_move_many_times_at_once_plays_a_plan_once(
    game: Game, alice: Any, bob: Any
) -> None:
    plan(game, bob, "drop 8C", "8D x 8C")
    outcomes = at_once(*[move_of(game, alice, "8C")] * 6)
    assert refusals(outcomes) == []
    assert made(game) == [("8C", False), ("8D x 8C", True)]
    assert Game.objects.get().to_move == 0


def test_plans_that_are_cancelled_while_the_move_is_made_are_played_or_gone(
    game: Game, alice: Any, bob: Any
) -> None:
    plan(game, bob, "drop 8C", "8D x 8C")
    cancel = lambda: services.cancel_plans(game.pk, user_id=bob.pk)  # noqa: E731
    assert refusals(at_once(move_of(game, alice, "8C"), cancel)) == []
    is_played = Plan.objects.filter(outcome="played").exists()
    assert made(game) == [("8C", False), ("8D x 8C", True)][: 1 + is_played]
    assert not Plan.objects.filter(outcome="").exists()


def test_a_plan_that_is_made_while_the_turn_comes_waits_for_no_later_turn(
    game: Game, alice: Any, bob: Any
) -> None:
    late = lambda: plan(game, bob, "whatever", "QC", seen=2)  # noqa: E731
    outcomes = at_once(move_of(game, alice, "8C"), late)
    is_planned = refusals(outcomes) == []
    assert made(game) == [("8C", False), ("QC", True)][: 1 + is_planned]
    assert not Plan.objects.filter(outcome="").exists()


def test_four_plans_at_once_are_three(game: Game, bob: Any) -> None:
    calls = [lambda rank=rank: plan(game, bob, f"drop {rank}", "QC", seen=2) for rank in "3479"]
    assert len(refusals(at_once(*calls))) == 1
    assert sorted(Plan.objects.values_list("place", flat=True)) == [1, 2, 3]


def test_quitting_while_a_plan_is_played_ends_the_game_once(
    game: Game, alice: Any, bob: Any
) -> None:
    plan(game, bob, "whatever", "QC")
    quit_game = lambda: services.quit_game(game.pk, user_id=bob.pk)  # noqa: E731
    at_once(move_of(game, alice, "8C"), quit_game, expiry_of(game))
    assert Game.objects.get().status == "finished"
    assert not Plan.objects.exists()
    assert Seat.objects.filter(result="won").count() == 1
