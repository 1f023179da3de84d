"""A player's turns as a calendar, in the format that calendar programs read (RFC 5545)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from django.conf import settings

from accounts.models import User
from games.messages import calendar as told
from games.models import Game
from games.presenters.standings import rivals_words

if TYPE_CHECKING:
    from icalendar import Event

ALARM: Final = dt.timedelta(hours=2)
"""How long before the end of a turn a calendar program reminds of it."""
LOOK_AGAIN: Final = dt.timedelta(minutes=30)


def write_calendar(games: Iterable[Game], user: User) -> bytes:
    """Return a calendar with an entry for the end of the user's turn in each of the games.

    The same games give the same bytes. Nothing in it depends on cards.
    """
    from icalendar import Calendar, vDuration  # it takes long to load

    calendar = Calendar()
    calendar.add("prodid", "-//Trifecta House//turns//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    name = told.name_calendar(settings.SITE_NAME)
    calendar.add("name", name)
    calendar.add("x-wr-calname", name)
    calendar.add("refresh-interval", vDuration(LOOK_AGAIN), parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", vDuration(LOOK_AGAIN))
    for game in games:
        calendar.add_component(_write_turn(game, user))
    return bytes(calendar.to_ical())


def _write_turn(game: Game, user: User) -> Event:
    from icalendar import Alarm, Event

    assert game.deadline is not None
    seats = game.seated
    mine = next(seat for seat in seats if seat.user_id == user.pk)
    is_pick = game.status == Game.Status.PICKING
    title = told.name_turn(game.title, rivals_words(game, seats, mine), is_pick=is_pick)
    address = settings.PUBLIC_URL + game.get_absolute_url()
    event = Event()
    # One entry for each game, which moves from turn to turn; it is there only during the turn.
    event.add("uid", f"{game.public_id}@{urlsplit(settings.PUBLIC_URL).hostname}")
    event.add("sequence", game.version)
    event.add("dtstamp", game.turn_started_at or game.started_at or game.created_at)
    event.add("dtstart", game.deadline)
    event.add("summary", title)
    event.add("description", f"{told.explain_turn()}\n{address}")
    event.add("url", address)
    event.add("transp", "TRANSPARENT")
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("trigger", -ALARM)
    alarm.add("description", title)
    event.add_component(alarm)
    return event
