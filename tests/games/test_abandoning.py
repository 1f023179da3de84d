"""Whoever keeps abandoning live games has a pause before the next one with strangers."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games import services
from games.models import Event, Game, Seat
from games.services.abandoning import COUNTED_FOR, FIRST_PAUSE, LONGEST_PAUSE, TOLERATED
from tests.games.pages import messages_of

pytestmark = pytest.mark.django_db
Abandon = Callable[..., None]
SECOND = dt.timedelta(seconds=1)


@pytest.fixture
def abandon(picking: Callable[..., Game], alice: User, bob: User) -> Abandon:
    """Return a function that stores finished games in which alice ran out of time so often."""

    def store(games: int, *, violations: int = 5, against: str = "", **fields: Any) -> None:
        for number in range(games):
            game = picking(move_time=259200, counts_vacation=False)
            fields = {"status": "finished", "move_time": 60, "deadline": None, **fields}
            Game.objects.filter(pk=game.pk).update(**fields)
            seats = Seat.objects.filter(game=game)
            seats.update(finished_at=timezone.now())
            if against:
                seats.filter(user=bob).update(user=None, computer=against)
            Event.objects.bulk_create(
                Event(game=game, number=100 + number, kind="timeout", seat=0, at=timezone.now())
                for number in range(violations)
            )

    return store


def seek(user: User, move_time: int = 60) -> Game:
    return services.play_now(user, variant="trifecta", move_times=[move_time])


def open_table(user: User, kind: str, **options: Any) -> Game:
    return services.open_table(user, variant="trifecta", move_time=60, kind=kind, **options)


def test_a_player_who_abandons_three_live_games_has_a_pause_that_ends(
    abandon: Abandon, alice: User, bob: User, clock: Any
) -> None:
    abandon(TOLERATED)
    services.leave_game(seek(alice).pk, user=alice)
    clock.shift(FIRST_PAUSE)
    abandon(1)
    with pytest.raises(services.SeatRefused) as refused:
        seek(alice)
    services.leave_game(seek(bob).pk, user=bob)  # the opponent has no pause
    assert refused.value.fact["count"] == 3
    assert refused.value.fact["seconds"] == FIRST_PAUSE.total_seconds()
    clock.shift(FIRST_PAUSE - SECOND)
    with pytest.raises(services.SeatRefused):
        seek(alice)
    clock.shift(SECOND)
    assert seek(bob) == seek(alice)


def test_each_further_game_doubles_the_pause_up_to_a_day(
    abandon: Abandon, alice: User, clock: Any
) -> None:
    abandon(4)
    with pytest.raises(services.SeatRefused) as refused:
        seek(alice)
    assert refused.value.fact["seconds"] == 2 * FIRST_PAUSE.total_seconds()
    abandon(10)
    with pytest.raises(services.SeatRefused) as refused:
        seek(alice)
    assert refused.value.fact["seconds"] == LONGEST_PAUSE.total_seconds()
    abandon(26)  # of games with invited players too: no number is too large
    with pytest.raises(services.SeatRefused) as refused:
        seek(alice)
    assert refused.value.fact["count"] == 40
    assert refused.value.fact["seconds"] == LONGEST_PAUSE.total_seconds()


def test_what_is_older_than_a_week_is_forgotten(abandon: Abandon, alice: User, clock: Any) -> None:
    abandon(2)
    clock.shift(COUNTED_FOR)
    abandon(1)
    assert seek(alice).status == Game.Status.WAITING


@pytest.mark.parametrize(
    "stored",
    [
        {"violations": 4},
        {"against": "easy"},
        {"move_time": 259200},
        {"status": "cancelled"},
        {"variant": "of another release"},
    ],
    ids=str,
)
def test_only_known_live_games_against_people_lost_on_time_count(
    abandon: Abandon, alice: User, stored: dict[str, Any]
) -> None:
    abandon(TOLERATED + 1, **stored)
    assert seek(alice).status == Game.Status.WAITING


def test_the_pause_is_for_live_games_with_strangers_only(
    abandon: Abandon, alice: User, bob: User, carol: User, dave: User
) -> None:
    open_to_all, place, linked = open_table(bob, "open"), seek(carol), open_table(dave, "link")
    abandon(TOLERATED + 1)
    for game in (open_to_all, place):
        with pytest.raises(services.SeatRefused, match="paused"):
            services.join_game(game.pk, user=alice)
    with pytest.raises(services.SeatRefused, match="paused"):
        open_table(alice, "open")
    assert seek(alice, 259200).status == Game.Status.WAITING
    services.leave_game(open_table(alice, "invitation", invited=bob).pk, user=alice)
    game = services.play_computer(alice, variant="casino", move_time=60, levels=["easy"])
    services.quit_game(game.pk, user_id=alice.pk)
    services.join_game(linked.pk, user=alice)


def test_a_sentence_says_how_long_it_lasts(abandon: Abandon, as_alice: Client, clock: Any) -> None:
    abandon(TOLERATED + 1)
    page = as_alice.post("/play/", {"variant": "trifecta", "move_time": "60"}, follow=True)
    assert messages_of(page) == (
        "In the last week you left 3 live games to the clock. You can look for live opponents "
        "again in 15 minutes. Until then you can play games over days, or against the computer."
    )


def test_it_is_looked_up_by_one_query(abandon: Abandon, alice: User) -> None:
    from django.db import connection

    abandon(TOLERATED)
    with CaptureQueriesContext(connection) as asked:
        seek(alice)
    assert sum("finished_at" in each["sql"] and "COUNT" in each["sql"] for each in asked) == 1
