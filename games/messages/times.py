"""Lengths of time, days and moments in texts."""

from __future__ import annotations

import datetime as dt
from typing import Final

from django.utils.formats import date_format

from games.clocks import TimeControl
from games.messages.language import gettext as _
from games.messages.language import ngettext, remembered

_MINUTE: Final = 60
_HOUR: Final = 3_600
_DAY: Final = 86_400


def duration_words(seconds: float) -> str:
    """Return a length of time, rounded: "45 seconds", "2 minutes", "3 days"."""
    if _is_told_in(seconds, _DAY):
        count = round(seconds / _DAY)
        sentence = ngettext("{count} day", "{count} days", count)
    elif _is_told_in(seconds, _HOUR):
        count = round(seconds / _HOUR)
        sentence = ngettext("{count} hour", "{count} hours", count)
    elif _is_told_in(seconds, _MINUTE):
        count = round(seconds / _MINUTE)
        sentence = ngettext("{count} minute", "{count} minutes", count)
    else:
        count = round(seconds)
        sentence = ngettext("{count} second", "{count} seconds", count)
    return sentence.format(count=count)


@remembered(64)
def move_time_words(seconds: int) -> str:
    """Return the time for a move; a minute is told in seconds."""
    if seconds == _MINUTE:
        return ngettext("{count} second", "{count} seconds", _MINUTE).format(count=_MINUTE)
    return duration_words(seconds)


@remembered(64)
def time_words(time: TimeControl) -> str:
    """Return a time control in short: the time for a turn, or bank and increment."""
    turn = move_time_words(time.move_time)
    if not time.bank:
        return turn
    return _("{bank} + {increment}").format(bank=duration_words(time.bank), increment=turn)


def _is_told_in(seconds: float, size: int) -> bool:
    """Return whether a time is long enough, or even enough, to be told in units of that size."""
    return seconds >= 1.5 * size or (seconds >= size and seconds % size == 0)


def name_weekday(day: dt.date) -> str:
    """Return the name of a day of the last week: "Monday"."""
    return date_format(day, "l")


def name_day(day: dt.date) -> str:
    """Return a day of this year: "5 May"."""
    return date_format(day, _("j F"))


def name_moment(moment: dt.datetime) -> str:
    """Return a moment of the next weeks, in its own time zone: "5 May, 18:00"."""
    return date_format(moment, _("j F, H:i"))
