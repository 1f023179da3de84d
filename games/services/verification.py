"""The nightly audit of finished games: when it is due, and its results so far."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from django.db import transaction

from games.models import SiteClock, Verification

NIGHT = dt.time(3, 0, tzinfo=dt.UTC)
LOST_AFTER = dt.timedelta(minutes=9)


def claim_verification(
    verification_id: int | None = None, *, now: dt.datetime
) -> Verification | None:
    """Return the audit whose next slice the caller must do, or None if there is nothing to do.

    Without an id, it is one that has lost a slice, or else a new one at the first call after 3:00
    UTC. Two callers never get the same slice.
    """
    with transaction.atomic():
        # While no audit is running, there is no row of an audit that both callers would lock.
        SiteClock.objects.select_for_update().filter(pk=1).first()
        running = Verification.objects.select_for_update().filter(finished_at=None)
        if verification_id is not None:
            found = running.filter(pk=verification_id).first()
        else:
            found = running.first()
            if found is not None and found.touched_at > now - LOST_AFTER:
                return None
            if (
                found is None
                and not Verification.objects.filter(started_at__gte=_last_night(now)).exists()
            ):
                return Verification.objects.create(started_at=now, touched_at=now)
        if found is not None:
            found.touched_at = now
            found.save(update_fields=["touched_at"])
        return found


def _last_night(now: dt.datetime) -> dt.datetime:
    tonight = dt.datetime.combine(now.astimezone(dt.UTC).date(), NIGHT)
    return tonight if tonight <= now else tonight - dt.timedelta(days=1)


def record_verified(
    turn: Verification,
    verified: Sequence[tuple[int, str]],
    *,
    players: Sequence[tuple[int, str]] = (),
    is_done: bool,
    now: dt.datetime,
) -> bool:
    """Add a slice to the claimed audit: the ids of its games, each with its difference or "".

    In the same way, `players` are those whose tallies were counted again.

    Return False, and add nothing, if another caller has already done this slice.
    """
    with transaction.atomic():
        audit = Verification.objects.select_for_update().get(pk=turn.pk)
        begun = (turn.last_game_id, turn.last_player_id)
        if audit.finished_at is not None or (audit.last_game_id, audit.last_player_id) != begun:
            return False
        different = [(game_id, words) for game_id, words in verified if words]
        miscounted = [f"players[{player}].{words}" for player, words in players if words]
        if different and not audit.differences:
            audit.first_game_id, audit.first_difference = different[0]
        elif miscounted and not audit.differences:
            audit.first_difference = miscounted[0]
        audit.games += len(verified)
        audit.players += len(players)
        audit.differences += len(different) + len(miscounted)
        if verified:
            audit.last_game_id = verified[-1][0]
        if players:
            audit.last_player_id = players[-1][0]
        if is_done:
            audit.finished_at = now
        audit.save()
        return True
