"""Vacations as players begin, end and see them, and the switch of a table (6)."""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Iterator
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.conf import settings
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.services import erase_user
from games import services
from games.messages.language import speak
from games.messages.vacations import tell_hours_left
from games.models import Game, SiteClock, Vacation
from tests.games.pages import alert_of, at, messages_of, text_of
from tests.present import present

pytestmark = [pytest.mark.django_db, pytest.mark.once]

DAY = 86_400
START = dt.datetime(2027, 3, 1, 12, tzinfo=dt.UTC)
TABLE = {"variant": "casino", "kind": "open", "move_time": str(3 * DAY)}


@pytest.fixture(autouse=True)
def clock() -> Iterator[Any]:
    with time_machine.travel(START, tick=False) as traveller:
        services.record_web_alive()
        yield traveller


def begin(client: Client, until: str) -> Any:
    return client.post(reverse("vacation"), {"until": until})


def test_the_time_zone_has_the_name_that_it_has_everywhere(as_alice: Client, alice: User) -> None:
    alice.time_zone = ZoneInfo("America/New_York")
    alice.save()
    for page in (reverse("vacation"), "/notices/settings/"):
        assert "New York (UTC−5)</span>" in text_of(as_alice.get(page))


def page(client: Client, name: str, *args: str) -> str:
    answer = client.get(reverse(name, args=args))
    assert answer.status_code == 200
    return text_of(answer)


def leave(user: Any, days: float) -> None:
    services.start_vacation(user, until=timezone.now() + dt.timedelta(days=days))


# The page


@pytest.mark.once
@pytest.mark.parametrize("name", ["settings", "my_games", "home"])
def test_pages_lead_to_vacations(as_alice: Client, name: str) -> None:
    assert f'href="{reverse("vacation")}"' in as_alice.get(reverse(name)).content.decode()


def test_the_days_that_are_left_are_told_in_plain_spanish(as_alice: Client) -> None:
    as_alice.cookies[settings.LANGUAGE_COOKIE_NAME] = "es"
    assert "En 2027 te quedan 28 de 28 días." in page(as_alice, "vacation")


@pytest.mark.parametrize(
    ("hours", "spanish", "english"),
    [
        (24, "En 2027 te queda 1 de 28 días.", "You have 1 of 28 days left in 2027."),
        (1, "En 2027 te queda 1 hora de 28 días.", "You have 1 hour of 28 days left in 2027."),
        (
            25,
            "En 2027 te quedan 1 día y 1 hora de 28 días.",
            "You have 1 day and 1 hour of 28 days left in 2027.",
        ),
        (0, "En 2027 te quedan 0 de 28 días.", "You have 0 of 28 days left in 2027."),
    ],
)
def test_what_is_left_of_a_year_is_told_of_one_as_of_several(
    hours: int, spanish: str, english: str
) -> None:
    assert tell_hours_left(2027, hours) == english
    with speak("es"):
        assert tell_hours_left(2027, hours) == spanish


def test_a_vacation_begins_and_ends_by_hand(as_alice: Client, alice: Any, dealt: Any) -> None:
    game = dealt(move_time=3 * DAY)
    assert "You have 28 of 28 days left in 2027." in page(as_alice, "vacation")
    assert begin(as_alice, "2027-03-06T18:30")["Location"] == reverse("vacation")
    shown = page(as_alice, "vacation")
    assert "You are on vacation until 6 March, 18:30" in shown
    assert "You have 22 days and 17 hours of 28 days left in 2027." in shown
    assert Game.objects.get(pk=game.pk).deadline == present(game.deadline) + dt.timedelta(
        days=5, hours=6.5
    )
    answer = as_alice.post(reverse("end_vacation"))
    assert "Your vacation has ended." in messages_of(as_alice.get(answer["Location"]))
    assert "You have 27 days and 23 hours of 28 days left" in page(as_alice, "vacation")
    assert Game.objects.get(pk=game.pk).deadline == game.deadline


@pytest.mark.once
@pytest.mark.parametrize(
    ("until", "sentence"),
    [
        ("", "Say when your vacation ends."),
        ("soon", "Enter a date and a time, such as 2027-05-31 18:00."),
        ("2027-13-45T00:00", "Enter a date and a time, such as 2027-05-31 18:00."),
        ("2027-03-01T11:59", "A vacation must end in the future."),
        ("2027-03-29T12:01", "a vacation that begins now can last for 28 days at most"),
        ("9999-12-31T23:59", "a vacation that begins now can last for 28 days at most"),
        ("0001-01-01T00:00", "A vacation must end in the future."),
    ],
)
def test_a_bad_end_is_refused_in_a_sentence(
    as_alice: Client, alice: Any, until: str, sentence: str
) -> None:
    alice.time_zone = ZoneInfo("UTC")
    answer = begin(as_alice, until)
    assert answer.status_code == 422
    assert sentence in text_of(answer)
    assert not Vacation.objects.exists()


def test_ending_no_vacation_is_refused(as_alice: Client) -> None:
    answer = as_alice.post(reverse("end_vacation"))
    assert (answer.status_code, alert_of(answer)) == (422, "You are not on vacation.")


def test_a_second_vacation_is_refused(as_alice: Client, alice: Any) -> None:
    leave(alice, 2)
    answer = begin(as_alice, "2027-03-10T12:00")
    assert (answer.status_code, alert_of(answer)) == (422, "You are on vacation already.")


def test_the_automatic_vacation_is_off_until_it_is_switched_on(as_alice: Client) -> None:
    assert "checked" not in page(as_alice, "vacation")
    as_alice.post(reverse("automatic_vacation"), {"is_automatic": "on"})
    assert User.objects.get(username="alice").automatic_vacation
    assert "checked" in page(as_alice, "vacation")
    as_alice.post(reverse("automatic_vacation"))
    assert not User.objects.get(username="alice").automatic_vacation


def test_whoever_ends_an_automatic_vacation_is_told_to_move_first(
    clock: Any, as_alice: Client, alice: Any, dealt: Any, play: Any
) -> None:
    game = dealt(move_time=3 * DAY)
    words = "No time is left there, so make your move before you end the vacation."
    in_grace = present(Game.objects.get(pk=game.pk).deadline) + dt.timedelta(seconds=30)
    for start in (START, in_grace):  # which is begun by hand
        clock.move_to(start)
        SiteClock.objects.update(web_seen_at=start)
        leave(alice, 1)
        assert words not in page(as_alice, "vacation")
        services.end_vacation(alice)
    services.set_automatic_vacation(alice, is_automatic=True)
    clock.move_to(present(Game.objects.get(pk=game.pk).deadline) + dt.timedelta(seconds=63))
    SiteClock.objects.update(web_seen_at=timezone.now())
    assert not services.expire_turn(game.pk)
    assert words in page(as_alice, "vacation")
    play(game, alice, "9D x 4H 5D")
    assert words not in page(as_alice, "vacation")


@pytest.mark.parametrize("name", ["vacation", "end_vacation", "automatic_vacation"])
def test_vacations_need_a_log_in(nobody: Client, name: str) -> None:
    answer = nobody.post(reverse(name))
    assert (answer.status_code, answer["Location"].split("?")[0]) == (302, reverse("account_login"))


# What is shown when clocks are changed


@pytest.mark.parametrize(
    ("zone", "now", "until", "shown", "hours"),
    [
        ("Europe/Berlin", "2027-03-27T12:00", "2027-03-28T12:00", "28 March, 12:00", 23),
        ("Europe/Berlin", "2027-10-30T12:00", "2027-10-31T12:00", "31 October, 12:00", 25),
        ("Europe/Berlin", "2027-10-30T12:00", "2027-10-31T02:30", "31 October, 02:30", 14.5),
        ("America/New_York", "2027-03-13T12:00", "2027-03-14T02:30", "14 March, 03:30", 14.5),
        ("America/New_York", "2027-11-06T12:00", "2027-11-07T12:00", "7 November, 12:00", 25),
        ("Australia/Sydney", "2027-04-03T12:00", "2027-04-04T12:00", "4 April, 12:00", 25),
        ("Australia/Sydney", "2027-10-02T12:00", "2027-10-03T12:00", "3 October, 12:00", 23),
        ("UTC", "2028-02-28T12:00", "2028-03-01T12:00", "1 March, 12:00", 48),
        ("Pacific/Auckland", "2027-12-31T12:00", "2028-01-02T12:00", "2 January, 12:00", 48),
    ],
)
def test_the_end_is_meant_and_shown_in_the_player_s_time_zone(
    client_of: Any, alice: Any, zone: str, now: str, until: str, shown: str, hours: float
) -> None:
    User.objects.filter(pk=alice.pk).update(time_zone=zone)
    began = dt.datetime.fromisoformat(now).replace(tzinfo=ZoneInfo(zone))
    with time_machine.travel(began, tick=False):
        client = client_of(User.objects.get(pk=alice.pk))
        begin(client, until)
        assert f"You are on vacation until {shown}" in page(client, "vacation")
        vacation = Vacation.objects.get()
        assert vacation.ends_at - vacation.began_at == dt.timedelta(hours=hours)


@pytest.mark.parametrize(
    ("zone", "until", "sentence"),
    [
        ("America/New_York", "9999-12-31T23:59", "can last for 28 days at most"),
        ("Pacific/Kiritimati", "0001-01-01T00:00", "A vacation must end in the future."),
    ],
)
def test_an_end_outside_all_calendars_is_refused_in_a_sentence(
    client_of: Any, alice: Any, zone: str, until: str, sentence: str
) -> None:
    User.objects.filter(pk=alice.pk).update(time_zone=zone)
    answer = begin(client_of(User.objects.get(pk=alice.pk)), until)
    assert (answer.status_code, Vacation.objects.exists()) == (422, False)
    assert sentence in text_of(answer)


@pytest.mark.parametrize(
    ("zone", "now", "until", "minutes"),
    [
        ("Europe/Berlin", "2024-10-27T01:10Z", "2024-10-27T02:40", 30),
        ("Europe/Berlin", "2024-10-27T00:50Z", "2024-10-27T02:40", 50),
        ("Europe/Berlin", "2024-10-27T00:10Z", "2024-10-27T02:40", 30),
        ("Australia/Lord_Howe", "2024-04-06T15:10Z", "2024-04-07T01:50", 10),
        ("America/Havana", "2024-11-03T05:10Z", "2024-11-03T00:30", 20),
    ],
)
def test_the_second_of_two_equal_times_is_meant_once_the_first_has_passed(
    client_of: Any, alice: Any, zone: str, now: str, until: str, minutes: int
) -> None:
    User.objects.filter(pk=alice.pk).update(time_zone=zone)
    with time_machine.travel(dt.datetime.fromisoformat(now), tick=False):
        assert begin(client_of(User.objects.get(pk=alice.pk)), until).status_code == 302
        vacation = Vacation.objects.get()
        assert vacation.ends_at - vacation.began_at == dt.timedelta(minutes=minutes)


# What others see


def test_everyone_at_the_table_sees_who_is_away_and_until_when(
    as_alice: Client, as_bob: Client, nobody: Client, alice: Any, bob: Any, dealt: Any
) -> None:
    """The clock that is shown counts down to the deadline, so the words explain it."""
    game = dealt(move_time=3 * DAY)
    User.objects.filter(pk=bob.pk).update(time_zone="Asia/Tokyo")
    leave(alice, 20)
    words = "Alice is on vacation until 21 March, 21:00, and the clock includes the time until "
    shown = text_of(as_bob.get(at("game", game))).replace("alice", "Alice")
    assert f"{words}15 March, 21:00. If time runs out" in shown
    assert "You are on vacation until 21 March, 12:00" in text_of(as_alice.get(at("game", game)))
    assert "21 March, 12:00 (UTC)" in text_of(nobody.get(at("game", game)))
    services.end_vacation(alice)
    assert "vacation" not in text_of(as_bob.get(at("game", game))).split("</main>")[0].lower()


def test_whoever_waits_for_a_pick_sees_who_is_away(
    as_bob: Client, alice: Any, bob: Any, picking: Any
) -> None:
    game = picking(move_time=DAY)
    leave(alice, 2)
    words = "is on vacation until 3 March, 12:00, and the clock includes this time."
    assert words in text_of(as_bob.get(at("game", game)))
    services.pick_secret(game.pk, user_id=bob.pk, card="6C", arrived_at=timezone.now())
    assert words in text_of(as_bob.get(at("game", game)))


def test_the_opponent_sees_that_a_vacation_may_begin_by_itself(
    as_bob: Client, alice: Any, dealt: Any
) -> None:
    game = dealt(move_time=3 * DAY)
    services.set_automatic_vacation(alice, is_automatic=True)
    words = "If the time of alice runs out, a vacation begins automatically"
    table = text_of(as_bob.get(at("game", game)))
    assert words in table
    assert "violation 1 of 5" not in table  # only one thing can happen when time runs out
    assert "goes on vacation automatically" in page(as_bob, "player", "alice").lower()
    services.set_automatic_vacation(alice, is_automatic=False)
    assert "If time runs out:" in text_of(as_bob.get(at("game", game)))


def test_no_pick_at_random_is_announced_where_a_vacation_would_begin(
    as_bob: Client, alice: Any, bob: Any, picking: Any
) -> None:
    game = picking(move_time=3 * DAY)
    services.set_automatic_vacation(alice, is_automatic=True)
    table = text_of(as_bob.get(at("game", game)))
    assert "If the time of alice runs out, a vacation begins automatically" in table
    assert "is picked for you" not in table
    services.set_automatic_vacation(alice, is_automatic=False)
    assert "is picked for you" in text_of(as_bob.get(at("game", game)))


def test_nobody_is_promised_a_vacation_that_cannot_begin_in_a_game_any_more(
    as_bob: Client, alice: Any, dealt: Any, clock: Any
) -> None:
    game = dealt(move_time=3 * DAY)
    services.set_automatic_vacation(alice, is_automatic=True)
    for days in (3, 14):
        clock.shift(dt.timedelta(days=days, minutes=2))
        SiteClock.objects.update(web_seen_at=timezone.now())
        words = text_of(as_bob.get(at("game", game)))
        assert ("a vacation begins automatically" in words) == (days == 3)
        assert services.expire_turn(game.pk) == (days == 14)


def test_nobody_is_promised_a_vacation_without_hours_of_the_year_for_it(
    as_alice: Client, as_bob: Client, alice: Any, dealt: Any, clock: Any
) -> None:
    game = dealt(move_time=3 * DAY)
    services.set_automatic_vacation(alice, is_automatic=True)
    paths = (at("game", game), reverse("my_games"), reverse("player", args=["alice"]))

    def promised() -> list[bool]:
        texts = [text_of(each.get(path)) for each in (as_alice, as_bob) for path in paths]
        words = "(goes on|a) vacation (begins )?automatically"
        return [bool(re.search(words, text, re.IGNORECASE)) for text in texts]

    begun = START - dt.timedelta(days=28)
    Vacation.objects.create(user=alice, began_at=begun, ends_at=START - dt.timedelta(hours=2))
    leave(alice, 2 / 24)
    services.end_vacation(alice)  # one of the two hours was begun
    assert promised() == [True] * 6
    leave(alice, 1 / 24)
    clock.shift(dt.timedelta(hours=1, seconds=1))
    services.record_web_alive()
    assert promised() == [False] * 6
    alice.refresh_from_db()
    next_year = dt.datetime(START.year + 1, 1, 1, tzinfo=dt.UTC)
    assert alice.leaves_automatically(next_year)
    Game.objects.filter(pk=game.pk).update(deadline=next_year, version=F("version") + 1)
    assert promised() == [True, True, False] * 2


@pytest.mark.once
def test_vacations_are_not_shown_where_they_do_not_count(
    as_bob: Client, alice: Any, dealt: Any
) -> None:
    game = dealt(move_time=3 * DAY, counts_vacation=False)
    leave(alice, 2)
    assert "is on vacation" not in text_of(as_bob.get(at("game", game)))
    assert "is on vacation" not in page(as_bob, "my_games")


def test_my_games_the_lobby_and_the_profile_say_who_is_away(
    as_bob: Client, nobody: Client, alice: Any, dealt: Any
) -> None:
    dealt(move_time=3 * DAY)
    leave(alice, 2)
    assert "is on vacation until 3 March, 12:00" in page(as_bob, "my_games")
    assert "is on vacation until 3 March, 12:00" in page(as_bob, "home")
    assert "is on vacation until 3 March, 12:00 (UTC)" in page(nobody, "home")
    assert "On vacation until 3 March, 12:00" in page(as_bob, "player", "alice")
    assert "On vacation until 3 March, 12:00 (UTC)" in page(nobody, "player", "alice")


def test_the_list_of_own_games_changes_with_a_vacation(
    as_bob: Client, alice: Any, dealt: Any
) -> None:
    dealt(move_time=3 * DAY)
    before = as_bob.get(reverse("my_games")).context["mine"].version
    leave(alice, 2)
    assert as_bob.get(reverse("my_games")).context["mine"].version != before


# The switch of a table


@pytest.mark.once
@pytest.mark.parametrize(
    ("switch", "fact", "sentence"),
    [
        ({"counts_vacation": "on"}, "vacations count", "Vacations count here"),
        ({}, "vacations do not count", "Vacations do not count here"),
    ],
)
def test_a_table_says_whether_vacations_count(
    as_alice: Client, as_oscar: Client, switch: dict[str, str], fact: str, sentence: str
) -> None:
    as_alice.post(reverse("open_table"), {**TABLE, **switch})
    game = Game.objects.get()
    assert game.counts_vacation == bool(switch)
    assert sentence in text_of(as_oscar.get(at("game", game)))
    assert fact in page(as_oscar, "home")


def test_the_switch_is_on_from_the_beginning_and_means_nothing_for_live_games(
    as_alice: Client,
) -> None:
    switch = re.search(r'<input[^>]* name="counts_vacation"[^>]*>', page(as_alice, "home"))
    assert "checked" in present(switch)[0]
    as_alice.post(reverse("open_table"), {**TABLE, "move_time": "60", "counts_vacation": "on"})
    game = Game.objects.get()
    assert not game.counts_vacation
    assert "acations" not in text_of(as_alice.get(at("game", game))).split("</main>")[0]


def test_vacations_count_in_games_from_the_queue(as_oscar: Client, alice: Any) -> None:
    place = services.play_now(alice, variant="casino", move_times=[3 * DAY])
    leave(alice, 2)
    shown = text_of(as_oscar.get(at("game", place)))
    assert "Vacations count here" in shown
    assert "on vacation until 3 March, 12:00 (UTC)" in shown
    assert "on vacation until 3 March, 12:00" in page(as_oscar, "home")


def test_a_rematch_counts_vacations_as_the_game_did(alice: Any, bob: Any, dealt: Any) -> None:
    for counts in (False, True):
        game = dealt(move_time=3 * DAY, counts_vacation=counts)
        services.quit_game(game.pk, user_id=bob.pk)
        assert services.offer_rematch(game.pk, user=alice).counts_vacation == counts


# Own data


def test_the_download_has_the_vacations_and_they_go_with_the_account(
    as_alice: Client, alice: Any
) -> None:
    leave(alice, 2)
    document = json.loads(as_alice.get(reverse("download")).content)
    assert document["vacations"] == [
        {
            "began": "2027-03-01T12:00:00.000Z",
            "ends": "2027-03-03T12:00:00.000Z",
            "began_automatically": False,
        }
    ]
    assert document["account"]["on_vacation_until"] == "2027-03-03T12:00:00+00:00"
    erase_user(alice)
    assert not Vacation.objects.exists()
