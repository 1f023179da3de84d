"""What has happened in a game while its player was away."""

from __future__ import annotations

from games.messages.language import gettext as _
from games.messages.times import duration_words


def since_your_move(seconds: float) -> str:
    """Return the title of what has happened since the reader's last move."""
    return _("Since your last move, {duration} ago").format(duration=duration_words(seconds))


def since_the_deal(seconds: float) -> str:
    """Return the title of what has happened before the reader's first move."""
    return _("Since the cards were dealt, {duration} ago").format(duration=duration_words(seconds))
