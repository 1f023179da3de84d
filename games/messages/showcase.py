"""The table that everybody in the lobby is shown: what it is."""

from __future__ import annotations

from games.messages.labels import level_label
from games.messages.language import gettext as _


def tell_live() -> str:
    """Return that the table is that of a running game."""
    return _("Being played now")


def tell_recorded() -> str:
    """Return that the table is that of a game from a file, played by computer players."""
    return _("A recorded game")


def tell_players(first: str, second: str) -> str:
    """Return the levels of the computer players in a recorded game."""
    return _("computer players: {first} against {second}").format(
        first=level_label(first), second=level_label(second)
    )


def tell_step(step: int, last: int) -> str:
    """Return how far a recorded game is."""
    return _("move {number} of {last}").format(number=step, last=last)
