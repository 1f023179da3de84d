"""When a move or a pick has come too late, and may end the turn by itself."""

from __future__ import annotations

import datetime as dt

from django.utils import timezone

from games.models import Game
from games.services.outage import is_resting

# A move that arrived within the grace may still wait for the lock: the clock and everybody else
# let it pass first.
EXPIRY_MARGIN = dt.timedelta(seconds=2)


def is_late(game: Game, arrived_at: dt.datetime) -> bool:
    """Return whether the time had run out when a move arrived, and may end the turn by itself."""
    return game.is_overdue(arrived_at) and not is_resting(now=timezone.now())
