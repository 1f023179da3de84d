"""The queries of the sweep: which turns are overdue, which computer players are due."""

from __future__ import annotations

import datetime as dt

from django.db.models import Q

from games.models import LIVE_GRACE, LIVE_MOVE_TIME, SLOW_GRACE, Game, SiteClock, has_known_rules
from games.services.lateness import EXPIRY_MARGIN
from games.services.outage import is_resting

WARNED_AT_ONCE = 50
COMPUTER_ASKED_AGAIN_AFTER = dt.timedelta(seconds=10)


def overdue_games(*, now: dt.datetime) -> list[int]:
    """Return the ids of running games whose move time and grace are over, live games first.

    There are none while no web process serves, because nobody could have moved, nor in the first
    15 seconds after that.
    """
    if is_resting(now=now):
        return []
    late = now - EXPIRY_MARGIN
    live = Q(move_time__lte=LIVE_MOVE_TIME)
    # The first bound holds for all of them: SQLite uses no index for the second, which has an OR.
    passed = Game.objects.filter(
        has_known_rules(), deadline__lt=late - LIVE_GRACE, status__in=Game.RUNNING
    )
    overdue = passed.filter(live | Q(deadline__lt=late - SLOW_GRACE)).order_by("deadline")
    found = overdue.values_list("pk", "move_time")
    return [pk for pk, _ in sorted(found, key=lambda each: each[1] > LIVE_MOVE_TIME)]


def games_to_warn(*, now: dt.datetime) -> list[int]:
    """Return the ids of some games whose players are to be told that little time is left.

    The newest come first: a game that fails again and again keeps no other waiting.
    """
    if is_resting(now=now):
        return []
    due = Game.objects.filter(has_known_rules(), warns_at__lte=now).order_by("-warns_at")
    return list(due.values_list("pk", flat=True)[:WARNED_AT_ONCE])


def claim_computer_turns(*, now: dt.datetime) -> list[int]:
    """Return the ids of games in which a computer player is due, each id to one caller only.

    If no move has been made ten seconds later, the id is returned again. Turns that wait in a
    person's line are left out: see `claim_thinking_job`.
    """
    due = Game.objects.filter(
        has_known_rules(),
        computer_moves_at__lte=now,
        status__in=Game.RUNNING,
        thinks_for__isnull=True,
    )
    return [
        game_id
        for game_id, at in due.values_list("pk", "computer_moves_at")
        if Game.objects.filter(pk=game_id, computer_moves_at=at).update(
            computer_moves_at=now + COMPUTER_ASKED_AGAIN_AFTER
        )
    ]


def record_sweep(*, now: dt.datetime) -> None:
    """Store the time of this sweep."""
    SiteClock.objects.filter(pk=1).update(swept_at=now)
