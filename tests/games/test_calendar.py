"""The calendar of a player's turns, at an address that only the player knows."""

from __future__ import annotations

import datetime as dt
import logging
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.test import Client
from django.utils import timezone
from icalendar import Calendar

from accounts.services import set_active
from config.logs import HideSecrets
from games import services
from games.models import Game
from notices.calendar import make_feed, remove_feed
from notices.models import CalendarFeed
from tests.games.conftest import ALICE_HOLDS, DECK
from tests.games.pages import cards_in

pytestmark = pytest.mark.django_db

DAY = 86_400


def path_of(user: Any) -> str:
    return f"/calendar/{make_feed(user)}.ics"


def entries(path: str) -> list[Any]:
    calendar = Calendar.from_ical(Client().get(path).content)
    assert isinstance(calendar, Calendar)
    return list(calendar.events)


def test_each_turn_in_a_game_over_days_is_an_entry_at_its_deadline(
    slow: Any, dealt: Any, alice: Any, bob: Any, carol: Any, play: Any
) -> None:
    game = slow()
    slow(bob, alice)  # bob's turn
    dealt(alice, carol)  # a live game
    path = path_of(alice)
    [entry] = entries(path)
    deadline = Game.objects.get(pk=game.pk).deadline
    assert deadline is not None
    assert entry.start == deadline.replace(microsecond=0)
    assert entry["dtstart"].to_ical().endswith(b"Z")
    assert entry["summary"] == "Your move in Casino Trifecta against bob"
    # It may be read long before, and two hours before the program reminds of it.
    assert entry["description"].startswith("Your time runs out when this entry begins.")
    assert entry["url"] == f"{settings.PUBLIC_URL}/games/{game.public_id}/"
    [alarm] = entry.walk("VALARM")
    assert alarm["trigger"].dt == dt.timedelta(hours=-2)
    play(game, alice, "9D x 5D 4H")
    assert entries(path) == []
    [entry] = entries(path_of(bob))[1:]
    assert entry["summary"] == "Your move in Casino Trifecta against alice"


def test_an_entry_keeps_its_uid_and_has_a_higher_number_after_a_change(
    slow: Any, alice: Any, bob: Any, play: Any
) -> None:
    game = slow()
    path = path_of(alice)
    [first] = entries(path)
    play(game, alice, "9D x 5D 4H")
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - dt.timedelta(days=1))
    services.expire_turn(game.pk)
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - dt.timedelta(days=1))
    [second] = [*entries(path), *entries(path_of(bob))]
    assert second["uid"] == first["uid"]
    assert second["sequence"] > int(first["sequence"])


def test_a_secret_card_to_pick_is_an_entry(picking: Any, alice: Any, bob: Any) -> None:
    game = picking(move_time=DAY)
    path = path_of(alice)
    [entry] = entries(path)
    assert entry["summary"] == "Pick your secret card in Casino Trifecta against bob"
    services.pick_secret(game.pk, user_id=alice.pk, card="7H", arrived_at=timezone.now())
    assert entries(path) == []
    assert len(entries(path_of(bob))) == 1


def test_a_game_that_is_over_or_left_has_no_entry(slow: Any, alice: Any, bob: Any) -> None:
    game = slow()
    services.quit_game(game.pk, user_id=bob.pk)
    assert entries(path_of(alice)) == []


def test_the_calendar_holds_no_card(slow: Any, alice: Any) -> None:
    game = slow()
    response = Client().get(path_of(alice))
    assert not cards_in(response, game)
    # A random public name may look like a card.
    written = response.content.decode().replace("\r\n ", "").replace(game.public_id, "")
    assert not any(card in written for card in ALICE_HOLDS)


def test_the_same_turns_give_the_same_bytes_however_the_cards_lie(
    slow: Any, alice: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with time_machine.travel(timezone.now(), tick=False):
        game = slow()
        path = path_of(alice)
        before = Client().get(path).content
        Game.objects.filter(pk=game.pk).update(standing="9.0 9.0")
        game.decks.update(cards=" ".join(reversed(DECK)))
        assert Client().get(path).content == before


def test_a_name_cannot_add_lines_to_the_calendar(slow: Any, alice: Any, bob: Any) -> None:
    slow()
    type(bob).objects.filter(pk=bob.pk).update(display_name="B\r\nATTACH:x;,\\n\nEND:VEVENT")
    content = Client().get(path_of(alice)).content
    assert b"\nATTACH" not in content
    assert content.count(b"\r\nEND:VEVENT\r\n") == 1


def test_a_program_that_has_the_newest_calendar_is_told_so(
    slow: Any, alice: Any, play: Any
) -> None:
    game = slow()
    path = path_of(alice)
    first = Client().get(path)
    assert first["Content-Type"] == "text/calendar;charset=utf-8"
    assert set(first["Cache-Control"].split(", ")) == {"private", "no-cache"}
    assert "Set-Cookie" not in first
    again = Client().get(path, headers={"if-none-match": first["ETag"]})
    assert again.status_code == 304
    assert again.content == b""
    assert again["Cache-Control"] == first["Cache-Control"]
    play(game, alice, "9D x 5D 4H")
    assert Client().get(path, headers={"if-none-match": first["ETag"]}).status_code == 200


def test_only_the_newest_secret_opens_the_calendar(slow: Any, alice: Any) -> None:
    slow()
    old, new = path_of(alice), path_of(alice)
    assert Client().get(old).status_code == 404
    assert Client().get(new).status_code == 200
    remove_feed(alice)
    assert Client().get(new).status_code == 404
    assert Client().get("/calendar/guess.ics").status_code == 404


def test_a_banned_player_has_no_calendar(alice: Any) -> None:
    path = path_of(alice)
    set_active(alice, active=False)
    assert Client().get(path).status_code == 404


def test_the_secret_itself_is_not_stored(alice: Any) -> None:
    secret = make_feed(alice)
    assert len(secret) == 32
    assert secret not in repr(CalendarFeed.objects.values_list().get())


def test_a_calendar_is_not_changed_by_a_request(alice: Any) -> None:
    assert Client().post(path_of(alice)).status_code == 405


def test_one_calendar_asked_for_too_often_leaves_the_others_alone(
    alice: Any, bob: Any, settings: Any
) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"calendar": "2/m"}
    his, hers = path_of(bob), path_of(alice)
    assert [Client().get(hers).status_code for _ in range(3)] == [200, 200, 429]
    assert Client().get(his).status_code == 200
    guesses = [Client().get(f"/calendar/{n}.ics").status_code for n in range(3)]
    assert guesses == [404, 404, 429]


def test_the_secret_is_in_no_log(
    alice: Any, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    from games.views import calendar

    def fail(_: str) -> None:
        raise RuntimeError

    monkeypatch.setattr(calendar, "find_owner", fail)
    path = path_of(alice)
    caplog.handler.addFilter(HideSecrets())
    with caplog.at_level(logging.DEBUG):
        Client(raise_request_exception=False).get(path)
        Client(raise_request_exception=False).post(path)
    assert "/calendar/…" in caplog.text
    assert path.removeprefix("/calendar/") not in caplog.text
    logging_settings: Any = settings.LOGGING
    assert logging_settings["handlers"]["terminal"]["filters"][0] == "without secrets"
