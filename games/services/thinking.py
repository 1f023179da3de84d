"""Whose turn it is to have a computer player think: one line for each person, served in turns.

The turns that wait are those of `Game.thinks_for`, besides the hints that are wanted. Nothing else
says what is to be thought of next, so no message that is lost, doubled or late changes it.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from functools import cache
from operator import attrgetter
from typing import Any, Final

from celery import current_app
from django.db import transaction
from django.db.models import Case, F, Q, When

from config.statements import NOW, KeptQuery, moments_at
from games.models import LIVE, TURNS_A_MINUTE, Game, Hint, ThinkingLine, has_known_rules

SLOW_LEVELS: Final = ("strong", "master")
"""The levels that search. The others answer at once, and never wait for these."""
TURNS_AT_ONCE: Final = 20
"""How many of `TURNS_A_MINUTE` a person can have at once. The others follow each other evenly."""
PACE: Final = dt.timedelta(minutes=1) / (TURNS_A_MINUTE - TURNS_AT_ONCE)
JOB_LASTS: Final = dt.timedelta(seconds=20)
"""The age at which a turn or hint that was begun counts as lost. None takes as long as that."""
MESSAGE_EXPIRES: Final = 10
"""The seconds after which a message is dropped: by then the sweep has sent others."""
_LONG_AGO: Final = dt.datetime.min.replace(tzinfo=dt.UTC)
_TRIES: Final = 5


@dataclass(frozen=True, slots=True)
class ThinkingJob:
    """A turn that a computer player is to think of, or the hint for a table with `seen` moves."""

    user_id: int
    game_id: int
    seen: int | None
    begun_at: dt.datetime


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What one person waits for, since when, and when something of theirs was begun last."""

    user_id: int
    game_id: int
    seen: int | None
    since: dt.datetime
    last: dt.datetime


def take_place(user_id: int, *, now: dt.datetime) -> dt.datetime:
    """Count a turn of a slow level for a person, and return when it may begin at the earliest.

    Locks the person's line in the caller's transaction.
    """
    line = ThinkingLine.objects.select_for_update().get_or_create(user_id=user_id)[0]
    until = max(line.paced_until or now, now)
    ThinkingLine.objects.filter(pk=user_id).update(paced_until=until + PACE)
    return max(now, until - (TURNS_AT_ONCE - 1) * PACE)


def queue_thinking() -> None:
    """Have a worker look for what is to be thought of next."""
    current_app.send_task("games.tasks.think_next", expires=MESSAGE_EXPIRES)


def is_thinking_due(*, now: dt.datetime) -> bool:
    """Return whether there is something to think of for a person for whom nobody thinks."""
    return _find_next(now=now) is not None


def claim_thinking_job(*, now: dt.datetime) -> ThinkingJob | None:
    """Return what the caller has to think of next, or None if there is nothing.

    It is for the person whose last one was begun longest ago, among those for whom nobody thinks.
    Each turn goes to one caller only, until it counts as lost.
    """
    for _ in range(_TRIES):
        wanted = _find_next(now=now)
        if wanted is None:
            return None
        if _claim(wanted, now=now):
            return ThinkingJob(wanted.user_id, wanted.game_id, wanted.seen, begun_at=now)
    return None


def end_thinking_job(job: ThinkingJob, *, now: dt.datetime) -> bool:
    """Let the next one in the same line be claimed, and return whether there is one.

    If the job has counted as lost, the line is left as it is.
    """
    line = ThinkingLine.objects.filter(pk=job.user_id, begun_at=job.begun_at)
    line.update(busy_until=None)
    turns = Game.objects.filter(thinks_for=job.user_id, computer_moves_at__lte=now)
    hints = Hint.objects.filter(user=job.user_id, asked_at__isnull=False)
    return turns.exists() or hints.exists()


def _find_next(*, now: dt.datetime) -> _Wanted | None:
    """Return what comes next. A hint comes before its person's turns: they look at that table."""
    found = [each for each in (_next_hint(now=now), _next_turn(now=now)) if each is not None]
    return min(found, key=attrgetter("last"), default=None)  # the first of equal ones


def _next_turn(*, now: dt.datetime) -> _Wanted | None:
    """Return the next turn of the person who comes first: of a live game before others."""
    game = _turns().first(moments_at(now))
    if game is None:
        return None
    return _Wanted(
        game.thinks_for_id, game.pk, None, game.computer_moves_at, game.last or _LONG_AGO
    )


@cache
def _turns() -> KeptQuery[Any]:
    due = Game.objects.filter(
        has_known_rules(),
        computer_moves_at__lte=NOW,
        status=Game.Status.PLAYING,
        thinks_for__isnull=False,
    )
    line = "thinks_for__thinking_line__"
    free = due.filter(_nobody_thinks(line, now=NOW)).annotate(last=F(f"{line}begun_at"))
    first = (F("last").asc(nulls_first=True), Case(When(LIVE, then=0), default=1))
    return KeptQuery(
        free.order_by(*first, "computer_moves_at").only("thinks_for", "computer_moves_at")[:1]
    )


def _next_hint(*, now: dt.datetime) -> _Wanted | None:
    """Return the next hint of the person who comes first."""
    hint = _hints().first(moments_at(now))
    if hint is None:
        return None
    return _Wanted(hint.user_id, hint.game_id, hint.seen, hint.asked_at, hint.last or _LONG_AGO)


@cache
def _hints() -> KeptQuery[Any]:
    line = "user__thinking_line__"
    free = Hint.objects.filter(_nobody_thinks(line, now=NOW), asked_at__isnull=False)
    wanted = free.annotate(last=F(f"{line}begun_at"))
    return KeptQuery(wanted.order_by(F("last").asc(nulls_first=True), "asked_at")[:1])


def _nobody_thinks(line: str = "", *, now: dt.datetime) -> Q:
    """Return the condition that nothing in that line is thought of."""
    return Q((f"{line}busy_until__isnull", True)) | Q((f"{line}busy_until__lte", now))


def _claim(wanted: _Wanted, *, now: dt.datetime) -> bool:
    """Claim it if nobody else has: the game first and then the line, like a move."""
    lost_at = now + JOB_LASTS
    with transaction.atomic():
        if wanted.seen is None and not Game.objects.filter(
            pk=wanted.game_id, computer_moves_at=wanted.since
        ).update(computer_moves_at=lost_at):
            return False
        ThinkingLine.objects.bulk_create(
            [ThinkingLine(user_id=wanted.user_id)], ignore_conflicts=True
        )
        line = ThinkingLine.objects.filter(_nobody_thinks(now=now), pk=wanted.user_id)
        is_claimed = bool(line.update(begun_at=now, busy_until=lost_at))
        if not is_claimed:
            transaction.set_rollback(True)
        return is_claimed
