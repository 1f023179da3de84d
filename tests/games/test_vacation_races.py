"""Vacations, moves, expiries and new games at the same moment: the time away counts once."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from games import services
from games.models import Game, SiteClock, Vacation
from games.services import vacations
from tests.games.conftest import seconds
from tests.games.test_races import at_once, events, expiry_of, move_of, refusals
from tests.present import present

pytestmark = pytest.mark.django_db(transaction=True)

DAY = 86_400
LATE = seconds(60 + 3)


@pytest.fixture
def clock() -> Iterator[Any]:
    began = dt.datetime(2027, 3, 1, 12, tzinfo=dt.UTC)
    with time_machine.travel(began, tick=False) as traveller:
        services.record_web_alive()
        yield traveller


def leave(user: Any, days: float) -> Any:
    return lambda: services.start_vacation(user, until=timezone.now() + seconds(days * DAY))


def left(game: Game) -> float:
    """Return the days that are left until the deadline."""
    game.refresh_from_db()
    return (present(game.deadline) - timezone.now()).total_seconds() / DAY


@pytest.mark.usefixtures("clock", "both_ways")
def test_a_move_and_a_vacation_of_the_opponent_at_once(dealt: Any, alice: Any, bob: Any) -> None:
    game = dealt(move_time=3 * DAY)
    outcomes = at_once(leave(bob, 5), move_of(game, alice, "9D x 4H 5D"))
    assert refusals(outcomes) == []
    assert events(game) == ["9D x 4H 5D"]
    assert left(game) == 5 + 3


@pytest.mark.usefixtures("clock", "both_ways")
def test_a_move_and_a_vacation_of_whoever_moves_at_once(dealt: Any, alice: Any) -> None:
    game = dealt(move_time=3 * DAY)
    outcomes = at_once(leave(alice, 5), move_of(game, alice, "9D x 4H 5D"))
    assert refusals(outcomes) == []
    assert left(game) == 3
    assert game.seats.get(index=0).vacation == dt.timedelta(0)


def test_a_vacation_begins_once_in_place_of_a_violation(clock: Any, dealt: Any, alice: Any) -> None:
    services.set_automatic_vacation(alice, is_automatic=True)
    game = dealt(move_time=3 * DAY)
    other = dealt(move_time=3 * DAY)
    clock.shift(seconds(3 * DAY) + LATE)
    SiteClock.objects.update(web_seen_at=timezone.now())
    outcomes = at_once(
        *[expiry_of(game)] * 2, *[expiry_of(other)] * 2, move_of(game, alice, "9D x 4H 5D")
    )
    assert outcomes[:4] == [False] * 4
    assert refusals(outcomes) == []
    assert (events(game), events(other)) == (["9D x 4H 5D"], [])
    assert Vacation.objects.count() == 1


def test_of_an_expiry_and_a_vacation_after_it_the_expiry_counts(
    clock: Any, dealt: Any, alice: Any
) -> None:
    game = dealt(move_time=3 * DAY)
    Game.objects.update(deadline=timezone.now() - LATE)
    outcomes = at_once(expiry_of(game), leave(alice, 5))
    assert refusals(outcomes) == []
    assert events(game) == ["timeout"]
    assert left(game) == 5 + 1


@pytest.mark.usefixtures("clock")
def test_a_game_that_begins_at_the_same_moment_knows_of_the_vacation(alice: Any, bob: Any) -> None:
    """The host and the newcomer go on vacation while the game begins."""
    game = services.open_table(alice, variant="casino", kind="open", move_time=3 * DAY)
    outcomes = at_once(
        leave(alice, 5), leave(bob, 5), lambda: services.join_game(game.pk, user=bob)
    )
    assert refusals(outcomes) == []
    assert left(game) == 5 + 3


@pytest.mark.usefixtures("clock")
def test_a_vacation_waits_for_a_seat_that_is_being_taken(
    alice: Any, bob: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The player sits down after the games are found, and before the player is locked."""
    game = services.open_table(alice, variant="casino", kind="open", move_time=3 * DAY)
    services.join_game(game.pk, user=bob)
    find, calls = vacations._games_of, []

    def find_late(user_id: int) -> Any:
        calls.append(user_id)
        return find(user_id) if len(calls) > 1 else Game.objects.none()

    monkeypatch.setattr(vacations, "_games_of", find_late)
    services.start_vacation(bob, until=timezone.now() + seconds(5 * DAY))
    game.refresh_from_db()
    assert len(calls) == 4
    assert left(game) == (3 if game.to_move == 0 else 8)


@pytest.mark.usefixtures("clock")
def test_only_one_of_two_vacations_at_once_begins_and_ends(dealt: Any, alice: Any) -> None:
    game = dealt(move_time=3 * DAY)
    outcomes = at_once(*[leave(alice, 5)] * 3)
    assert refusals(outcomes) == [services.VacationRefused] * 2
    assert left(game) == 8
    outcomes = at_once(*[lambda: services.end_vacation(alice)] * 3)
    assert refusals(outcomes) == [services.VacationRefused] * 2
    assert left(game) == 3


def test_a_vacation_that_ends_as_a_turn_begins_has_given_nothing(
    clock: Any, dealt: Any, alice: Any, bob: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The end of the vacation waits for the game until the opponent has moved."""
    game = dealt(move_time=3 * DAY)
    leave(bob, 5)()
    find = vacations._games_of

    def find_late(user_id: int) -> Any:
        monkeypatch.undo()
        clock.shift(seconds(1))
        move_of(game, alice, "9D x 4H 5D")()
        return find(user_id)

    monkeypatch.setattr(vacations, "_games_of", find_late)
    services.end_vacation(bob)
    assert left(game) == 3
    assert game.seats.get(index=1).vacation == dt.timedelta(0)


@pytest.mark.usefixtures("clock")
def test_two_players_of_the_same_games_leave_at_once(dealt: Any, alice: Any, bob: Any) -> None:
    games = [dealt(move_time=3 * DAY), dealt(bob, alice, move_time=3 * DAY)]
    for _ in range(3):
        outcomes = at_once(leave(alice, 5), leave(bob, 5))
        assert refusals(outcomes) == []
        assert [left(game) for game in games] == [8, 8]
        at_once(
            lambda: services.end_vacation(alice),
            lambda: services.end_vacation(bob),
            services.record_web_alive,
        )
        assert [left(game) for game in games] == [3, 3]
