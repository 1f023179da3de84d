"""Marks of what a page shows, so that a socket sends nothing that its page shows already."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.utils.crypto import salted_hmac

from accounts.models import User, has_four_colours
from config.release_mark import release_mark
from games.snapshots import Snapshot


def mark_table(
    snapshot: Snapshot, user: User | AnonymousUser, *, language: str, csrf_cookie: str
) -> str:
    """Return a mark of all that decides what a table looks like to its viewer.

    Two tables with the same mark differ only in how much time is left on the clock. A table has no
    mark ("") unless the game is running: while it waits, the viewer's presence changes it too.
    """
    game = snapshot.game
    if not game.is_running:
        return ""
    shown = (
        *(release_mark(), game.public_id, game.version),
        *(user.pk, has_four_colours(user), language, csrf_cookie),
    )
    return salted_hmac("games.live.marks", repr(shown), algorithm="sha256").hexdigest()[:32]
