"""The warning that little time is left for a turn in a game over days."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games import services, tasks
from games.models import Game, SiteClock
from notices.messages import describe
from notices.models import Notice
from tests.games.conftest import seconds
from tests.games.test_races import at_once
from tests.present import present

pytestmark = pytest.mark.django_db

DAY = 86_400
SLOW: dict[str, Any] = {"move_time": 3 * DAY}
FIFTH = seconds(3 * DAY / 5)
ALMOST = seconds(1)


def warned() -> list[str]:
    """Return who has been warned, and may still be told."""
    found = Notice.objects.filter(kind="warning", withdrawn_at=None).order_by("pk")
    return [str(notice.user) for notice in found]


def pass_time(clock: Any, time: dt.timedelta) -> None:
    """Let time pass in which the site is up."""
    clock.shift(time)
    SiteClock.objects.update(web_seen_at=timezone.now())


def warns_at(game: Game) -> dt.datetime | None:
    return Game.objects.values_list("warns_at", flat=True).get(pk=game.pk)


def test_a_fifth_of_the_time_before_the_deadline_the_player_is_warned_once(
    clock: Any, dealt: Any
) -> None:
    game = dealt(**SLOW)
    pass_time(clock, 4 * FIFTH - ALMOST)
    tasks.sweep()
    assert warned() == []
    pass_time(clock, ALMOST)
    tasks.sweep()
    tasks.sweep()
    assert warned() == ["alice"]
    before = game.version
    game.refresh_from_db()
    notice = Notice.objects.get(kind="warning")
    assert (notice.version, notice.expires_at) == (before + 1, game.deadline)


def test_a_bank_counts_as_time_of_the_turn(clock: Any, dealt: Any) -> None:
    game = dealt(move_time=DAY // 2, bank=3 * DAY)
    assert warns_at(game) == present(game.deadline) - seconds(3.5 * DAY / 5)


def test_a_played_turn_is_not_warned_of(
    both_ways: str, clock: Any, dealt: Any, alice: User, play: Any
) -> None:
    game = dealt(**SLOW)
    pass_time(clock, 4 * FIFTH - ALMOST)
    play(game, alice, "9D x 4H 5D")
    pass_time(clock, ALMOST)
    assert not services.warn_of_deadline(game.pk)
    tasks.sweep()
    assert warned() == []
    pass_time(clock, 4 * FIFTH)
    tasks.sweep()
    assert warned() == ["bob"]


def test_a_move_makes_the_warning_void(clock: Any, dealt: Any, alice: User, play: Any) -> None:
    game = dealt(**SLOW)
    pass_time(clock, 4 * FIFTH)
    tasks.sweep()
    play(game, alice, "9D x 4H 5D")
    assert warned() == []


def test_whoever_has_not_picked_a_secret_card_is_warned(
    clock: Any, picking: Any, alice: User
) -> None:
    game = picking(**SLOW)
    services.pick_secret(game.pk, user_id=alice.pk, card="7H", arrived_at=timezone.now())
    pass_time(clock, 4 * FIFTH)
    tasks.sweep()
    assert warned() == ["bob"]
    told = describe(Notice.objects.get(kind="warning"), {alice.pk: "alice"}, {})
    assert told.title == "Your time is running out against alice"
    assert told.text == "You have yet to pick your secret card in Casino Trifecta."


def test_a_move_time_after_a_violation_has_a_warning_of_its_own(clock: Any, dealt: Any) -> None:
    game = dealt(**SLOW)
    for _ in range(2):
        pass_time(clock, present(warns_at(game)) - timezone.now())
        tasks.sweep()
        game.refresh_from_db()
        pass_time(clock, present(game.deadline) + seconds(63) - timezone.now())
        tasks.sweep()
    found = Notice.objects.filter(kind="warning").values_list("user__username", flat=True)
    assert list(found) == ["alice", "alice"]


def test_a_violation_makes_the_warning_void_but_not_that_it_is_the_players_turn(
    clock: Any, dealt: Any
) -> None:
    game = dealt(**SLOW)
    pass_time(clock, 4 * FIFTH)
    tasks.sweep()
    pass_time(clock, FIFTH + seconds(63))
    tasks.sweep()
    told = Notice.objects.filter(user__username="alice", game=game.public_id, withdrawn_at=None)
    assert sorted(told.values_list("kind", flat=True)) == ["turn", "violation"]


@pytest.mark.parametrize("move_time", [60, 900])
def test_live_games_warn_nobody(dealt: Any, move_time: int) -> None:
    assert warns_at(dealt(move_time=move_time)) is None


def test_nobody_is_warned_of_a_computer_players_turn(
    clock: Any, dealt: Any, alice: User, play: Any
) -> None:
    game = dealt(**SLOW)
    game.seats.filter(index=1).update(user=None, computer="easy")
    Game.objects.filter(pk=game.pk).update(version=game.version + 1)  # another process did
    play(game, alice, "9D x 4H 5D")
    assert warns_at(game) is None


def test_the_end_of_a_game_warns_nobody(dealt: Any, alice: User) -> None:
    game = dealt(**SLOW)
    services.quit_game(game.pk, user_id=alice.pk)
    assert warns_at(game) is None


def test_an_outage_moves_the_warning_with_the_deadline(clock: Any, dealt: Any) -> None:
    game = dealt(**SLOW)
    services.record_web_alive()
    before = present(warns_at(game)) - present(game.deadline)
    clock.shift(4.5 * FIFTH)
    tasks.sweep()
    assert warned() == []  # while the site is away
    services.record_web_alive()
    tasks.sweep()
    assert warned() == []
    game.refresh_from_db()
    assert present(game.warns_at) - present(game.deadline) == before


def test_a_vacation_moves_the_warning_with_the_deadline(
    clock: Any, dealt: Any, alice: User, bob: User
) -> None:
    services.record_web_alive()
    game = dealt(**SLOW)
    before = present(warns_at(game)) - present(game.deadline)
    services.start_vacation(alice, until=timezone.now() + seconds(2 * DAY))
    assert moved(game) == (before, seconds(2 * DAY) + 4 * FIFTH)
    pass_time(clock, seconds(DAY))
    services.end_vacation(alice)
    assert moved(game) == (before, 4 * FIFTH)


def test_a_warning_from_before_a_vacation_is_repeated_when_the_clock_goes_on(
    clock: Any, dealt: Any, alice: User
) -> None:
    dealt(**SLOW)
    pass_time(clock, 4 * FIFTH)
    tasks.sweep()
    first = Notice.objects.get(kind="warning")
    services.start_vacation(alice, until=timezone.now() + seconds(DAY))
    assert warned() == []
    pass_time(clock, seconds(DAY) - ALMOST)
    tasks.sweep()
    assert list(Notice.objects.filter(kind="warning")) == [first]
    pass_time(clock, ALMOST)
    tasks.sweep()
    tasks.sweep()
    assert warned() == ["alice"]
    assert Notice.objects.filter(kind="warning").count() == 2


def test_a_vacation_that_ends_early_repeats_the_warning_then(
    clock: Any, dealt: Any, alice: User
) -> None:
    game = dealt(**SLOW)
    pass_time(clock, 4 * FIFTH)
    tasks.sweep()
    services.start_vacation(alice, until=timezone.now() + seconds(DAY))
    pass_time(clock, seconds(DAY / 4))
    services.end_vacation(alice)
    assert warns_at(game) == timezone.now()


def test_the_vacation_of_the_other_player_leaves_a_warning_as_it_is(
    clock: Any, dealt: Any, bob: User
) -> None:
    dealt(**SLOW)
    pass_time(clock, 4 * FIFTH)
    tasks.sweep()
    services.start_vacation(bob, until=timezone.now() + seconds(DAY))
    assert warned() == ["alice"]


def test_a_day_before_a_vacation_ends_that_no_time_is_left_after_the_player_is_warned(
    clock: Any, dealt: Any, alice: User
) -> None:
    game = dealt(**SLOW)
    services.set_automatic_vacation(alice, is_automatic=True)
    pass_time(clock, 4 * FIFTH)
    tasks.sweep()
    pass_time(clock, FIFTH + seconds(63))
    tasks.sweep()
    game.refresh_from_db()
    alice.refresh_from_db()
    assert game.deadline == alice.vacation_until
    assert game.warns_at == present(game.deadline) - seconds(DAY)


def moved(game: Game) -> tuple[dt.timedelta, dt.timedelta]:
    """Return how long before the deadline the warning comes, and how long that is from now."""
    game.refresh_from_db()
    warning = present(game.warns_at)
    return warning - present(game.deadline), warning - timezone.now()


def test_one_game_that_fails_keeps_no_other_from_its_warning(
    clock: Any, dealt: Any, carol: User, dave: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, other = dealt(**SLOW), dealt(carol, dave, **SLOW)
    Game.objects.filter(pk=broken.pk).update(warns_at=timezone.now())
    monkeypatch.setattr("games.services.clock.WARNED_AT_ONCE", 1)
    warn = services.warn_of_deadline

    def fail(game_id: int) -> bool:
        if game_id == broken.pk:
            raise RuntimeError
        return warn(game_id)

    monkeypatch.setattr(services, "warn_of_deadline", fail)
    pass_time(clock, 4 * FIFTH)
    tasks.sweep()
    assert (warned(), warns_at(other)) == (["carol"], None)


@pytest.mark.django_db(transaction=True)
def test_sweeps_at_the_same_moment_warn_once(clock: Any, dealt: Any) -> None:
    game = dealt(**SLOW)
    pass_time(clock, 4 * FIFTH)
    outcomes = at_once(*[lambda: services.warn_of_deadline(game.pk)] * 4)
    assert sorted(outcomes) == [False, False, False, True]
    assert warned() == ["alice"]


@pytest.mark.django_db(transaction=True)
def test_a_move_and_the_warning_at_the_same_moment_leave_no_warning(
    clock: Any, dealt: Any, alice: User, play: Any
) -> None:
    game = dealt(**SLOW)
    pass_time(clock, 4 * FIFTH)
    at_once(lambda: services.warn_of_deadline(game.pk), lambda: play(game, alice, "9D x 4H 5D"))
    assert warned() == []
    assert present(warns_at(game)) > timezone.now()
