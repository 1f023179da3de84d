"""How reliable and how quick a player is, in words."""

from __future__ import annotations

from games.messages.language import gettext as _
from games.messages.language import ngettext
from games.messages.numbers import show_decimal
from games.messages.times import duration_words

_LEAST = 0.1
"""The lowest number of violations per game that is told."""


def tell_finished(finished: int, begun: int) -> str:
    """Return how many of the games that are over the player has played to the end."""
    return ngettext(
        "played {finished} of {count} game to the end",
        "played {finished} of {count} games to the end",
        begun,
    ).format(finished=finished, count=begun)


def tell_violations(violations: int, begun: int) -> str:
    """Return how often the player ran out of time."""
    if not violations:
        return _("never ran out of time")
    if violations / begun < _LEAST:
        return _("fewer than {number} violations per game").format(
            number=show_decimal(_LEAST, places=1)
        )
    return _("{number} violations per game").format(
        number=show_decimal(violations / begun, places=1)
    )


def usually_moves_within(seconds: float) -> str:
    """Return in what time the player makes half of the moves."""
    return _("usually moves within {duration}").format(duration=duration_words(seconds))


def usually_takes_longer_than(seconds: float) -> str:
    """Return that the player takes more time for half of the moves."""
    return _("usually takes more than {duration} for a move").format(
        duration=duration_words(seconds)
    )
