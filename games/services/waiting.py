"""Waiting tables: keep them open while somebody is there, and close them when nobody is."""

from __future__ import annotations

import datetime as dt
import logging
from collections.abc import Callable
from functools import cache, partial
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import User
from config import storage
from config.statements import Statement, fetch_rows
from games.models import LIVE, Game, Seat
from games.services.outage import is_resting
from games.services.places import get_up
from games.services.telling import tell_missed_call
from games.services.writing import finish_game, lock_game
from games.snapshots import Snapshot

logger = logging.getLogger(__name__)

LIVE_PLACE_LAPSES_AFTER = dt.timedelta(seconds=30)
"""How long a place in the queue for a live game lasts when no page is open."""
SLOW_PLACE_LAPSES_AFTER = dt.timedelta(days=14)
LIVE_TABLE_LAPSES_AFTER = dt.timedelta(minutes=15)
SLOW_TABLE_LAPSES_AFTER = dt.timedelta(days=14)
LAPSES_AT_ONCE = 20
"""How many tables one sweep closes, because running clocks have to wait for it."""


def place_lapses_after(*, is_live: bool) -> dt.timedelta:
    """Return how long a place in the queue lasts while its player has no page open."""
    return LIVE_PLACE_LAPSES_AFTER if is_live else SLOW_PLACE_LAPSES_AFTER


def keep_waiting(game_id: int, *, user: User) -> None:
    """Store that the waiting player still has the page open."""
    now = timezone.now()
    mine = Seat.objects.filter(game_id=game_id, game__status=Game.Status.WAITING, user=user)
    if mine.update(seen_at=now):
        Game.objects.filter(pk=game_id, status=Game.Status.WAITING).update(seen_at=now)


def leave_page(game_id: int, *, user: User) -> None:
    """Store that the waiting player has closed the page of the table."""
    Seat.objects.filter(
        game_id=game_id, game__status=Game.Status.WAITING, game__kind=Game.Kind.QUEUE, user=user
    ).update(seen_at=None)


def keep_seeking(user: User) -> None:
    """Store that the player has a page of the site open, which keeps all places in the queue."""
    mine = Seat.objects.filter(user=user, finished_at=None)
    places = Game.objects.filter(
        status=Game.Status.WAITING, kind=Game.Kind.QUEUE, pk__in=mine.values("game")
    )
    with transaction.atomic():
        # In the order of their ids, like everybody who locks several games.
        locked = list(
            places.select_for_update(no_key=True).order_by("pk").values_list("pk", flat=True)
        )
        Game.objects.filter(pk__in=locked).update(seen_at=timezone.now())


def lapse_waiting_games(*, now: dt.datetime) -> int:
    """Cancel waiting games whose players are gone; return the number of games cancelled.

    If others are still waiting at a live table, only the seats of the players who are gone become
    free, and those of players who were called to their game and did not come. Of each, one call
    changes at most `LAPSES_AT_ONCE`.
    """
    if is_resting(now=now) or not is_anybody_waiting():
        return 0
    waiting = _waiting_games()
    is_place = Q(kind=Game.Kind.QUEUE)
    gone = waiting.filter(
        (LIVE & is_place & Q(seen_at__lt=now - LIVE_PLACE_LAPSES_AFTER))
        | (LIVE & Q(seen_at__lt=now - LIVE_TABLE_LAPSES_AFTER))
        | (is_place & Q(seen_at__lt=now - SLOW_PLACE_LAPSES_AFTER))
        | (~is_place & Q(created_at__lt=now - SLOW_TABLE_LAPSES_AFTER))
    )
    oldest = gone.order_by("seen_at").values_list("pk", flat=True)[:LAPSES_AT_ONCE]
    end = partial(finish_game, reason="lapsed", now=now)
    lapsed = sum([_change_table(game_id, gone.filter(pk=game_id), end) for game_id in oldest])
    _free_left_seats(now=now)
    _end_calls(now=now)
    return lapsed


def is_anybody_waiting() -> bool:
    """Return whether there is a waiting game: a sweep asks, and often there is none."""
    return bool(fetch_rows(_any_waiting()))


@cache
def _any_waiting() -> Statement:
    return _waiting_games().values_list("pk")[:1].query.sql_with_params()


def _waiting_games() -> QuerySet[Game]:
    """Return the waiting games by an index that holds no others."""
    return Game.objects.filter(status=Game.Status.WAITING, seen_at__isnull=False)


def _free_left_seats(*, now: dt.datetime) -> None:
    live = _waiting_games().filter(LIVE).exclude(kind=Game.Kind.QUEUE)
    left = Seat.objects.filter(
        game__in=live, user__isnull=False, seen_at__lt=now - LIVE_TABLE_LAPSES_AFTER
    )
    for seat in left.select_related("user").order_by("seen_at")[:LAPSES_AT_ONCE]:
        if seat.user is not None:
            free = partial(get_up, user=seat.user, now=now)
            _change_table(seat.game_id, left.filter(pk=seat.pk), free)


def _end_calls(*, now: dt.datetime) -> None:
    """Give up the places of players who did not come; their opponents wait for somebody else."""
    ended = _waiting_games().filter(called_until__lt=now).order_by("called_until")
    for game in ended.select_related("host")[:LAPSES_AT_ONCE]:
        if game.host is not None:
            give_up = partial(_end_call, user=game.host, now=now)
            _change_table(game.pk, ended.filter(pk=game.pk, host=game.host), give_up)


def _end_call(snapshot: Snapshot, *, user: User, now: dt.datetime) -> None:
    title = snapshot.game.title  # another game may be played there afterwards
    get_up(snapshot, user=user, now=now)
    tell_missed_call(snapshot.game, user.pk, title=title, now=now)


def _change_table(game_id: int, due: QuerySet[Any], change: Callable[[Snapshot], object]) -> bool:
    """Lock a waiting table and change it, if what made that due is still found then.

    Return whether it has changed. A broken table is left as it is.
    """
    with (
        storage.contained(logger, "game %d: the table was not cleared", game_id),
        transaction.atomic(),
    ):
        snapshot = lock_game(game_id)
        if due.exists():
            change(snapshot)
            return True
    return False
