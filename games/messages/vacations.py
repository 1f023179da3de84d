"""Vacations: who is away and until when, and what that does to the clock."""

from __future__ import annotations

from games.clocks import VACATION_HOURS, VACATION_IN_A_GAME
from games.messages.language import gettext as _
from games.messages.language import ngettext
from games.messages.names import Names
from games.messages.text import Text, fill

_DAY = 24


def tell_vacation(names: Names, seat: int, until: str) -> Text:
    """Return that a player is on vacation; `until` is the moment of its end."""
    if names.is_you(seat):
        return fill(_("You are on vacation until {moment}"), moment=until)
    return fill(_("{name} is on vacation until {moment}"), name=names.name(seat), moment=until)


def tell_paused_clock(names: Names, seat: int, until: str, *, clock_until: str) -> Text:
    """Return the same of a player whose turn it is, and what the clock knows of it already."""
    if clock_until == until:
        sentence = _("{vacation}, and the clock includes this time")
    else:
        sentence = _("{vacation}, and the clock includes the time until {moment}")
    return fill(sentence, vacation=tell_vacation(names, seat, until), moment=clock_until)


def tell_automatic(names: Names, seat: int) -> Text:
    """Return that a player goes on vacation rather than run out of time."""
    if names.is_you(seat):
        return fill(_("If your time runs out, a vacation begins automatically"))
    return fill(
        _("If the time of {name} runs out, a vacation begins automatically"), name=names.name(seat)
    )


def on_vacation_until(moment: str) -> str:
    """Return that a player is on vacation, among the facts about the player."""
    return _("on vacation until {moment}").format(moment=moment)


def leaves_automatically() -> str:
    """Return that a player goes on vacation rather than run out of time, among such facts."""
    return _("goes on vacation automatically when time runs out")


def move_before_the_end() -> str:
    """Return what to do before a vacation is ended that has begun by itself."""
    return _(
        "It began automatically when your time ran out in a game. No time is left there, so make "
        "your move before you end the vacation."
    )


def in_universal_time(moment: str) -> str:
    """Return a moment for somebody whose time zone is not known."""
    return _("{moment} (UTC)").format(moment=moment)


def vacations_count(*, count: bool) -> str:
    """Return whether vacations count, among the facts about a game over days."""
    return _("vacations count") if count else _("vacations do not count")


def explain_vacations(*, count: bool) -> str:
    """Return what a vacation does to the clock of a game over days, before the game begins."""
    if not count:
        return _("Vacations do not count here: the clock goes on while a player is on vacation.")
    days = VACATION_IN_A_GAME.days
    return ngettext(
        "Vacations count here: the clock of a player on vacation stands still, for up to {count} "
        "day in all.",
        "Vacations count here: the clock of a player on vacation stands still, for up to {count} "
        "days in all.",
        days,
    ).format(count=days)


def days_and_hours(hours: int) -> str:
    """Return a number of hours in days and hours: "27 days and 5 hours"."""
    days, rest = divmod(hours, _DAY)
    in_days = ngettext("{count} day", "{count} days", days).format(count=days)
    in_hours = ngettext("{count} hour", "{count} hours", rest).format(count=rest)
    if not days:
        return in_hours
    return _("{days} and {hours}").format(days=in_days, hours=in_hours) if rest else in_days


def tell_hours_left(year: int, hours: int) -> str:
    """Return how much vacation is left in a year: "You have 26 of 28 days left in 2027."."""
    days, rest = divmod(hours, _DAY)
    sentence = ngettext(
        "You have {left} of {all} left in {year}.",
        "You have {left} of {all} left in {year}.",
        days + rest,
    )
    left = days_and_hours(hours) if rest else days
    return sentence.format(left=left, all=days_and_hours(VACATION_HOURS), year=year)
