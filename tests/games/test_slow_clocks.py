"""Games over days: budgets, later move times in a turn, and what no calendar may change (6)."""

from __future__ import annotations

import datetime as dt
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.utils import timezone

from games import services
from games.clocks import TimeControl
from games.models import AcceptedTime, Game, Seat
from games.services.writing import DECK_PAUSE, start_turn
from tests.games.conftest import banks_of, hours, hours_left, now_of, seconds
from tests.present import present

pytestmark = pytest.mark.django_db

in_both_ways = pytest.mark.usefixtures("both_ways")

HOUR, DAY = 3_600, 86_400
BUDGET: dict[str, Any] = {"move_time": 12 * HOUR, "bank": 3 * DAY}
LATE = seconds(60 + 3)
"""How long after its deadline a turn over days has certainly run out."""


@pytest.fixture
def clock() -> Any:
    with time_machine.travel(dt.datetime(2027, 1, 4, 12, tzinfo=dt.UTC), tick=False) as traveller:
        yield traveller


# Budgets (6.1)


def test_a_turn_has_its_increment_and_the_bank(clock: Any, dealt: Any) -> None:
    game = dealt(**BUDGET)
    assert (hours_left(game), banks_of(game)) == (84, [72, 72])


@in_both_ways
def test_time_beyond_the_increment_comes_from_the_bank_of_whoever_moves(
    clock: Any, dealt: Any, alice: Any, bob: Any, play: Any
) -> None:
    game = dealt(**BUDGET)
    clock.shift(hours(32))
    play(game, alice, "9D x 4H 5D")
    assert (hours_left(game), banks_of(game)) == (84, [52, 72])
    clock.shift(hours(84))
    play(game, bob, "8D")
    assert (hours_left(game), banks_of(game)) == (64, [52, 0])
    clock.shift(hours(2))
    play(game, alice, "8C x 8D")
    assert (hours_left(game), banks_of(game)) == (12, [62, 0])


@in_both_ways
def test_a_bank_never_holds_more_than_at_the_start(
    clock: Any, dealt: Any, alice: Any, bob: Any, play: Any
) -> None:
    game = dealt(**BUDGET)
    for user, move in ((alice, "9D x 4H 5D"), (bob, "8D")):
        clock.shift(hours(1))
        play(game, user, move)
    assert banks_of(game) == [72, 72]
    clock.shift(hours(16))
    play(game, alice, "8C x 8D")
    assert banks_of(game) == [68, 72]


@in_both_ways
def test_a_move_within_the_grace_leaves_an_empty_bank(
    clock: Any, dealt: Any, alice: Any, play: Any
) -> None:
    game = dealt(**BUDGET)
    clock.shift(hours(84) + seconds(30))
    play(game, alice, "9D x 4H 5D")
    assert banks_of(game) == [0, 72]


def test_picking_has_a_full_turn_and_takes_nothing_from_the_bank(
    clock: Any, picking: Any, alice: Any, bob: Any
) -> None:
    """6.5: with a budget, the time to pick is the increment and a full bank."""
    game = picking(**BUDGET)
    assert hours_left(game) == 84
    for user, card in ((alice, "7H"), (bob, "6C")):
        clock.shift(hours(40))
        services.pick_secret(game.pk, user_id=user.pk, card=card, arrived_at=timezone.now())
    assert (now_of(game).status, hours_left(game), banks_of(game)) == ("playing", 84, [72, 72])


@in_both_ways
def test_an_outage_costs_nothing_of_the_bank(clock: Any, dealt: Any, alice: Any, play: Any) -> None:
    services.record_web_alive()
    game = dealt(**BUDGET)
    clock.shift(hours(20))
    services.record_web_alive()
    clock.shift(hours(2))
    play(game, alice, "9D x 4H 5D")
    assert banks_of(game) == [72, 72]


@in_both_ways
def test_a_move_before_an_outage_is_known_costs_nothing_of_the_bank(
    clock: Any, dealt: Any, alice: Any, play: Any
) -> None:
    services.record_web_alive()
    game = dealt(**BUDGET)
    clock.shift(hours(20))
    play(game, alice, "9D x 4H 5D")
    assert banks_of(game) == [72, 72]


@pytest.mark.parametrize(("time", "pause"), [(BUDGET, 0), ({"move_time": 900}, 15)])
def test_only_live_games_give_time_to_read_the_last_count(
    clock: Any, dealt: Any, time: dict[str, int], pause: int
) -> None:
    game, now = dealt(**time), timezone.now()
    start_turn(game, list(game.seats.order_by("index")), to_move=1, now=now, pause=DECK_PAUSE)
    assert game.deadline == now + game.time.turn_time(bank=game.time.full_bank) + seconds(pause)


@in_both_ways
def test_a_refused_move_changes_no_bank(clock: Any, dealt: Any, alice: Any, play: Any) -> None:
    game = dealt(**BUDGET)
    clock.shift(hours(40))
    with pytest.raises(services.IllegalPlay):
        play(game, alice, "9D x KD")
    assert (hours_left(game), banks_of(game)) == (44, [72, 72])


def test_a_rematch_has_the_same_budget(clock: Any, dealt: Any, alice: Any, bob: Any) -> None:
    game = dealt(**BUDGET)
    services.quit_game(game.pk, user_id=bob.pk)
    rematch = services.offer_rematch(game.pk, user=alice)
    assert rematch.time == TimeControl(**BUDGET)


def test_a_rematch_against_computer_players_alone_has_the_same_budget(
    clock: Any, alice: Any
) -> None:
    game = services.open_table(alice, variant="casino", kind="open", **BUDGET)
    services.seat_computers(game.pk, user=alice, levels={1: "easy"})
    services.quit_game(game.pk, user_id=alice.pk)
    rematch = services.offer_rematch(game.pk, user=alice)
    assert (rematch.status, rematch.time) == ("playing", TimeControl(**BUDGET))
    assert banks_of(rematch) == [72, 72]


# Violations over days (6.2, 6.3)


@pytest.mark.parametrize(
    ("time", "later"),
    [
        (TimeControl(DAY), 24),
        (TimeControl(3 * DAY), 24),
        (TimeControl(7 * DAY), 24),
        (TimeControl(14 * DAY), 24),
        (TimeControl(**BUDGET), 12),
        (TimeControl(900), 0.25),
    ],
)
def test_a_later_move_time_in_the_same_turn_is_a_day_at_most(
    clock: Any, dealt: Any, time: TimeControl, later: float
) -> None:
    game = dealt(move_time=time.move_time, bank=time.bank)
    clock.shift(time.turn_time(bank=time.full_bank) + LATE)
    assert services.expire_turn(game.pk)
    assert (now_of(game).to_move, hours_left(game)) == (0, later)
    assert banks_of(game) == [0, time.bank / HOUR]


def test_five_missed_deadlines_end_a_game_of_seven_days_in_eleven(clock: Any, dealt: Any) -> None:
    game = dealt(move_time=7 * DAY)
    began = timezone.now()
    while now_of(game).status == "playing":
        clock.move_to(present(now_of(game).deadline) + LATE)
        assert [services.expire_turn(game.pk) for _ in range(3)] == [True, False, False]
    assert game.events.filter(kind="timeout").count() == 5
    assert timezone.now() - began == hours(11 * 24) + 5 * LATE


@in_both_ways
def test_the_next_turn_has_the_full_move_time_again(
    clock: Any, dealt: Any, alice: Any, bob: Any, play: Any
) -> None:
    game = dealt(move_time=7 * DAY)
    clock.shift(hours(7 * 24) + LATE)
    services.expire_turn(game.pk)
    clock.shift(hours(23))
    play(game, alice, "9D x 4H 5D")
    assert hours_left(game) == 7 * 24
    play(game, bob, "8D")
    assert hours_left(game) == 7 * 24


def test_a_turn_that_a_violation_plays_is_followed_by_full_move_times(
    clock: Any, alice: Any, bob: Any
) -> None:
    """6.2 of Triple Four: the violation ends the turn."""
    game = services.open_table(alice, variant="triple_four", kind="open", **BUDGET)
    services.join_game(game.pk, user=bob)
    for missed in (1, 2):
        clock.shift(hours(84) + LATE)
        assert services.expire_turn(game.pk)
        assert game.events.filter(kind="timeout").count() == missed
        assert hours_left(game) == (84 if missed == 1 else 12)
    assert banks_of(game) == [0, 0]


# Calendars


@pytest.mark.parametrize(
    ("zone", "before"),
    [
        ("Europe/Berlin", "2027-03-27T12:00"),
        ("Europe/Berlin", "2027-10-30T12:00"),
        ("America/New_York", "2027-03-13T12:00"),
        ("Australia/Sydney", "2027-04-03T12:00"),
        ("Australia/Sydney", "2027-10-02T12:00"),
        ("UTC", "2028-02-28T12:00"),
        ("UTC", "2027-12-31T12:00"),
    ],
)
@pytest.mark.parametrize("time", [TimeControl(3 * DAY), TimeControl(DAY, bank=2 * DAY)])
def test_a_day_has_24_hours_whatever_the_calendar_says(
    alice: Any, dealt: Any, play: Any, zone: str, before: str, time: TimeControl
) -> None:
    began = dt.datetime.fromisoformat(before).replace(tzinfo=ZoneInfo(zone))
    with time_machine.travel(began, tick=False) as clock, timezone.override(zone):
        game = dealt(move_time=time.move_time, bank=time.bank)
        assert hours_left(game) == 72
        clock.shift(hours(72) + seconds(60))
        assert not services.expire_turn(game.pk)
        clock.shift(seconds(3))
        assert services.expire_turn(game.pk)
        assert hours_left(game) == 24
        clock.shift(hours(24) + seconds(59))
        play(game, alice, "9D x 4H 5D")
        assert game.events.filter(kind="timeout").count() == 1


def test_the_time_to_pick_ends_at_its_deadline_across_a_leap_day(alice: Any, picking: Any) -> None:
    began = dt.datetime(2028, 2, 28, 23, 30, tzinfo=dt.UTC)
    with time_machine.travel(began, tick=False) as clock:
        game = picking(move_time=DAY)
        services.pick_secret(game.pk, user_id=alice.pk, card="7H", arrived_at=timezone.now())
        assert now_of(game).deadline == dt.datetime(2028, 2, 29, 23, 30, tzinfo=dt.UTC)
        clock.move_to(present(now_of(game).deadline) + LATE)
        assert services.expire_turn(game.pk)
        assert (now_of(game).status, hours_left(game)) == ("playing", 24)
        assert not game.events.filter(kind="timeout").exists()


# What the database holds


@pytest.mark.parametrize(
    "wrong",
    [
        {"move_time": 15 * DAY},
        {"move_time": 0},
        {"move_time": 0, "bank": DAY},
        {"move_time": 60, "bank": DAY},
        {"move_time": 2 * DAY, "bank": DAY},
        {"move_time": DAY, "bank": 15 * DAY},
    ],
)
def test_no_other_clock_can_be_stored(alice: Any, picking: Any, wrong: dict[str, int]) -> None:
    game = picking(move_time=DAY)
    seat = Seat.objects.get(game=game, user=alice)
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.filter(pk=game.pk).update(**wrong)
    with pytest.raises(IntegrityError), transaction.atomic():
        AcceptedTime.objects.create(seat=seat, **wrong)


def test_nobody_owes_the_bank_anything(picking: Any) -> None:
    game = picking(**BUDGET)
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.filter(game=game).update(bank=seconds(-1))
