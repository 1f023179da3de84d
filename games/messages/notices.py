"""Short notices that answer what a visitor has just done."""

from games.messages.language import gettext as _
from games.messages.language import ngettext


def account_deleted() -> str:
    """Return the farewell after an account was erased."""
    return _("Your account has been deleted. Your finished games remain, without your name.")


def vacation_began() -> str:
    """Return that a vacation has begun."""
    return _("Your vacation has begun. Your opponents see when it ends.")


def vacation_ended() -> str:
    """Return that a vacation has ended."""
    return _("Your vacation has ended.")


def automatic_vacation_saved() -> str:
    """Return that it is stored whether vacations begin automatically."""
    return _("Your settings are saved. Your opponents see them.")


def unknown_offer() -> str:
    """Return what to do when a game or a move time was sent that the site does not have."""
    return _("Choose a game and a move time from the lists.")


def unknown_level() -> str:
    """Return what to do when a level was sent that the site does not have."""
    return _("Choose a level from the list.")


def table_gone() -> str:
    """Return why nobody can join a table: it says nothing about whether it ever existed."""
    return _("That table is taken or closed.")


def unknown_seat() -> str:
    """Return why a seat cannot be taken that the table does not have."""
    return _("There is no such seat.")


def too_many_hints(a_minute: int) -> str:
    """Return the refusal of one hint too many."""
    sentence = ngettext(
        "You can ask for {count} hint a minute. Wait a moment, then ask again.",
        "You can ask for {count} hints a minute. Wait a moment, then ask again.",
        a_minute,
    )
    return sentence.format(count=a_minute)


def hints_are_for_own_turn() -> str:
    """Return the refusal of a hint while another player is to move, or after the game."""
    return _("You can ask for a hint only while it is your turn.")


def too_many_analyses(a_minute: int, a_day: int) -> str:
    """Return the refusal of one analysis too many."""
    return _(
        "You can have up to {minute} games a minute analysed, and {day} a day. Try again later."
    ).format(minute=a_minute, day=a_day)


def cannot_store() -> str:
    """Return the refusal of whatever cannot be stored, because the disk of the site is full."""
    return _(
        "The site cannot store moves or anything else at the moment, so nothing has changed. "
        "Nobody loses time: the clocks stand still until it can. Try again in a moment."
    )


def too_fast() -> str:
    """Return the refusal of posts that come faster than people can play."""
    return _("You are playing faster than anyone can. Wait a minute, then try again.")
