"""An outage costs nobody anything, however short it is and however it ends (6)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from games import services, tasks
from games.models import AWAY_AFTER, REST, Game, SiteClock
from games.services.outage import end_outage, is_resting
from tests.games.conftest import seconds
from tests.games.test_races import at_once, refusals
from tests.present import present

pytestmark = pytest.mark.django_db

DAY = 86_400
MOVE = "9D x 4H 5D"


@pytest.fixture
def clock() -> Iterator[Any]:
    began = dt.datetime(2027, 3, 1, 12, tzinfo=dt.UTC)
    with time_machine.travel(began, tick=False) as traveller:
        services.record_web_alive()
        yield traveller


def serve(clock: Any, time: float) -> None:
    """Let a web process serve for so many seconds."""
    clock.shift(seconds(time))
    SiteClock.objects.update(web_seen_at=timezone.now())


def ask() -> bool:
    """Ask a web process for its first page."""
    return services.begin_serving(asked_at=timezone.now())


def left(game: Game) -> float:
    game.refresh_from_db()
    return (present(game.deadline) - timezone.now()).total_seconds()


def timeouts(game: Game) -> int:
    return game.events.filter(kind="timeout").count()


@pytest.mark.parametrize("away", [0.4, 2, 12.9, 26, 3600])
@pytest.mark.parametrize(("had", "has"), [(1, 15), (5, 15), (15, 15), (40, 40)])
def test_a_restart_takes_nothing_from_a_turn_and_leaves_15_seconds(
    clock: Any, dealt: Any, away: float, had: float, has: float
) -> None:
    game = dealt()
    serve(clock, 60 - had)
    services.record_web_stopped()
    clock.shift(seconds(away))
    tasks.sweep()
    assert ask()
    assert left(game) == has
    assert game.clock_extended_by == round(away)
    tasks.sweep()
    assert timeouts(game) == 0


@pytest.mark.parametrize(("away", "told"), [(1, True), (0.4, False)])
def test_players_are_told_of_a_second_and_not_of_less_than_half_a_second(
    clock: Any, dealt: Any, as_bob: Any, away: float, told: bool
) -> None:
    game = dealt()
    services.record_web_stopped()
    clock.shift(seconds(away))
    assert ask()
    assert left(game) == 60
    page = as_bob.get(game.get_absolute_url()).content.decode()
    sentence = "The site was down for 1 second. That time has been added to the clock."
    assert (sentence in page, "The site was down" in page) == (told, told)


@pytest.mark.parametrize("away", [3.1, 12.9, 26])
def test_a_killed_process_costs_no_more_than_one_that_stops(
    clock: Any, dealt: Any, away: float
) -> None:
    game = dealt()
    serve(clock, 20)
    clock.shift(seconds(away))
    assert ask()
    assert left(game) == 40
    serve(clock, 10)
    assert left(game) == 30


def test_an_outage_is_given_back_once(clock: Any, dealt: Any) -> None:
    game = dealt()
    services.record_web_stopped()
    clock.shift(seconds(10))
    assert ask()
    services.record_web_alive()
    assert not end_outage()
    assert left(game) == 60


def test_two_processes_that_come_back_at_once_give_the_time_back_once(
    clock: Any, dealt: Any, before_the_lock: Any
) -> None:
    game = dealt()
    services.record_web_stopped()
    clock.shift(seconds(10))
    before_the_lock(end_outage, of=SiteClock)
    assert not end_outage()
    assert left(game) == 60


def test_only_after_an_outage_that_stopped_games_is_there_a_warning_and_a_rest(
    clock: Any, dealt: Any, alice: Any, caplog: pytest.LogCaptureFixture
) -> None:
    rests = []
    services.quit_game(dealt().pk, user_id=alice.pk)
    for start in (lambda: None, dealt):
        start()
        services.record_web_stopped()
        clock.shift(seconds(10))
        assert end_outage()
        rests.append(is_resting(now=timezone.now()))
    levels = [record.levelname for record in caplog.records if "was away" in record.message]
    assert (levels, rests) == (["INFO", "WARNING"], [False, True])


def test_a_site_on_which_nobody_has_played_yet_was_not_away(
    clock: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """Its clock is created when it first starts, and its first page comes later."""
    services.record_web_absent()
    clock.shift(seconds(2))
    assert ask()
    assert "was away" not in caplog.text


def test_a_stop_is_noted_although_the_database_was_away_before(clock: Any, dealt: Any) -> None:
    """The stop is no sign of life: nobody could move since the last one."""
    game = dealt()
    clock.shift(AWAY_AFTER + seconds(1))
    services.record_web_stopped()
    clock.shift(seconds(1))
    assert ask()
    assert left(game) == 60


def test_a_stop_is_noted_although_the_clock_was_just_set_back(clock: Any, dealt: Any) -> None:
    game = dealt()
    clock.shift(seconds(-0.5))
    services.record_web_stopped()
    clock.shift(seconds(2))
    assert ask()
    assert left(game) == 60


def test_a_crash_loop_is_no_sign_of_life(clock: Any, dealt: Any) -> None:
    """Of four requests one is answered. Each process dies soon after it has served a page."""
    game = dealt()
    serve(clock, 55)
    for _ in range(20):
        for _ in range(6):
            clock.shift(seconds(1))
            tasks.sweep()
        services.record_web_absent()
        assert ask()
        serve(clock, 2)
        tasks.sweep()
    assert timeouts(game) == 0
    assert left(game) > 10


def test_a_process_that_dies_at_its_first_page_leaves_the_clock_where_it_was(
    clock: Any, dealt: Any
) -> None:
    game = dealt()
    serve(clock, 55)
    for _ in range(10):
        clock.shift(seconds(6))
        assert ask()
        assert left(game) == 15


def test_nothing_ends_in_the_first_15_seconds_after_an_outage(
    clock: Any, dealt: Any, alice: Any, bob: Any, play: Any
) -> None:
    live, slow = dealt(), dealt(move_time=DAY)
    place = services.play_now(bob, variant="casino", move_times=[DAY])
    Game.objects.filter(pk=slow.pk).update(
        deadline=timezone.now() - seconds(600), warns_at=timezone.now()
    )
    Game.objects.filter(pk=place.pk).update(seen_at=timezone.now() - seconds(15 * DAY))
    services.record_web_stopped()
    clock.shift(seconds(5))
    ask()
    Game.objects.filter(pk=live.pk).update(deadline=timezone.now() - seconds(60))
    serve(clock, (REST - seconds(0.1)).total_seconds())
    tasks.sweep()
    assert [timeouts(live), timeouts(slow)] == [0, 0]
    assert not services.warn_of_deadline(slow.pk)
    assert Game.objects.get(pk=place.pk).status == "waiting"
    play(live, alice, MOVE)
    serve(clock, 0.1)
    tasks.sweep()
    assert [timeouts(live), timeouts(slow)] == [0, 1]
    assert Game.objects.get(pk=place.pk).status == "cancelled"


def test_a_new_site_ends_turns_at_once(dealt: Any) -> None:
    game = dealt()
    services.record_web_alive()
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - seconds(60))
    tasks.sweep()
    assert timeouts(game) == 1


def test_whoever_waits_keeps_the_place_through_restart_after_restart(
    clock: Any, alice: Any
) -> None:
    place = services.play_now(alice, variant="casino", move_times=[60])
    for _ in range(5):
        serve(clock, 5)
        services.record_web_stopped()
        clock.shift(seconds(40))
        ask()
    assert present(Game.objects.get(pk=place.pk).seen_at) == timezone.now() - seconds(25)
    assert place.seats.get().seen_at == timezone.now() - seconds(25)
    serve(clock, 4)
    tasks.sweep()
    assert Game.objects.get(pk=place.pk).status == "waiting"


def test_after_an_outage_open_pages_are_behind_whatever_a_power_cut_has_taken(
    clock: Any, dealt: Any, oscar: Any
) -> None:
    running, waiting = dealt(), services.play_now(oscar, variant="casino", move_times=[60])
    before = {game.pk: game.version for game in Game.objects.all()}
    serve(clock, 5)
    clock.shift(seconds(40))
    ask()
    after = {game.pk: game.version for game in Game.objects.all()}
    assert after[running.pk] > before[running.pk] + 1000
    assert after[waiting.pk] > before[waiting.pk] + 1000


def test_a_player_who_is_called_has_15_seconds_after_an_outage(clock: Any, alice: Any) -> None:
    place = services.play_now(alice, variant="casino", move_times=[60])
    Game.objects.filter(pk=place.pk).update(called_until=timezone.now() + seconds(2))
    services.record_web_stopped()
    clock.shift(seconds(3))
    ask()
    assert Game.objects.get(pk=place.pk).called_until == timezone.now() + REST


def test_a_game_without_a_timer_says_nothing_of_an_outage(
    clock: Any, alice: Any, client_of: Any
) -> None:
    game = services.play_computer(alice, variant="casino", move_time=0, levels=["easy"])
    clock.shift(seconds(60))
    ask()
    page = client_of(alice).get(game.get_absolute_url()).content.decode()
    assert "The site was down" not in page


# Several web processes


@pytest.mark.parametrize("ahead", [90, 3600])
def test_turns_end_again_after_the_clock_was_set_forward_and_back(
    clock: Any, dealt: Any, ahead: float
) -> None:
    dealt(move_time=DAY)
    clock.shift(seconds(ahead))
    services.record_web_alive()
    clock.shift(-seconds(ahead))
    services.record_web_alive()
    game = dealt()
    for _ in range(70):
        services.record_web_alive()
        clock.shift(seconds(1))
    tasks.sweep()
    assert timeouts(game) == 1


def test_turns_end_after_the_clock_was_set_back_while_nobody_played(clock: Any) -> None:
    SiteClock.objects.update(back_at=timezone.now() + seconds(3600))
    assert not SiteClock.objects.get().is_resting(timezone.now())


def test_an_outage_after_the_clock_was_set_back_is_given_back(clock: Any, dealt: Any) -> None:
    clock.shift(seconds(3600))
    services.record_web_alive()
    clock.shift(-seconds(3600))
    services.record_web_alive()
    game = dealt()
    had = left(game)
    clock.shift(seconds(600))
    services.record_web_alive()
    assert left(game) == had


def test_a_rolling_restart_is_no_outage(clock: Any, dealt: Any) -> None:
    game = dealt()
    before = Game.objects.values().get(pk=game.pk)
    services.record_web_stopped()
    clock.shift(seconds(0.7))
    services.record_web_alive()
    asked_at = timezone.now()
    clock.shift(seconds(0.3))
    assert not services.begin_serving(asked_at=asked_at)
    services.record_web_alive()
    assert services.begin_serving(asked_at=asked_at)
    assert Game.objects.values().get(pk=game.pk) == before
    assert not SiteClock.objects.get().is_resting(timezone.now())


def test_a_process_that_starts_before_anybody_can_know_waits_until_it_is_known(
    clock: Any, dealt: Any
) -> None:
    """The only other process was killed, which nobody notices for three seconds."""
    game = dealt()
    clock.shift(seconds(2))
    asked_at = timezone.now()
    assert not services.begin_serving(asked_at=asked_at)
    clock.shift(seconds(1))
    assert not services.begin_serving(asked_at=asked_at)
    clock.shift(seconds(1))
    assert services.begin_serving(asked_at=asked_at)
    assert left(game) == 60


def test_others_serve_only_if_they_have_said_so_since(clock: Any) -> None:
    since = timezone.now()
    assert not services.has_others(since=since)
    serve(clock, 1)
    assert services.has_others(since=since)
    clock.shift(AWAY_AFTER + seconds(0.1))
    assert not services.has_others(since=since)
    serve(clock, 1)
    services.record_web_stopped()
    assert not services.has_others(since=since)


def test_a_sign_of_life_is_one_statement(django_assert_num_queries: Any, clock: Any) -> None:
    clock.shift(seconds(1))
    with django_assert_num_queries(1):
        services.record_web_alive()


@pytest.mark.django_db(transaction=True)
def test_the_end_of_an_outage_and_of_a_vacation_wait_for_each_other(
    clock: Any, dealt: Any, alice: Any, bob: Any
) -> None:
    """Both lock games that run and games that wait, whichever is the older."""
    for _ in range(3):
        services.open_table(alice, variant="casino", kind="link", move_time=DAY)
        dealt(move_time=3 * DAY)
        services.open_table(alice, variant="casino", kind="link", move_time=DAY)
    for _ in range(5):
        services.start_vacation(alice, until=timezone.now() + seconds(5 * DAY))
        services.record_web_stopped()
        clock.shift(seconds(10))
        outcomes = at_once(end_outage, lambda: services.end_vacation(alice))
        assert refusals(outcomes) == []
