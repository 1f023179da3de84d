"""Players in the queue who are left side by side: those who fit are paired by the sweep."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.barriers import put_up, take_down
from accounts.services import set_active
from games import services, tasks
from games.models import AcceptedTime, Game, Seat, SiteClock
from games.services import seeking
from games.services.places import CALL_LASTS
from tests.games.conftest import now_of, seconds
from tests.games.pages import at, named, text_of

pytestmark = pytest.mark.django_db
Leave = Callable[..., tuple[Game, Game]]


def seek(user: Any, *move_times: int, variant: str = "casino", any_game: bool = False) -> Game:
    return services.play_now(
        user, variant=variant, move_times=move_times or [60], any_game=any_game
    )


def players(game: Game) -> list[str]:
    return [str(seat.user) for seat in game.seats.order_by("pk")]


def accepted(game: Game) -> set[tuple[str, int]]:
    times = AcceptedTime.objects.filter(seat__game=game)
    return set(times.values_list("seat__user__username", "move_time"))


def are_side_by_side(*places: Game) -> bool:
    return all(now_of(place).status == "waiting" and place.seats.count() == 1 for place in places)


@pytest.fixture
def left_beside(clock: Any, alice: Any, bob: Any, carol: Any) -> Leave:
    """Return a function that leaves bob, whose opponent does not come, beside carol, who waits."""

    def leave(*move_times: int, variant: str = "casino", **options: Any) -> tuple[Game, Game]:
        bobs = seek(alice)
        services.leave_page(bobs.pk, user=alice)
        assert seek(bob, **options).pk == bobs.pk
        clock.shift(seconds(1))
        carols = seek(carol, *move_times, variant=variant, **options)
        clock.shift(CALL_LASTS + seconds(1))
        services.keep_waiting(bobs.pk, user=bob)
        services.keep_waiting(carols.pk, user=carol)
        return bobs, carols

    return leave


def test_whoever_is_left_beside_somebody_who_fits_is_paired_with_them(
    left_beside: Leave, carol: Any
) -> None:
    bobs, carols = left_beside(60, 120)
    Seat.objects.filter(game=carols).update(value="c0ffee")
    tasks.sweep()
    game = now_of(bobs)
    assert (game.status, game.host, players(game)) == ("waiting", carol, ["bob", "carol"])
    assert game.called_until == timezone.now() + CALL_LASTS
    assert accepted(game) == {("bob", 60), ("carol", 60), ("carol", 120)}
    assert (now_of(carols).status, now_of(carols).reason) == ("cancelled", "paired")
    services.come_to_game(bobs.pk, user=carol)
    assert (now_of(bobs).status, now_of(bobs).move_time) == ("playing", 60)
    assert bobs.seats.get(user=carol).value == "c0ffee"


def test_the_page_of_the_place_that_is_given_up_says_so_and_shows_the_call(
    left_beside: Leave, bob: Any, carol: Any, client_of: Any
) -> None:
    bobs, carols = left_beside()
    tasks.sweep()
    page = text_of(client_of(carol).get(at("game", carols)))
    assert f"{named('bob')} is here: go to your game." in page
    assert "data-called-away" in page  # calls.js goes to the game
    assert at("come", bobs) in page
    assert "Find another opponent" not in page
    assert "The player who waited here was paired at another place in the queue." in page
    assert "data-called-away" not in text_of(Client().get(at("game", carols)))
    assert "Calling carol" in text_of(client_of(bob).get(at("game", bobs)))


def test_whoever_gets_up_leaves_the_other_to_those_who_wait(
    alice: Any, bob: Any, carol: Any
) -> None:
    place = seek(alice)
    services.leave_page(place.pk, user=alice)
    assert seek(bob).pk == place.pk
    carols = seek(carol)
    services.leave_game(place.pk, user=bob)
    tasks.sweep()
    assert (now_of(place).status, players(carols)) == ("cancelled", ["carol", "alice"])
    assert now_of(carols).host == alice  # who is elsewhere, and is called


def test_whoever_does_not_come_from_another_place_has_none_any_more(
    left_beside: Leave, clock: Any, bob: Any
) -> None:
    bobs, carols = left_beside()
    tasks.sweep()
    since = now_of(bobs).created_at
    clock.shift(CALL_LASTS + seconds(1))
    services.keep_waiting(bobs.pk, user=bob)
    tasks.sweep()
    game = now_of(bobs)
    assert (game.called_until, game.host, game.created_at) == (None, bob, since)
    assert are_side_by_side(bobs)
    assert now_of(carols).status == "cancelled"


def test_those_who_do_not_fit_are_left_where_they_are(left_beside: Leave) -> None:
    places = left_beside(120)
    tasks.sweep()
    assert are_side_by_side(*places)


def test_those_who_want_different_games_are_left_where_they_are(left_beside: Leave) -> None:
    places = left_beside(variant="royal")
    tasks.sweep()
    assert are_side_by_side(*places)


@pytest.mark.parametrize("is_first", [True, False])
def test_those_between_whom_a_block_stands_are_left_where_they_are(
    left_beside: Leave, bob: Any, carol: Any, is_first: bool
) -> None:
    put_up(*((bob, carol) if is_first else (carol, bob)), "block")
    places = left_beside()
    tasks.sweep()
    assert are_side_by_side(*places)


def test_those_of_whom_neither_is_there_are_paired_once_one_comes(
    left_beside: Leave, bob: Any, carol: Any
) -> None:
    bobs, carols = left_beside()
    services.leave_page(bobs.pk, user=bob)
    services.leave_page(carols.pk, user=carol)
    tasks.sweep()
    assert are_side_by_side(bobs, carols)
    services.keep_waiting(carols.pk, user=carol)
    tasks.sweep()
    assert (players(carols), now_of(carols).host) == (["carol", "bob"], bob)


def test_nobody_whose_account_is_closed_is_paired(left_beside: Leave, carol: Any) -> None:
    places = left_beside()
    set_active(carol, active=False)
    tasks.sweep()
    assert are_side_by_side(*places)


def test_nobody_who_has_a_pause_is_paired(
    left_beside: Leave, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(user: Any, **_: Any) -> None:
        raise services.SeatRefused("paused", count=3, seconds=60)

    places = left_beside()
    monkeypatch.setattr(seeking, "check_pause", refuse)
    tasks.sweep()
    assert are_side_by_side(*places)


def test_nobody_is_paired_while_the_site_is_only_just_back(
    left_beside: Leave, clock: Any, bob: Any, carol: Any
) -> None:
    services.record_web_alive()
    bobs, carols = left_beside()  # for half a minute without a sign of life
    Game.objects.filter(pk=bobs.pk).update(called_until=None, host=bob)
    Seat.objects.filter(game=bobs).exclude(user=bob).delete()
    tasks.sweep()
    assert are_side_by_side(bobs, carols)


@pytest.mark.parametrize(("away", "kept"), [("bob", 1), ("carol", 0)])
def test_of_two_to_whom_any_game_will_do_whoever_has_waited_longer_chooses(
    left_beside: Leave, bob: Any, carol: Any, away: str, kept: int
) -> None:
    places = left_beside(variant="royal", any_game=True)
    user = {"bob": bob, "carol": carol}[away]
    services.leave_page(places[1 - kept].pk, user=user)
    tasks.sweep()
    game = now_of(places[kept])
    assert (str(game.host), game.variant) == (away, "casino")


def test_somebody_to_whom_any_game_will_do_plays_what_the_other_wants(
    left_beside: Leave, carol: Any
) -> None:
    bobs, carols = left_beside(variant="royal", any_game=True)
    Seat.objects.filter(game=carols).update(first_choice="")
    tasks.sweep()
    assert (players(bobs), now_of(bobs).variant) == (["bob", "carol"], "royal")
    services.leave_game(bobs.pk, user=carol)
    assert now_of(bobs).variant == "casino"


@pytest.mark.parametrize("meanwhile", ["carol gets up", "bob closes the page", "a block"])
def test_what_happens_before_the_lock_counts(
    left_beside: Leave, before_the_lock: Any, bob: Any, carol: Any, meanwhile: str
) -> None:
    bobs, carols = left_beside()
    services.lapse_waiting_games(now=timezone.now())
    changes: dict[str, Callable[[], None]] = {
        "carol gets up": lambda: services.leave_game(carols.pk, user=carol),
        "bob closes the page": lambda: services.leave_page(bobs.pk, user=bob),
        "a block": lambda: put_up(carol, bob, "block"),
    }
    before_the_lock(changes[meanwhile], of=Game)
    services.pair_waiting(now=timezone.now())
    assert are_side_by_side(bobs)


def test_games_over_days_are_not_begun_by_the_sweep(alice: Any, bob: Any) -> None:
    put_up(alice, bob, "block")
    places = [seek(user, 86_400) for user in (alice, bob)]
    alice.barriers.all().delete()
    tasks.sweep()
    assert are_side_by_side(*places)


@pytest.fixture
def beside_three(left_beside: Leave, bob: Any, carol: Any, dave: Any) -> list[Game]:
    """Return the places of bob, carol and dave, who wait side by side."""
    places = [*left_beside()]
    for other in (bob, carol):
        put_up(dave, other, "block")
    places.append(seek(dave))
    for other in (bob, carol):
        take_down(dave, other)
    return places


def test_each_player_is_paired_once_in_a_sweep(
    beside_three: list[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    tried, bring_together = [], seeking._bring_together

    def note(*places: int, now: Any) -> None:
        tried.append(places)
        bring_together(*places, now=now)

    monkeypatch.setattr(seeking, "_bring_together", note)
    tasks.sweep()
    assert tried == [(beside_three[0].pk, beside_three[1].pk)]
    assert are_side_by_side(beside_three[2])


def test_a_sweep_tries_a_limited_number_of_pairs(
    beside_three: list[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seeking, "PAIRS_AT_ONCE", 0)
    tasks.sweep()
    assert are_side_by_side(*beside_three)


def test_whoever_is_refused_keeps_nobody_from_another_opponent(
    beside_three: list[Game], carol: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def check_pause(user: Any, *, now: Any) -> None:
        if user == carol:
            raise services.SeatRefused("paused")

    monkeypatch.setattr(seeking, "check_pause", check_pause)
    tasks.sweep()
    assert players(beside_three[0]) == ["bob", "dave"]


def test_a_fault_in_pairing_does_not_stop_the_sweep(
    left_beside: Leave, clock: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*places: int, now: Any) -> None:
        raise RuntimeError

    left_beside()
    SiteClock.objects.create(pk=1, web_seen_at=timezone.now())
    monkeypatch.setattr(seeking, "_bring_together", fail)
    tasks.sweep()
    assert SiteClock.objects.get().swept_at == timezone.now()
