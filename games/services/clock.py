"""The queries of the sweep: which turns are overdue, which computer players are due."""

from __future__ import annotations

import datetime as dt
from functools import cache, lru_cache

from django.db.models import Q

from config.statements import NOW, KeptQuery, Statement, fetch_rows, moments_at
from games.models import LIVE_GRACE, LIVE_MOVE_TIME, SLOW_GRACE, Game, SiteClock, has_known_rules
from games.services.lateness import EXPIRY_MARGIN
from games.services.outage import is_resting

WARNED_AT_ONCE = 50
COMPUTER_ASKED_AGAIN_AFTER = dt.timedelta(seconds=10)
_LIVE_PASSED, _SLOW_PASSED = EXPIRY_MARGIN + LIVE_GRACE, EXPIRY_MARGIN + SLOW_GRACE


def overdue_games(*, now: dt.datetime) -> list[int]:
    """Return the ids of running games whose move time and grace are over, live games first.

    There are none while no web process serves, because nobody could have moved, nor in the first
    15 seconds after that.
    """
    if is_resting(now=now):
        return []
    found = fetch_rows(_overdue(), moments_at(now, _LIVE_PASSED, _SLOW_PASSED))
    return [pk for pk, _ in sorted(found, key=lambda each: each[1] > LIVE_MOVE_TIME)]


@cache
def _overdue() -> Statement:
    live = Q(move_time__lte=LIVE_MOVE_TIME)
    # The first bound holds for all of them: SQLite uses no index for the second, which has an OR.
    passed = Game.objects.filter(
        has_known_rules(), deadline__lt=NOW - _LIVE_PASSED, status__in=Game.RUNNING
    )
    overdue = passed.filter(live | Q(deadline__lt=NOW - _SLOW_PASSED)).order_by("deadline")
    return overdue.values_list("pk", "move_time").query.sql_with_params()


def games_to_warn(*, now: dt.datetime) -> list[int]:
    """Return the ids of some games whose players are to be told that little time is left.

    The newest come first: a game that fails again and again keeps no other waiting.
    """
    if is_resting(now=now):
        return []
    return [pk for (pk,) in fetch_rows(_warned(WARNED_AT_ONCE), moments_at(now))]


@lru_cache(maxsize=2)
def _warned(number: int) -> Statement:
    due = Game.objects.filter(has_known_rules(), warns_at__lte=NOW).order_by("-warns_at")
    return due.values_list("pk")[:number].query.sql_with_params()


def claim_computer_turns(*, now: dt.datetime) -> list[int]:
    """Return the ids of games in which a computer player is due, each id to one caller only.

    If no move has been made ten seconds later, the id is returned again. Turns that wait in a
    person's line are left out: see `claim_thinking_job`.
    """
    return [
        game.pk
        for game in _computers().fetch(moments_at(now))
        if Game.objects.filter(pk=game.pk, computer_moves_at=game.computer_moves_at).update(
            computer_moves_at=now + COMPUTER_ASKED_AGAIN_AFTER
        )
    ]


@cache
def _computers() -> KeptQuery[Game]:
    due = Game.objects.filter(
        has_known_rules(),
        computer_moves_at__lte=NOW,
        status__in=Game.RUNNING,
        thinks_for__isnull=True,
    )
    return KeptQuery(due.only("computer_moves_at"))


def record_sweep(*, now: dt.datetime) -> None:
    """Store the time of this sweep."""
    SiteClock.objects.filter(pk=1).update(swept_at=now)
