"""Places in the queue for games over days: they stay while nobody is there, and begin games."""

from __future__ import annotations

import datetime as dt
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.services import set_active
from games import rules, services
from games.clocks import TimeControl
from games.models import Game
from games.selectors.mine import find_my_games
from games.services.waiting import SLOW_PLACE_LAPSES_AFTER
from tests.games.conftest import days, seconds, state_of, status_of
from tests.games.pages import at, messages_of, named, text_of
from tests.present import present

pytestmark = pytest.mark.django_db

HOUR, DAY = 3_600, 86_400
BUDGET = TimeControl(12 * HOUR, bank=3 * DAY)


@pytest.fixture
def clock() -> Any:
    tuesday = dt.datetime(2027, 1, 5, 12, tzinfo=dt.UTC)
    with time_machine.travel(tuesday, tick=False) as traveller:
        yield traveller


def seek(user: Any, *times: int | TimeControl, variant: str = "casino") -> Game:
    return services.play_now(user, variant=variant, move_times=times or [3 * DAY])


def sweep() -> int:
    return services.lapse_waiting_games(now=timezone.now())


# How long a place stays


def test_a_place_lasts_for_14_days_without_an_open_page(clock: Any, alice: Any) -> None:
    place = seek(alice)
    clock.shift(SLOW_PLACE_LAPSES_AFTER)
    assert days(14) == SLOW_PLACE_LAPSES_AFTER
    assert (sweep(), status_of(place)) == (0, "waiting")
    clock.shift(seconds(1))
    assert (sweep(), status_of(place)) == (1, "cancelled")


@pytest.mark.parametrize("page", ["the lobby", "a game"])
def test_a_page_of_the_site_lets_the_14_days_begin_anew(
    clock: Any, alice: Any, as_alice: Client, page: str
) -> None:
    place = seek(alice)
    practice = services.play_computer(alice, variant="casino", move_time=0, levels=["easy"])
    clock.shift(days(13))
    as_alice.get("/" if page == "the lobby" else at("game", practice))
    clock.shift(days(13))
    assert (sweep(), status_of(place)) == (0, "waiting")


def test_a_page_that_is_closed_ends_no_place(clock: Any, alice: Any, bob: Any) -> None:
    place = seek(alice)
    services.leave_page(place.pk, user=alice)
    clock.shift(days(10))
    sweep()
    assert seek(bob).pk == place.pk


def test_a_live_place_still_lapses_after_half_a_minute(clock: Any, alice: Any, bob: Any) -> None:
    live, slow = seek(alice, 60), seek(bob)
    clock.shift(seconds(31))
    assert sweep() == 1
    assert (status_of(live), status_of(slow)) == ("cancelled", "waiting")


def test_a_table_over_days_still_closes_14_days_after_it_was_opened(clock: Any, alice: Any) -> None:
    table = services.open_table(alice, variant="casino", move_time=DAY, kind="open")
    clock.shift(days(10))
    services.keep_waiting(table.pk, user=alice)
    clock.shift(days(4) + seconds(1))
    assert (sweep(), status_of(table)) == (1, "cancelled")


# Two who are never there together


@pytest.mark.parametrize("variant", [n for n, game in rules.VARIANTS.items() if game.seats[0] == 2])
@pytest.mark.parametrize("time", [TimeControl(14 * DAY), BUDGET])
def test_two_who_are_never_there_together_begin_a_game(
    clock: Any, as_alice: Client, as_bob: Client, alice: Any, bob: Any, variant: str,
    time: TimeControl,
) -> None:  # fmt: skip
    place = seek(alice, time, DAY, variant=variant)
    clock.shift(days(13))
    game = seek(bob, time, 3 * DAY, variant=variant)
    assert (game.pk, game.called_until, game.time) == (place.pk, None, time)
    assert game.status == ("picking" if game.opening_moves else "playing")
    assert game.deadline == timezone.now() + time.turn_time(bank=time.full_bank)
    clock.shift(days(1))
    for client, rival in ((as_alice, "bob"), (as_bob, "alice")):
        page = text_of(client.get("/"))
        own = page[page.index('id="own-games"') :]
        assert own.index(at("game", game)) < own.index("</ul>")
        assert f"<b>{named(rival)}</b>" in own


def test_both_players_find_the_new_game_first(
    clock: Any, known_shuffle: None, alice: Any, bob: Any, carol: Any, play: Any
) -> None:
    """Whoever is seated first begins, so bob waits for his opponents in both games."""
    seek(carol, DAY)
    older = seek(bob, DAY)
    for user in (carol, bob):
        play(older, user, str(next(iter(older.rules.moves(state_of(older))))))
    clock.shift(seconds(HOUR))
    seek(alice, 7 * DAY)
    newer = seek(bob, 7 * DAY)
    assert [game.pk for game in find_my_games(bob).others] == [newer.pk, older.pk]
    assert [game.pk for game in find_my_games(alice).turns] == [newer.pk]


def test_the_time_to_pick_counts_from_the_pairing(clock: Any, alice: Any, bob: Any) -> None:
    seek(alice, DAY, variant="trifecta")
    clock.shift(days(12))
    game = seek(bob, DAY, variant="trifecta")
    clock.shift(days(1))
    assert not services.expire_turn(game.pk)
    services.pick_secret(game.pk, user_id=alice.pk, card="7H", arrived_at=timezone.now())
    clock.shift(seconds(63))
    assert services.expire_turn(game.pk)
    game.refresh_from_db()
    assert (game.status, game.deadline) == ("playing", timezone.now() + days(1))


def test_a_game_from_the_lobby_begins_while_the_other_player_is_away(
    clock: Any, alice: Any, as_bob: Client
) -> None:
    place = seek(alice, DAY, BUDGET)
    clock.shift(days(2))
    page = text_of(as_bob.get("/"))
    assert "waiting since Tuesday" in page
    assert f'name="move_time" value="{BUDGET}"' in page
    as_bob.post(at("join", place), {"move_time": str(DAY)})
    place.refresh_from_db()
    assert (place.status, place.deadline) == ("playing", timezone.now() + days(1))


# What the lobby shows


def test_the_lobby_shows_a_place_to_its_owner_who_can_cancel_it(
    clock: Any, alice: Any, as_alice: Client
) -> None:
    place = seek(alice, DAY, 7 * DAY)
    clock.shift(days(3))
    page = text_of(as_alice.get("/"))
    assert "You are looking for an opponent: Casino, 1 day or 7 days a turn." in page
    assert "waiting since Tuesday" in page
    as_alice.post(at("leave", place))
    assert status_of(place) == "cancelled"
    assert "looking for an opponent" not in text_of(as_alice.get("/"))


def test_other_pages_say_nothing_of_a_place_that_lasts_for_days(
    alice: Any, bob: Any, as_alice: Client
) -> None:
    place, practice = (
        seek(alice),
        services.play_computer(alice, variant="casino", move_time=0, levels=["easy"]),
    )
    other = seek(bob, DAY)
    assert "looking for an opponent" not in text_of(as_alice.get(at("game", practice)))
    page = text_of(as_alice.get(at("game", place)))
    assert "your place lasts until 14 days after your last visit" in page
    assert at("join", other) in page


@pytest.mark.parametrize(
    ("zone", "began", "now", "words"),
    [
        ("Europe/Berlin", "2027-10-30T22:10Z", "2027-10-31T22:50Z", "since today"),  # 25 hours
        ("Europe/Berlin", "2027-03-27T22:50Z", "2027-03-28T22:10Z", "since Saturday"),  # 23 hours
        ("Europe/Berlin", "2027-03-27T22:50Z", "2027-03-28T21:50Z", "since yesterday"),
        ("Pacific/Kiritimati", "2027-12-31T09:50Z", "2027-12-31T10:10Z", "since yesterday"),
        ("Pacific/Pago_Pago", "2027-12-31T09:50Z", "2028-01-01T10:10Z", "since yesterday"),
        ("Pacific/Apia", "2027-12-31T09:50Z", "2027-12-31T10:50Z", "since today"),
    ],
)
def test_today_and_yesterday_are_those_of_the_reader(
    make_user: Any, alice: Any, client_of: Any, zone: str, began: str, now: str, words: str
) -> None:
    with time_machine.travel(dt.datetime.fromisoformat(began), tick=False) as clock:
        seek(alice)
        clock.move_to(dt.datetime.fromisoformat(now))
        there = client_of(make_user("kenji", time_zone=zone))
        assert f"waiting {words}" in text_of(there.get("/"))


def test_whoever_waits_for_a_live_game_is_listed_first(
    clock: Any, make_user: Any, alice: Any, as_bob: Client
) -> None:
    for number in range(21):
        increment = (6 * HOUR, 12 * HOUR)[number % 2]
        seek(make_user(f"slow{number}"), TimeControl(increment, bank=(number // 2 + 1) * DAY))
        clock.shift(seconds(1))
    seek(alice, 60)
    listed = text_of(as_bob.get("/")).split('id="waiting-players"')[1]
    assert listed.index("60 seconds a turn") < listed.index("1 day + 6 hours a turn")
    assert listed.count("waiting since today") == 20


@pytest.mark.once
@pytest.mark.parametrize(
    ("zone", "began", "looks", "words"),
    [
        ("UTC", "2027-01-05T00:00", "2027-01-05T23:59", "today"),
        ("Europe/Berlin", "2027-01-04T23:30", "2027-01-05T22:30", "today"),
        ("America/New_York", "2027-01-05T02:00", "2027-01-05T12:00", "yesterday"),
        ("Australia/Sydney", "2027-01-05T14:00", "2027-01-08T12:00", "Wednesday"),
        ("UTC", "2027-01-05T00:00", "2027-01-11T23:59", "Tuesday"),
        ("UTC", "2027-01-05T00:00", "2027-01-12T00:00", "5 January"),
        # The clocks go forward, and back; one southern.
        ("Europe/Berlin", "2027-03-27T23:30", "2027-03-28T21:59", "today"),
        ("Europe/Berlin", "2027-10-30T22:30", "2027-10-31T22:30", "today"),
        ("America/New_York", "2027-03-14T04:30", "2027-03-14T06:30", "yesterday"),
        ("Australia/Sydney", "2027-04-03T13:30", "2027-04-04T13:59", "today"),
        ("UTC", "2028-02-28T12:00", "2028-03-01T12:00", "Monday"),
        ("UTC", "2028-02-29T12:00", "2028-03-08T12:00", "29 February"),
    ],
)
def test_the_day_is_that_of_the_player_who_looks(
    alice: Any, bob: Any, client_of: Any, zone: str, began: str, looks: str, words: str
) -> None:
    bob.time_zone = ZoneInfo(zone)
    bob.save()
    with time_machine.travel(dt.datetime.fromisoformat(began + "+00:00"), tick=False) as clock:
        seek(alice)
        clock.move_to(dt.datetime.fromisoformat(looks + "+00:00"))
        assert f"waiting since {words}<" in text_of(client_of(bob).get("/"))


# The limit


def take_places(user: Any, number: int) -> list[Game]:
    times = [TimeControl(6 * HOUR, bank=days * DAY) for days in range(1, number + 1)]
    return [seek(user, time) for time in times]


def test_a_player_has_ten_places_at_most(clock: Any, alice: Any, as_alice: Client) -> None:
    limit = services.SLOW_PLACES_LIMIT
    places = take_places(alice, limit)
    fields = {"variant": "casino", "move_time": str(DAY)}
    refused = as_alice.post("/play/", fields, follow=True)
    assert "You are already waiting in 10 places for games over days." in messages_of(refused)
    assert Game.objects.count() == limit
    services.leave_game(places[0].pk, user=alice)
    as_alice.post("/play/", fields)
    assert Game.objects.filter(status="waiting").count() == limit


def test_whoever_has_ten_places_can_still_join_and_wait_for_live_games(
    alice: Any, bob: Any
) -> None:
    take_places(alice, services.SLOW_PLACES_LIMIT)
    others = seek(bob, DAY)
    assert seek(alice, DAY).pk == others.pk
    assert seek(alice, 60).status == "waiting"


def test_nobody_is_paired_with_a_banned_player(
    clock: Any, alice: Any, bob: Any, carol: Any, as_bob: Client
) -> None:
    place = seek(alice)
    set_active(alice, active=False)
    assert "alice" not in text_of(as_bob.get("/"))
    own = seek(bob)
    assert own != place
    assert seek(carol) == own


def test_an_outage_is_no_absence(clock: Any, alice: Any) -> None:
    services.record_web_alive()
    place = seek(alice)
    clock.shift(days(15))
    services.record_web_alive()
    assert (sweep(), present(Game.objects.get(pk=place.pk).seen_at)) == (0, timezone.now())
