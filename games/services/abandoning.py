"""Players who keep leaving live games to the clock: a pause before they look for strangers again.

Nothing is stored for it: what counts are the violations in the games of the last days.
"""

from __future__ import annotations

import datetime as dt
from functools import cache
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q

from accounts.models import User
from config.statements import NOW, KeptQuery, moments_at
from games import rules
from games.models import LIVE, Event, Game, Seat
from games.services.refusals import SeatRefused

COUNTED_FOR = dt.timedelta(days=7)
TOLERATED = 2
"""How many live games somebody can abandon in that time without a pause."""
FIRST_PAUSE = dt.timedelta(minutes=15)
"""The pause after one more; each further game doubles it."""
LONGEST_PAUSE = dt.timedelta(days=1)
_PLAYER = -1  # stands in the kept query for the id


def check_pause(user: User, *, now: dt.datetime) -> None:
    """Refuse a live game with strangers to a player who has a pause."""
    abandoned = _find_abandoned(user, now=now)
    if len(abandoned) <= TOLERATED:
        return
    doubled = 2 ** (len(abandoned) - TOLERATED - 1)
    pause = FIRST_PAUSE * min(doubled, LONGEST_PAUSE / FIRST_PAUSE)
    left = max(abandoned) + pause - now
    if left > dt.timedelta(0):
        raise SeatRefused("paused", count=len(abandoned), seconds=left.total_seconds())


def _find_abandoned(user: User, *, now: dt.datetime) -> list[dt.datetime]:
    """Return when the live games ended that the player has forfeited or dropped out of by time.

    Games without another person do not count, and those that the player has quit do not either:
    nobody had to wait for the clock.
    """
    return [
        seat.finished_at
        for seat in _late().fetch({_PLAYER: user.pk} | moments_at(now, COUNTED_FOR))
        if seat.variant in rules.VARIANTS
        and seat.late >= rules.variant(seat.variant).max_violations
    ]


@cache
def _late() -> KeptQuery[Any]:
    """Return the query for seats in live games, with the violations there and the variant."""
    others = Seat.objects.filter(game=OuterRef("game"), computer="").exclude(pk=OuterRef("pk"))
    live = Game.objects.filter(LIVE, status=Game.Status.FINISHED)
    late = Q(game__events__kind=Event.Kind.TIMEOUT, game__events__seat=F("index"))
    since = NOW - COUNTED_FOR
    seats = Seat.objects.filter(Exists(others), user=_PLAYER, finished_at__gt=since, game__in=live)
    return KeptQuery(
        seats.annotate(late=Count("game__events", filter=late), variant=F("game__variant"))
    )
