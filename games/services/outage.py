"""Outages: time in which no web process could accept moves. Players get that time back."""

from __future__ import annotations

import datetime as dt
import logging

from django.db import transaction
from django.db.models import F, Max, QuerySet
from django.utils import timezone

from games.live.notifications import announce_game
from games.models import Game, Seat, SiteClock

logger = logging.getLogger(__name__)

OUTAGE = dt.timedelta(seconds=15)


def is_site_away(*, now: dt.datetime) -> bool:
    """Return whether the site is down: no web process has reported for too long."""
    return current_outage(now=now) > dt.timedelta(0)


def current_outage(*, now: dt.datetime, after: dt.datetime | None = None) -> dt.timedelta:
    """Return how long the site has been down without anyone having been given the time back.

    Only the time `after` that moment counts, if one is given: before it a clock stood still anyway.
    """
    seen_at = SiteClock.objects.filter(pk=1).values_list("web_seen_at", flat=True).first()
    gap = now - seen_at if seen_at is not None else dt.timedelta(0)
    if seen_at is None or gap <= OUTAGE:
        return dt.timedelta(0)
    return gap if after is None else max(dt.timedelta(0), now - max(seen_at, after))


def record_web_alive() -> None:
    """Store that a web process is alive. Each calls this at its start and every five seconds.

    If the last report is more than 15 seconds old, the site was down. The deadline of every turn
    that began before the outage then moves by that gap, once, and the players are told.
    """
    now = timezone.now()
    SiteClock.objects.get_or_create(pk=1, defaults={"web_seen_at": now})
    with transaction.atomic():
        site_clock = SiteClock.objects.select_for_update().get(pk=1)
        gap = now - site_clock.web_seen_at
        if gap > OUTAGE:
            _extend_deadlines(gap, began_at=site_clock.web_seen_at + OUTAGE)
            logger.warning("the site was down for %d s: clocks extended", gap.total_seconds())
        if gap > dt.timedelta(0):
            SiteClock.objects.filter(pk=1).update(web_seen_at=now)


def _extend_deadlines(gap: dt.timedelta, *, began_at: dt.datetime) -> None:
    running = Game.objects.filter(status__in=Game.RUNNING, turn_started_at__lte=began_at)
    # In the order of their ids, like everybody who locks several games.
    extended = list(running.select_for_update().order_by("pk").values_list("pk", flat=True))
    stopped_at = began_at - OUTAGE
    paused = dict(
        Seat.objects.filter(game__in=running, paused_until__gt=stopped_at)
        .values_list("game")
        .annotate(until=Max("paused_until"))
    )
    _extend(running.exclude(pk__in=paused), gap)
    for game_id, until in paused.items():
        # While the clock stood still for a vacation, its player lost nothing.
        _extend(running.filter(pk=game_id), max(dt.timedelta(0), stopped_at + gap - until))
    Game.objects.filter(status=Game.Status.WAITING).update(
        seen_at=F("seen_at") + gap, called_until=F("called_until") + gap
    )
    Seat.objects.filter(game__status=Game.Status.WAITING).update(seen_at=F("seen_at") + gap)
    versions = Game.objects.filter(pk__in=extended).values_list("pk", "version")
    for game_id, version in versions:
        announce_game(game_id, version)


def _extend(games: QuerySet[Game], lost: dt.timedelta) -> None:
    games.update(
        turn_started_at=F("turn_started_at") + lost,
        deadline=F("deadline") + lost,
        warns_at=F("warns_at") + lost,
        clock_extended_by=F("clock_extended_by") + int(lost.total_seconds()),
        version=F("version") + 1,
    )
