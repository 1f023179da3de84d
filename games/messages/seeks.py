"""Players in the queue: who waits for what, and that somebody is there."""

from __future__ import annotations

from collections.abc import Sequence

from games.clocks import TimeControl
from games.messages.language import gettext as _
from games.messages.language import ngettext
from games.messages.lists import join_or
from games.messages.names import name_text
from games.messages.text import Text, fill
from games.messages.times import time_words

_MINUTE = 60


def name_any_game(game: str) -> str:
    """Return what somebody waits for to whom any game will do."""
    return _("{game} or any other game").format(game=game)


def tell_move_times(times: Sequence[TimeControl]) -> str:
    """Return the times that a player accepts: "60 seconds or 2 minutes a turn"."""
    return _("{duration} a turn").format(duration=join_or([time_words(time) for time in times]))


def tell_waited(seconds: float) -> str:
    """Return how long a player has waited, in whole minutes."""
    minutes = int(seconds // _MINUTE)
    if not minutes:
        return _("waiting for less than a minute")
    return ngettext("waiting for {count} minute", "waiting for {count} minutes", minutes).format(
        count=minutes
    )


def tell_waiting_since(day: str) -> str:
    """Return since when a player has waited: since a weekday or a date."""
    return _("waiting since {day}").format(day=day)


def waiting_since_today() -> str:
    """Return that a player began to wait today."""
    return _("waiting since today")


def waiting_since_yesterday() -> str:
    """Return that a player began to wait yesterday."""
    return _("waiting since yesterday")


def tell_near_seek(name: str, times: Sequence[TimeControl]) -> Text:
    """Return that somebody waits for the same game at another pace."""
    sentence = _("{name} is waiting for the same game with {times}.")
    return fill(sentence, name=name_text(name), times=tell_move_times(times))


def tell_own_seek(game: str, times: Sequence[TimeControl]) -> Text:
    """Return what the reader waits for, on another page than the one for waiting."""
    sentence = _("You are looking for an opponent: {game}, {times}.")
    return fill(sentence, game=game, times=tell_move_times(times))


def tell_own_call(name: str, game: str) -> Text:
    """Return whom the reader, who is on another page, has as an opponent as soon as both come."""
    return fill(
        _("{name} is being called to your game of {game}."), name=name_text(name), game=game
    )


def opponent_is_here(name: str) -> Text:
    """Return that the reader, who is on another page, has an opponent now."""
    return fill(_("{name} is here: go to your game."), name=name_text(name))


def opponent_waits(name: str) -> str:
    """Return the same as a headline on the page of the game itself."""
    return _("{name} is here").format(name=name)


def explain_call(seconds: int) -> str:
    """Return by when a player who is called must come, and what happens otherwise."""
    sentence = ngettext(
        "It starts as soon as you come. If you do not come within {count} second, your opponent "
        "looks for somebody else and you lose your place.",
        "It starts as soon as you come. If you do not come within {count} seconds, your opponent "
        "looks for somebody else and you lose your place.",
        seconds,
    )
    return sentence.format(count=seconds)


def calling(name: str) -> str:
    """Return for whom a player who has an opponent already waits."""
    return _("Calling {name}").format(name=name)


def explain_calling(name: str, seconds: int) -> Text:
    """Return why the game does not begin yet, to the player who is there."""
    sentence = ngettext(
        "{name} is not at the table yet. The game starts as soon as {name} comes. If that takes "
        "longer than {count} second, you keep your place and wait for somebody else.",
        "{name} is not at the table yet. The game starts as soon as {name} comes. If that takes "
        "longer than {count} seconds, you keep your place and wait for somebody else.",
        seconds,
    )
    return fill(sentence, name=name_text(name), count=seconds)
