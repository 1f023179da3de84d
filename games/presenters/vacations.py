"""Who is on vacation, as one viewer reads it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from accounts.models import User
from games.clocks import VACATION_IN_A_GAME
from games.messages import vacations as told
from games.messages.names import Names
from games.messages.text import Text
from games.messages.times import name_moment
from games.models import Game, Seat
from games.selectors.access import Viewer
from games.selectors.vacations import find_vacations, has_only_vacation_left, hours_left


@dataclass(frozen=True, slots=True)
class VacationView:
    """A player's own vacation: `until` is when it ends, "" if there is none.

    `note` says what to do before it is ended, if anything.
    """

    until: str
    note: str
    is_automatic: bool
    left_words: str


def view_vacation(user: User, *, now: dt.datetime) -> VacationView:
    """Return what the page of a player's vacations shows."""
    until = _end_words(user, zone_of(user), now=now)
    has_begun_by_itself = bool(until) and find_vacations(user)[-1].is_automatic
    must_move = has_begun_by_itself and has_only_vacation_left(user, now=now)
    return VacationView(
        until=until,
        note=told.move_before_the_end() if must_move else "",
        is_automatic=user.automatic_vacation,
        left_words=told.tell_hours_left(now.astimezone(dt.UTC).year, hours_left(user, now=now)),
    )


def zone_of(viewer: Viewer | None) -> dt.tzinfo | None:
    """Return the time zone of a viewer, None for a visitor."""
    return viewer.time_zone if isinstance(viewer, User) else None


def moment_words(moment: dt.datetime, zone: dt.tzinfo | None) -> str:
    """Return a moment of the next weeks in a time zone; in UTC, which is said, without one."""
    words = name_moment(moment.astimezone(zone or dt.UTC))
    return words if zone is not None else told.in_universal_time(words)


def vacation_facts(
    user: User | None, zone: dt.tzinfo | None, *, now: dt.datetime
) -> tuple[str, ...]:
    """Return what there is to know about a player's vacations, in short."""
    if user is None:
        return ()
    until = _end_words(user, zone, now=now)
    away = told.on_vacation_until(until) if until else ""
    automatic = told.leaves_automatically() if user.leaves_automatically(now) else ""
    return tuple(filter(None, (away, automatic)))


def tell_vacations(
    game: Game, seats: Iterable[Seat], names: Names, zone: dt.tzinfo | None, *, now: dt.datetime
) -> tuple[Text, ...]:
    """Return who is on vacation in a game where that counts, and who may soon be."""
    if not game.counts_vacation or not game.is_running:
        return ()
    people = [seat for seat in seats if seat.has_person]
    away = [_tell_vacation(seat, names, zone, now=now) for seat in people]
    automatic = [
        told.tell_automatic(names, seat.index)
        for seat in people
        if leaves_rather(game, seat, now=now) and game.to_move in (None, seat.index)
    ]
    return tuple(filter(None, (*away, *automatic)))


def leaves_rather(game: Game, seat: Seat, *, now: dt.datetime) -> bool:
    """Return whether a vacation would begin instead if the time of a player ran out."""
    return (
        game.counts_vacation
        and seat.user is not None
        and seat.user.leaves_automatically(game.deadline or now)
        and not seat.user.is_on_vacation(now)
        and seat.vacation < VACATION_IN_A_GAME
    )


def _tell_vacation(
    seat: Seat, names: Names, zone: dt.tzinfo | None, *, now: dt.datetime
) -> Text | None:
    until = _end_words(seat.user, zone, now=now)
    if not until:
        return None
    is_paused = seat.paused_until is not None and seat.paused_until > now
    if seat.paused_until is None or not is_paused:
        return told.tell_vacation(names, seat.index, until)
    clock_until = moment_words(seat.paused_until, zone)
    return told.tell_paused_clock(names, seat.index, until, clock_until=clock_until)


def _end_words(user: User | None, zone: dt.tzinfo | None, *, now: dt.datetime) -> str:
    """Return when the vacation of a player ends, "" if there is none."""
    if user is None or user.vacation_until is None or not user.is_on_vacation(now):
        return ""
    return moment_words(user.vacation_until, zone)
