"""Outages: time in which no web process served. An outage never costs a player anything.

Each web process that serves, and can store moves, gives a sign of life every second. What lies
between the last one and the first page or socket served after it is added to every running clock,
once, however short it is.
"""

from __future__ import annotations

import datetime as dt
import logging
from collections.abc import Collection
from functools import cache

from django.db import transaction
from django.db.models import F, Max, QuerySet
from django.utils import timezone

from config import storage
from config.statements import KeptQuery
from games.announcing import announce_game
from games.models import AWAY_AFTER, LIVE, REST, Game, Seat, SiteClock

logger = logging.getLogger(__name__)

ZERO = dt.timedelta(0)
AHEAD = 10_000
"""By how much versions rise after an outage. A power cut may have taken the newest changes from
SQLite, which open pages still know: they take nothing that is older than what they show."""


def is_resting(*, now: dt.datetime) -> bool:
    """Return whether nothing may end by itself: the site is away, or is only just back.

    A site that cannot store anything is away at once, before its signs of life have been missed.
    """
    if storage.has_failed():
        return True
    site_clock = _clock().first()
    return site_clock is not None and site_clock.is_resting(now)


@cache
def _clock() -> KeptQuery[SiteClock]:
    return KeptQuery(SiteClock.objects.filter(pk=1))


def current_outage(*, now: dt.datetime, after: dt.datetime | None = None) -> dt.timedelta:
    """Return how long the site has been away without anyone having been given the time back.

    Only the time `after` that moment counts, if one is given: before it a clock stood still anyway.
    """
    site_clock = _clock().first()
    if site_clock is None or not site_clock.is_away(now):
        return ZERO
    began_at = site_clock.web_seen_at
    return max(ZERO, now - (began_at if after is None else max(began_at, after)))


def record_web_alive() -> None:
    """Give a sign of life: a web process serves. Each that does calls this every second.

    If all have been silent for too long, this ends an outage.
    """
    if not _sign(timezone.now(), has_stopped=False):
        end_outage()


def record_web_stopped() -> None:
    """Store that a web process serves no longer. Another one that serves takes that back."""
    if not _sign(timezone.now(), has_stopped=True):
        SiteClock.objects.filter(pk=1).update(has_stopped=True)


def record_web_absent() -> None:
    """Store that no web process has served since the last sign of life."""
    SiteClock.objects.filter(pk=1).update(has_stopped=True)


def create_clock() -> None:
    """Create the row of the site's clock when the first process of a new site starts."""
    SiteClock.objects.get_or_create(pk=1, defaults={"web_seen_at": timezone.now()})


def begin_serving(*, asked_at: dt.datetime) -> bool:
    """End an outage for the first page or socket; return whether the process may now sign.

    `asked_at` is when the process was asked for it. As long as nobody can tell whether there was an
    outage, the answer is no: then either another process gives a sign of life, or the silence lasts
    until there is one.
    """
    return end_outage() or has_others(since=asked_at)


def has_others(*, since: dt.datetime) -> bool:
    """Return whether another web process serves, and has given a sign of life since then."""
    alive = SiteClock.objects.filter(pk=1, has_stopped=False, web_seen_at__gt=since)
    return alive.filter(web_seen_at__gte=timezone.now() - AWAY_AFTER).exists()


@transaction.atomic
def end_outage() -> bool:
    """Give back the time of an outage, if there is one, and tell the players; return whether.

    Every running live turn then has at least 15 seconds left, and for as long nothing expires.
    """
    create_clock()
    site_clock = SiteClock.objects.select_for_update().get(pk=1)
    now = timezone.now()
    if not site_clock.is_away(now):
        return False
    began_at = min(site_clock.web_seen_at, now)
    gap = now - began_at
    has_games = _extend_clocks(began_at, now)
    back_at = now if has_games else site_clock.back_at
    SiteClock.objects.filter(pk=1).update(web_seen_at=now, has_stopped=False, back_at=back_at)
    if has_games:
        logger.warning("the site was away for %.1f s: clocks extended", gap.total_seconds())
    elif Game.objects.exists():  # before the first one, nobody can have waited
        logger.info("the site was away for %.1f s: no game was waiting", gap.total_seconds())
    return True


def overtake_open_pages(*, now: dt.datetime) -> None:
    """Raise the versions of all games above those that open pages may show.

    This is for a database that was put back, maybe not for the first time. No version rises more
    than once a second for long.
    """
    site_clock = SiteClock.objects.filter(pk=1).first()
    silence = now - site_clock.web_seen_at if site_clock else ZERO
    ahead = AHEAD + max(0, round(silence.total_seconds()))
    Game.objects.update(version=F("version") + ahead)


def _sign(now: dt.datetime, *, has_stopped: bool) -> bool:
    """Give a sign of life in one statement, unless there was an outage; return whether."""
    alive = SiteClock.objects.filter(pk=1, web_seen_at__range=(now - AWAY_AFTER, now))
    return bool(alive.update(web_seen_at=now, has_stopped=has_stopped))


def _extend_clocks(began_at: dt.datetime, now: dt.datetime) -> bool:
    """Give every game the time back, and return whether there is one that could end by itself."""
    # Running and waiting games in the order of their ids, like everybody who locks several.
    games = Game.objects.filter(status__in=Game.UNFINISHED).order_by("pk")
    locked = list(games.select_for_update(no_key=True).values_list("pk", "status"))
    running = [pk for pk, status in locked if status in Game.RUNNING]
    extended = Game.objects.filter(pk__in=running)
    stood_until = _stood_until(extended, began_at)
    _extend(extended.exclude(pk__in=stood_until), now - began_at)
    for game_id, until in stood_until.items():
        _extend(extended.filter(pk=game_id), max(ZERO, now - until))
    extended.filter(LIVE, deadline__lt=now + REST).update(deadline=now + REST)
    _keep_places([pk for pk, _ in locked if pk not in set(running)], began_at, now)
    for game_id, version in extended.values_list("pk", "version"):
        announce_game(game_id, version)
    return bool(locked)


def _stood_until(running: QuerySet[Game], began_at: dt.datetime) -> dict[int, dt.datetime]:
    """Return in which games a clock ran only after the outage had begun, and since when.

    Either the turn began only then, or the clock stood still for a vacation: its player has lost
    nothing in that time.
    """
    found = running.filter(turn_started_at__gt=began_at).values_list("pk", "turn_started_at")
    stood = {pk: at for pk, at in found if at is not None}
    paused = Seat.objects.filter(game__in=running, paused_until__gt=began_at).values_list("game")
    for game_id, until in paused.annotate(until=Max("paused_until")):
        stood[game_id] = max(until, stood.get(game_id, until))
    return stood


def _extend(games: QuerySet[Game], lost: dt.timedelta) -> None:
    """Give back what was lost, and note for the players how many whole seconds that is.

    Half a second or less is given back as well, but nobody needs to be told.
    """
    games.update(
        turn_started_at=F("turn_started_at") + lost,
        deadline=F("deadline") + lost,
        warns_at=F("warns_at") + lost,
        clock_extended_by=F("clock_extended_by") + round(lost.total_seconds()),
        version=F("version") + AHEAD,
    )


def _keep_places(waiting: Collection[int], began_at: dt.datetime, now: dt.datetime) -> None:
    """Let nobody who waits have been away longer than before the outage."""
    games, gap = Game.objects.filter(pk__in=waiting), now - began_at
    games.update(
        seen_at=F("seen_at") + gap,
        called_until=F("called_until") + gap,
        version=F("version") + AHEAD,
    )
    games.filter(called_until__lt=now + REST).update(called_until=now + REST)
    Seat.objects.filter(game__in=waiting).update(seen_at=F("seen_at") + gap)
