"""The clock's own work: which turns are overdue, which computers are due, and outages."""

from __future__ import annotations

import datetime as dt
import logging

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from games.models import LIVE_MOVE_TIME, Game, SiteClock
from games.notifications import announce_game
from games.services.playing import EXPIRY_MARGIN

logger = logging.getLogger(__name__)

OUTAGE = dt.timedelta(seconds=15)
COMPUTER_ASKED_AGAIN_AFTER = dt.timedelta(seconds=10)
LIVE_GRACE = dt.timedelta(seconds=1)
SLOW_GRACE = dt.timedelta(seconds=60)


def overdue_games(*, now: dt.datetime) -> list[int]:
    """Return the ids of running games whose move time and grace are over.

    Empty while no web process is alive: nobody could have moved.
    """
    site_clock = SiteClock.objects.filter(pk=1).first()
    if site_clock is None or now - site_clock.web_seen_at > OUTAGE:
        return []
    late = now - EXPIRY_MARGIN
    overdue = Q(move_time__lte=LIVE_MOVE_TIME, deadline__lt=late - LIVE_GRACE) | Q(
        deadline__lt=late - SLOW_GRACE
    )
    running = Game.objects.filter(overdue, status__in=Game.RUNNING)
    return list(running.order_by("deadline").values_list("pk", flat=True))


def claim_computer_turns(*, now: dt.datetime) -> list[int]:
    """Return the ids of games in which a computer player is due, each to one caller only.

    A claimed turn that is still unanswered after ten seconds is returned again.
    """
    due = Game.objects.filter(computer_moves_at__lte=now, status__in=Game.RUNNING)
    return [
        game_id
        for game_id, at in due.values_list("pk", "computer_moves_at")
        if Game.objects.filter(pk=game_id, computer_moves_at=at).update(
            computer_moves_at=now + COMPUTER_ASKED_AGAIN_AFTER
        )
    ]


def record_sweep(*, now: dt.datetime) -> None:
    """Note that the sweep is alive."""
    SiteClock.objects.filter(pk=1).update(swept_at=now)


def record_web_alive() -> None:
    """Note that a web process is alive, called by each at its start and every five seconds.

    When the note before is older than 15 seconds the site was down: every running deadline moves
    by that gap, once, and the players are told.
    """
    now = timezone.now()
    SiteClock.objects.get_or_create(pk=1, defaults={"web_seen_at": now})
    with transaction.atomic():
        site_clock = SiteClock.objects.select_for_update().get(pk=1)
        gap = now - site_clock.web_seen_at
        if gap > OUTAGE:
            _extend_deadlines(gap)
            logger.warning("the site was down for %d s: clocks extended", gap.total_seconds())
        if gap > dt.timedelta(0):
            SiteClock.objects.filter(pk=1).update(web_seen_at=now)


def _extend_deadlines(gap: dt.timedelta) -> None:
    running = Game.objects.filter(status__in=Game.RUNNING)
    running.update(
        deadline=F("deadline") + gap,
        clock_extended_by=F("clock_extended_by") + int(gap.total_seconds()),
        version=F("version") + 1,
    )
    Game.objects.filter(status=Game.Status.WAITING).update(seen_at=F("seen_at") + gap)
    for game_id, version in running.values_list("pk", "version"):
        announce_game(game_id, version)
