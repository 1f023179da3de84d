"""Vacations: what they do to the deadlines of games over days, and to the year's hours (6)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import time_machine
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games import services
from games.clocks import hours_by_year, longest_vacation
from games.models import Game, Seat, SiteClock, Vacation
from tests.games.conftest import (
    banks_of,
    days,
    hours,
    hours_left,
    now_of,
    remembering,
    seconds,
    stored,
)
from tests.present import present

pytestmark = pytest.mark.django_db

in_both_ways = pytest.mark.usefixtures("both_ways")

HOUR, DAY = 3_600, 86_400
BUDGET: dict[str, Any] = {"move_time": 12 * HOUR, "bank": 3 * DAY}
LATE = seconds(60 + 3)
"""How long after its deadline a turn over days has certainly run out."""
START = dt.datetime(2027, 3, 1, 12, tzinfo=dt.UTC)


@pytest.fixture
def clock() -> Iterator[Any]:
    with time_machine.travel(START, tick=False) as traveller:
        services.record_web_alive()
        yield traveller


@pytest.fixture
def wait(clock: Any) -> Callable[[dt.timedelta], None]:
    """Return a function that lets time pass in which the site is up."""

    def shift(length: dt.timedelta) -> None:
        clock.shift(length)
        SiteClock.objects.update(web_seen_at=timezone.now())

    return shift


def away(game: Game) -> list[float]:
    """Return for how many hours the clock has stood still for each seat."""
    return [seat.vacation.total_seconds() / HOUR for seat in game.seats.order_by("index")]


def leave(user: Any, length: dt.timedelta) -> None:
    services.start_vacation(user, until=timezone.now() + length)


def pick(game: Game, user: Any, card: str) -> None:
    services.pick_secret(game.pk, user_id=user.pk, card=card, arrived_at=timezone.now())


def violations(game: Game) -> int:
    return game.events.filter(kind="timeout").count()


# The clock stands still


def test_the_deadline_moves_by_the_vacation_of_whose_turn_it_is(
    wait: Any, dealt: Any, alice: Any, bob: Any
) -> None:
    game = dealt(move_time=3 * DAY)
    wait(hours(20))
    leave(bob, days(5))
    assert hours_left(game) == 52
    leave(alice, days(2))
    assert (hours_left(game), away(game)) == (52 + 48, [48, 0])
    wait(hours(48 + 52) + LATE)
    assert services.expire_turn(game.pk)


def test_a_vacation_that_ends_early_gives_only_the_time_away(
    wait: Any, dealt: Any, alice: Any
) -> None:
    game = dealt(move_time=3 * DAY)
    wait(hours(20))
    leave(alice, days(10))
    wait(hours(30))
    services.end_vacation(alice)
    assert (hours_left(game), away(game)) == (52, [30, 0])


@in_both_ways
def test_a_turn_that_begins_during_a_vacation_begins_after_it(
    wait: Any, dealt: Any, alice: Any, bob: Any, play: Any
) -> None:
    game = dealt(move_time=3 * DAY)
    leave(bob, days(5))
    wait(hours(20))
    play(game, alice, "9D x 4H 5D")
    assert (hours_left(game), away(game)) == (100 + 72, [0, 100])
    wait(hours(60))
    services.end_vacation(bob)
    assert (hours_left(game), away(game)) == (72, [0, 60])


@in_both_ways
def test_a_player_on_vacation_can_move(
    wait: Any, dealt: Any, alice: Any, bob: Any, play: Any
) -> None:
    game = dealt(**BUDGET)
    wait(hours(20))
    leave(alice, days(5))
    wait(hours(30))
    play(game, alice, "9D x 4H 5D")
    assert (banks_of(game), away(game), hours_left(game)) == ([64, 72], [30, 0], 84)
    play(game, bob, "8D")
    assert (hours_left(game), away(game)) == (90 + 64 + 12, [120, 0])
    services.end_vacation(alice)
    assert (hours_left(game), away(game)) == (64 + 12, [30, 0])


@in_both_ways
def test_a_game_in_which_vacations_do_not_count_goes_on(
    wait: Any, dealt: Any, alice: Any, bob: Any, play: Any
) -> None:
    game = dealt(move_time=3 * DAY, counts_vacation=False)
    leave(alice, days(5))
    leave(bob, days(5))
    assert hours_left(game) == 72
    play(game, alice, "9D x 4H 5D")
    assert (hours_left(game), away(game)) == (72, [0, 0])


def test_a_game_over_days_against_the_computer_counts_vacations(alice: Any) -> None:
    game = services.play_computer(alice, variant="casino", move_time=3 * DAY, levels=["easy"])
    assert game.counts_vacation


def test_a_live_game_never_counts_vacations(wait: Any, dealt: Any, alice: Any) -> None:
    game = dealt(move_time=60)
    leave(alice, days(5))
    assert not game.counts_vacation
    assert hours_left(game) == 60 / HOUR
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.filter(pk=game.pk).update(counts_vacation=True)


@in_both_ways
def test_a_clock_stands_still_for_14_days_at_most_in_one_game(
    wait: Any, dealt: Any, alice: Any, bob: Any, play: Any
) -> None:
    game = dealt(move_time=DAY)
    leave(alice, days(10))
    assert hours_left(game) == 11 * 24
    wait(days(10))
    play(game, alice, "9D x 4H 5D")
    play(game, bob, "8D")
    leave(alice, days(9))
    assert (hours_left(game), away(game)) == (5 * 24, [14 * 24, 0])
    wait(days(5) + LATE)
    assert services.expire_turn(game.pk)
    assert (hours_left(game), away(game)) == (24, [14 * 24, 0])
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.filter(game=game, index=0).update(vacation=days(14) + seconds(1))


def test_after_a_violation_the_new_move_time_begins_after_the_vacation(
    wait: Any, dealt: Any, alice: Any
) -> None:
    """A vacation does not help where the time had run out before it began."""
    game = dealt(move_time=3 * DAY)
    wait(days(3) + seconds(61))
    leave(alice, days(2))
    wait(seconds(3))
    assert services.expire_turn(game.pk)
    assert violations(game) == 1
    assert hours_left(game) == 72 - 3 / HOUR


def test_a_vacation_that_begins_within_the_grace_helps(wait: Any, dealt: Any, alice: Any) -> None:
    game = dealt(move_time=3 * DAY)
    wait(days(3) + seconds(59))
    leave(alice, days(2))
    wait(days(2))
    assert not services.expire_turn(game.pk)
    wait(seconds(5))
    assert services.expire_turn(game.pk)


@pytest.mark.usefixtures("wait", "known_shuffle")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_game_that_begins_during_a_vacation_knows_of_it(alice: Any, bob: Any, seat: int) -> None:
    """The objects of both players that the requests have are older; seat 0 is to move."""
    waiting = services.open_table(
        alice, variant="casino", kind="open", move_time=3 * DAY, seat=1 - seat
    )
    for user in (alice, bob):
        services.start_vacation(type(user).objects.get(pk=user.pk), until=START + days(5))
    services.join_game(waiting.pk, user=bob)
    assert hours_left(waiting) == 5 * 24 + 72


def test_two_who_pick_both_have_the_time_in_which_either_is_away(
    wait: Any, picking: Any, alice: Any, bob: Any
) -> None:
    game = picking(move_time=DAY)
    wait(hours(6))
    leave(alice, days(2))
    assert hours_left(game) == 18 + 48
    wait(hours(12))
    leave(bob, days(3))
    assert (hours_left(game), away(game)) == (18 + 72, [48, 72])
    wait(hours(2))
    services.end_vacation(bob)
    assert (hours_left(game), away(game)) == (18 + 34, [48, 2])
    pick(game, alice, "7H")
    assert (hours_left(game), away(game)) == (18, [14, 2])
    wait(hours(18) + LATE)
    assert services.expire_turn(game.pk)
    assert now_of(game).status == "playing"


def test_a_pick_during_a_vacation_leaves_the_others_the_time(
    wait: Any, picking: Any, alice: Any, bob: Any
) -> None:
    game = picking(move_time=DAY)
    leave(alice, days(2))
    wait(hours(12))
    pick(game, bob, "6C")
    assert hours_left(game) == 36 + 24
    pick(game, alice, "7H")
    game = now_of(game)
    to_move = present(game.to_move)
    assert hours_left(game) == (24 if to_move else 24 + 36)
    assert away(game) == [12 if to_move else 48, 0]


def test_partners_have_vacations_of_their_own_and_stand_ins_none(
    wait: Any, alice: Any, bob: Any, carol: Any, dave: Any
) -> None:
    game = services.open_table(
        alice,
        variant="casino",
        kind="open",
        move_time=DAY,
        players=4,
    )
    for user in (bob, carol, dave):
        services.join_game(game.pk, user=user)
    users = [alice, bob, carol, dave]
    to_move = present(now_of(game).to_move)
    leave(users[(to_move + 2) % 4], days(2))
    assert hours_left(game) == 24
    leave(users[to_move], days(2))
    assert hours_left(game) == 72
    services.quit_game(game.pk, user_id=users[to_move].pk)
    stand_in = game.seats.get(index=to_move)
    assert (now_of(game).to_move, stand_in.stand_in, hours_left(game)) == (to_move, "easy", 24)
    services.end_vacation(users[to_move])
    leave(users[to_move], days(1))
    assert hours_left(game) == 24


# Outages


def test_an_outage_during_a_vacation_gives_nothing_twice(
    clock: Any, dealt: Any, alice: Any
) -> None:
    game = dealt(move_time=3 * DAY)
    leave(alice, days(2))
    clock.shift(hours(20))
    services.record_web_alive()
    assert (hours_left(game), away(game)) == (100, [48, 0])
    services.end_vacation(alice)
    assert (hours_left(game), away(game)) == (72, [20, 0])


def test_an_outage_after_the_end_of_a_vacation_is_given_back(
    clock: Any, wait: Any, dealt: Any, alice: Any
) -> None:
    game = dealt(move_time=3 * DAY)
    leave(alice, days(2))
    wait(hours(40))
    clock.shift(hours(20))
    services.record_web_alive()
    assert hours_left(game) == 72
    assert now_of(game).clock_extended_by == 12 * HOUR


def test_an_outage_is_given_back_before_a_vacation_begins(
    clock: Any, dealt: Any, alice: Any
) -> None:
    game = dealt(move_time=3 * DAY)
    clock.shift(hours(20))
    leave(alice, days(2))
    services.record_web_alive()
    assert (hours_left(game), away(game)) == (72 + 48, [48, 0])


@in_both_ways
@pytest.mark.parametrize("length", [10, 30])
def test_a_move_before_an_outage_is_known_gets_the_time_back_once(
    clock: Any, wait: Any, dealt: Any, alice: Any, play: Any, length: float
) -> None:
    game = dealt(**BUDGET)
    wait(hours(40))
    leave(alice, hours(length))
    clock.shift(hours(20))
    play(game, alice, "9D x 4H 5D")
    assert banks_of(game) == [44, 72]


# The clock is set back


def leave_and_set_back(clock: Any, user: Any) -> None:
    """Begin a vacation at a time that is then three hours ahead."""
    clock.shift(hours(3))
    services.record_web_alive()
    leave(user, days(5))
    clock.shift(-hours(3))
    services.record_web_alive()


def test_whoever_is_on_vacation_can_move_after_the_clock_was_set_back(
    clock: Any, dealt: Any, alice: Any, bob: Any, play: Any
) -> None:
    game = dealt(move_time=3 * DAY)
    leave_and_set_back(clock, alice)
    play(game, alice, "9D x 4H 5D")
    assert (hours_left(game), away(game)) == (72, [0, 0])


def test_a_vacation_can_end_after_the_clock_was_set_back(
    clock: Any, dealt: Any, alice: Any
) -> None:
    game = dealt(move_time=3 * DAY)
    leave_and_set_back(clock, alice)
    services.end_vacation(alice)
    assert hours_left(game) >= 72
    assert away(game) == [0, 0]
    assert hours_by_year(alice.vacations.values_list("began_at", "ends_at")) == {2027: 1}


# The year's hours


def test_hours_that_have_begun_count_in_the_year_in_which_they_begin() -> None:
    eve = dt.datetime(2027, 12, 31, 22, 30, tzinfo=dt.UTC)
    assert hours_by_year([(eve, eve + hours(6.75))]) == {2027: 2, 2028: 5}
    assert hours_by_year([(eve, eve), (eve, eve + hours(1))]) == {2027: 2}
    used = {2027: 28 * 24 - 3}
    assert longest_vacation(eve - hours(1), used=used) == hours(3 + 28 * 24)
    assert longest_vacation(eve - hours(2), used=used) == hours(3)
    assert longest_vacation(eve, used={2027: 28 * 24}) == hours(0)


def test_28_days_a_year_are_spent_by_the_hour_and_not_regained(
    wait: Any, dealt: Any, alice: Any
) -> None:
    leave(alice, days(20))
    wait(days(10) + seconds(1))
    services.end_vacation(alice)
    for _ in range(3):  # going in and out costs an hour each time
        leave(alice, days(17))
        services.end_vacation(alice)
    with pytest.raises(services.VacationRefused) as refused:
        leave(alice, days(18) - hours(4) + seconds(1))
    assert refused.value.fact["hours"] == 18 * 24 - 4
    leave(alice, days(18) - hours(4))


def test_a_vacation_over_new_year_is_counted_in_both_years(dealt: Any, alice: Any) -> None:
    eve = dt.datetime(2027, 12, 30, tzinfo=dt.UTC)
    with time_machine.travel(eve - days(60), tick=False) as clock:
        leave(alice, days(27))
        clock.move_to(eve)
        services.record_web_alive()
        game = dealt(move_time=3 * DAY)
        with pytest.raises(services.VacationRefused, match="too_long"):
            leave(alice, days(3))
        clock.shift(days(1))
        SiteClock.objects.update(web_seen_at=timezone.now())
        leave(alice, days(1 + 28))
        assert (hours_left(game), away(game)) == (48 + 14 * 24, [14 * 24, 0])
        clock.shift(days(3))
        SiteClock.objects.update(web_seen_at=timezone.now())
        services.end_vacation(alice)
        assert (hours_left(game), away(game)) == (48, [72, 0])
        with pytest.raises(services.VacationRefused, match="too_long"):
            leave(alice, days(26) + seconds(1))
        leave(alice, days(26))


def test_a_leap_day_is_a_day(dealt: Any, alice: Any) -> None:
    with time_machine.travel(dt.datetime(2028, 2, 28, 12, tzinfo=dt.UTC), tick=False):
        services.record_web_alive()
        game = dealt(move_time=DAY)
        services.start_vacation(alice, until=dt.datetime(2028, 3, 1, 12, tzinfo=dt.UTC))
        assert hours_left(game) == 72


@pytest.mark.parametrize(
    ("code", "length"),
    [
        ("vacation_ends_too_early", -1.0),
        ("vacation_ends_too_early", 0),
        ("vacation_too_long", 28 * 24 + 0.01),
    ],
)
def test_an_impossible_vacation_changes_nothing(
    wait: Any, dealt: Any, alice: Any, code: str, length: float
) -> None:
    game = dealt(move_time=DAY)
    before = stored(game)
    with pytest.raises(services.VacationRefused, match=code):
        leave(alice, hours(length))
    assert (stored(game), away(game), Vacation.objects.count()) == (before, [0, 0], 0)


def test_two_vacations_that_begin_at_the_same_moment_are_one(
    alice: Any, before_the_lock: Any
) -> None:
    until = timezone.now() + dt.timedelta(days=2)
    before_the_lock(lambda: services.start_vacation(alice, until=until), of=User)
    with pytest.raises(services.VacationRefused, match="on_vacation_already"):
        services.start_vacation(alice, until=until)


def test_the_games_of_a_vacation_are_locked_in_the_order_of_their_ids(
    dealt: Any, alice: Any
) -> None:
    dealt(move_time=259200)
    with CaptureQueriesContext(connection) as captured:
        services.start_vacation(alice, until=timezone.now() + dt.timedelta(days=2))
    whole = [q["sql"] for q in captured if q["sql"].startswith('SELECT "games_game"."id", ')]
    assert whole
    assert all('ORDER BY "games_game"."id" ASC' in sql for sql in whole)


def test_nobody_goes_on_two_vacations_at_once_or_ends_none(
    wait: Any, dealt: Any, alice: Any
) -> None:
    with pytest.raises(services.VacationRefused, match="not_on_vacation"):
        services.end_vacation(alice)
    leave(alice, days(2))
    with pytest.raises(services.VacationRefused, match="on_vacation_already"):
        leave(alice, days(3))
    wait(days(2))
    with pytest.raises(services.VacationRefused, match="not_on_vacation"):
        services.end_vacation(alice)
    leave(alice, days(3))
    assert [row.ends_at - row.began_at for row in Vacation.objects.all()] == [days(2), days(3)]


# Vacations that begin by themselves


@pytest.fixture
def automatic(alice: Any) -> None:
    services.set_automatic_vacation(alice, is_automatic=True)


@pytest.mark.usefixtures("automatic")
def test_a_vacation_begins_in_place_of_a_violation(wait: Any, dealt: Any, alice: Any) -> None:
    game = dealt(move_time=3 * DAY)
    deadline = present(game.deadline)
    wait(days(3) + LATE)
    assert [services.expire_turn(game.pk) for _ in range(3)] == [False] * 3
    vacation = Vacation.objects.get()
    assert (vacation.began_at, vacation.ends_at) == (deadline, deadline + days(14))
    assert vacation.is_automatic
    assert (now_of(game).deadline, away(game)) == (deadline + days(14), [14 * 24, 0])
    wait(days(14))
    assert services.expire_turn(game.pk)
    assert (violations(game), Vacation.objects.count()) == (1, 1)


@pytest.mark.usefixtures("automatic")
def test_a_late_move_begins_the_vacation_and_counts(
    wait: Any, dealt: Any, alice: Any, bob: Any, play: Any
) -> None:
    game = dealt(**BUDGET)
    wait(hours(84) + LATE)
    play(game, alice, "9D x 4H 5D")
    assert (violations(game), Vacation.objects.count()) == (0, 1)
    assert banks_of(game) == [0, 72]
    assert away(game) == [LATE.total_seconds() / HOUR, 0]


@pytest.mark.usefixtures("automatic")
def test_the_games_of_a_player_on_an_automatic_vacation_all_stand_still(
    wait: Any, dealt: Any, alice: Any, carol: Any
) -> None:
    first, second = dealt(move_time=3 * DAY), dealt(alice, carol, move_time=7 * DAY)
    wait(days(3) + LATE)
    assert not services.expire_turn(first.pk)
    assert hours_left(second) == (18 * 24) - LATE.total_seconds() / HOUR
    services.end_vacation(alice)
    assert hours_left(second) == 4 * 24
    assert hours_left(first) == 0


@pytest.mark.usefixtures("automatic")
def test_the_time_to_pick_does_not_run_out_on_an_automatic_vacation(
    wait: Any, picking: Any, alice: Any, bob: Any
) -> None:
    game = picking(move_time=DAY)
    pick(game, bob, "6C")
    wait(days(1) + LATE)
    assert not services.expire_turn(game.pk)
    pick(game, alice, "7H")
    assert now_of(game).status == "playing"
    again = picking(move_time=DAY)
    assert hours_left(again) > 13 * 24


@pytest.mark.usefixtures("automatic")
def test_a_late_pick_begins_the_vacation_and_counts(wait: Any, picking: Any, alice: Any) -> None:
    game = picking(move_time=DAY)
    wait(days(1) + LATE)
    pick(game, alice, "7H")
    assert now_of(game).status == "picking"
    assert hours_left(game) == 0
    assert away(game) == [LATE.total_seconds() / HOUR, 0]


@pytest.mark.usefixtures("automatic")
@pytest.mark.parametrize("reason", ["off", "no hours", "not counted", "live", "banned"])
def test_no_vacation_begins_by_itself_where_none_can(
    wait: Any, dealt: Any, alice: Any, reason: str
) -> None:
    game = dealt(
        move_time=60 if reason == "live" else 3 * DAY, counts_vacation=reason != "not counted"
    )
    if reason == "off":
        services.set_automatic_vacation(alice, is_automatic=False)
    elif reason == "no hours":
        Vacation.objects.create(user=alice, began_at=START - days(40), ends_at=START - days(12))
    elif reason == "banned":
        type(alice).objects.filter(pk=alice.pk).update(is_active=False)
    wait(days(3) + LATE)
    assert services.expire_turn(game.pk)
    assert violations(game) == 1
    assert Vacation.objects.count() == (reason == "no hours")


@pytest.mark.usefixtures("automatic")
def test_an_automatic_vacation_ends_with_the_year_s_hours(
    wait: Any, dealt: Any, alice: Any
) -> None:
    Vacation.objects.create(user=alice, began_at=START - days(40), ends_at=START - days(17))
    game = dealt(move_time=3 * DAY)
    wait(days(3) + LATE)
    assert not services.expire_turn(game.pk)
    wait(days(5))
    assert services.expire_turn(game.pk)
    assert violations(game) == 1


@pytest.mark.usefixtures("automatic")
def test_the_computer_waits_for_nobody_on_vacation(wait: Any, alice: Any) -> None:
    """A violation that is found by an opponent's move, before the sweep finds it."""
    game = services.play_computer(alice, variant="casino", move_time=3 * DAY, levels=["easy"])
    Game.objects.filter(pk=game.pk).update(to_move=0)
    wait(days(3) + LATE)
    with pytest.raises(services.MoveRefused):
        services.make_computer_move(game.pk, seat=1, selection=services.Selection(0, text="9D"))
    assert (violations(game), Vacation.objects.count()) == (0, 1)


# The quick way


def test_a_process_that_remembers_a_game_hears_of_a_vacation(
    wait: Any, dealt: Any, alice: Any, bob: Any, play: Any
) -> None:
    """The snapshot it remembers is older than the vacation, which another process has begun."""
    with remembering():
        game = dealt(move_time=3 * DAY)
        play(game, alice, "9D x 4H 5D")
        play(game, bob, "8D")
        leave(bob, days(2))
        play(game, alice, "8C x 8D")
        assert (hours_left(game), away(game)) == (48 + 72, [0, 48])
        wait(hours(10))
        play(game, bob, "2H")
        assert (hours_left(game), away(game)) == (72, [0, 10])
        play(game, alice, "3H")
        assert (hours_left(game), away(game)) == (38 + 72, [0, 48])


def test_what_others_see_changes_with_each_vacation(wait: Any, dealt: Any, bob: Any) -> None:
    game = dealt(move_time=3 * DAY)
    versions = [now_of(game).version]
    leave(bob, days(2))
    versions.append(now_of(game).version)
    services.end_vacation(bob)
    versions.append(now_of(game).version)
    services.set_automatic_vacation(bob, is_automatic=True)
    versions.append(now_of(game).version)
    assert versions == sorted(set(versions))
