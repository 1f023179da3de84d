"""A player's own games in lists, and the way to the next one."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop

from games.messages.clock import clock_words
from games.messages.language import gettext as _
from games.messages.language import ngettext
from games.messages.names import Names
from games.messages.text import Text, fill

_GROUPS: Final = {
    "turns": gettext_noop("Your turn"),
    "others": gettext_noop("The others’ turn"),
    "waiting": gettext_noop("Waiting for players"),
    "seeks": gettext_noop("Your places in the queue"),
    "finished": gettext_noop("Just finished"),
}


def name_group(group: str) -> str:
    """Return what a part of the list is called."""
    return _(_GROUPS[group])


def tell_newest_only(count: int) -> str:
    """Return that more games have just finished than are listed."""
    return ngettext(
        "Only your newest game is listed here.",
        "Only your newest {count} games are listed here.",
        count,
    ).format(count=count)


def tell_time_left(names: Names, seat: int, seconds: float) -> Text:
    """Return how much time a player has: "You: 2 d 5 h"."""
    name = names.subject([seat])
    return fill(_("{name}: {time}"), name=name, time=clock_words(seconds))


def next_is_due(names: Names, seat: int, game: str, seconds: float) -> Text:
    """Return when the time of the opponent who is to move next runs out."""
    return fill(
        _("The next move is due in {time}: {name} is to move in {game}."),
        time=clock_words(seconds),
        name=names.name(seat),
        game=game,
    )


def next_to_move(names: Names, seat: int, game: str) -> Text:
    """Return who is to move next where no time is told: without a timer, or a computer."""
    return fill(_("{name} is to move in {game}."), name=names.name(seat), game=game)


def next_of_stand_in(names: Names, seat: int, game: str) -> Text:
    """Return that a computer player is to move next, at the seat of a player who has left."""
    return fill(
        _("A computer is to move in place of {name} in {game}."), name=names.name(seat), game=game
    )


def picks_are_due(game: str, seconds: float) -> Text:
    """Return when the time runs out in which the others pick their secret cards."""
    return fill(
        _("Secret cards are being picked in {game}: the first turn begins within {time}."),
        time=clock_words(seconds),
        game=game,
    )
