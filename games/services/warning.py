"""The warning that little of a turn's time is left: once in a move time, again after a vacation."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from games.services.outage import is_resting
from games.services.telling import tell_warning
from games.services.writing import lock_game, save_change


def warn_of_deadline(game_id: int) -> bool:
    """Tell whoever is waited for that little time is left, if that is due; return whether it was.

    Safe to call any number of times: the row is locked and checked again. A turn that has been
    played, or whose deadline has moved, has another moment for its warning.
    """
    with transaction.atomic():
        snapshot = lock_game(game_id)
        game = snapshot.game
        now = timezone.now()
        if game.warns_at is None or game.warns_at > now or is_resting(now=now):
            return False
        # A new version: otherwise a move that continues the turn would write the old moment back.
        game.warns_at = None
        save_change(snapshot)
        tell_warning(snapshot, now=now)
        return True
