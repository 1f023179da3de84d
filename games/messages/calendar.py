"""A player's turns as entries of a calendar."""

from __future__ import annotations

from games.messages.language import gettext as _
from games.messages.text import Text, fill


def name_calendar(site: str) -> str:
    """Return what the calendar of a player's turns is called."""
    return _("{site}: your turns").format(site=site)


def name_turn(game: str, opponents: Text, *, is_pick: bool) -> Text:
    """Return the title of an entry at the end of a player's time."""
    if is_pick:
        words = _("Pick your secret card in {game} against {opponents}")
    else:
        words = _("Your move in {game} against {opponents}")
    return fill(words, game=game, opponents=opponents)


def explain_turn() -> str:
    """Return what an entry means."""
    return _("Your time runs out when this entry begins. It disappears once you have moved.")
