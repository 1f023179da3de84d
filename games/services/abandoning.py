"""Players who keep leaving live games to the clock: a pause before they look for strangers again.

Nothing is stored for it: what counts are the violations in the games of the last days.
"""

from __future__ import annotations

import datetime as dt

from django.db.models import Count, Exists, F, OuterRef, Q

from accounts.models import User
from games import rules
from games.models import LIVE, Event, Game, Seat
from games.services.refusals import SeatRefused

COUNTED_FOR = dt.timedelta(days=7)
TOLERATED = 2
"""How many live games somebody can abandon in that time without a pause."""
FIRST_PAUSE = dt.timedelta(minutes=15)
"""The pause after one more; each further game doubles it."""
LONGEST_PAUSE = dt.timedelta(days=1)


def check_pause(user: User, *, now: dt.datetime) -> None:
    """Refuse a live game with strangers to a player who has a pause."""
    abandoned = _find_abandoned(user, since=now - COUNTED_FOR)
    if len(abandoned) <= TOLERATED:
        return
    doubled = 2 ** (len(abandoned) - TOLERATED - 1)
    pause = FIRST_PAUSE * min(doubled, LONGEST_PAUSE / FIRST_PAUSE)
    left = max(abandoned) + pause - now
    if left > dt.timedelta(0):
        raise SeatRefused("paused", count=len(abandoned), seconds=left.total_seconds())


def _find_abandoned(user: User, *, since: dt.datetime) -> list[dt.datetime]:
    """Return when the live games ended that the player has forfeited or dropped out of by time.

    Games without another person do not count, and those that the player has quit do not either:
    nobody had to wait for the clock.
    """
    others = Seat.objects.filter(game=OuterRef("game"), computer="").exclude(pk=OuterRef("pk"))
    live = Game.objects.filter(LIVE, status=Game.Status.FINISHED)
    late = Q(game__events__kind=Event.Kind.TIMEOUT, game__events__seat=F("index"))
    seats = Seat.objects.filter(
        Exists(others), user=user, finished_at__gt=since, game__in=live
    ).annotate(late=Count("game__events", filter=late))
    return [
        at
        for variant, number, at in seats.values_list("game__variant", "late", "finished_at")
        if at is not None
        and variant in rules.VARIANTS
        and number >= rules.variant(variant).max_violations
    ]
