"""The analysis of finished games: requested once, done in slices for each person in turn."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from celery import current_app
from django.db import transaction
from django.db.models import Case, F, When

from accounts.models import User
from games.models import AnalysedMove, Analysis, Event, Game, SiteClock, ThinkingLine

ANALYST = "master"
"""The level of the computer player that makes the analysis."""
LOST_AFTER = dt.timedelta(seconds=60)
"""The age at which a slice counts as lost. No slice may take this long."""


@dataclass(frozen=True, slots=True)
class Analysed:
    """The analysis of one move. `AnalysedMove` describes the fields."""

    number: int
    seat: int
    alternatives: tuple[tuple[str, float], ...]
    points: float
    lost: float
    error: float = 0.0
    line: tuple[str, ...] = ()


def ask_analysis(game_id: int, *, user: User, now: dt.datetime) -> None:
    """Request the analysis of a finished game with moves, unless it exists or is under way."""
    with transaction.atomic():
        game = Game.objects.select_for_update(no_key=True).get(pk=game_id)
        moves = game.events.filter(kind=Event.Kind.MOVE, number__gt=game.opening_moves)
        if game.status != Game.Status.FINISHED or not moves.exists():
            return
        asked, _ = Analysis.objects.get_or_create(
            game=game, level=ANALYST, defaults={"asked_by": user, "asked_at": now}
        )
        if asked.has_failed:
            asked.has_failed, asked.finished_at, asked.touched_at = False, None, None
            asked.save(update_fields=["has_failed", "finished_at", "touched_at"])
        if asked.finished_at is None:
            # robust: without a broker the next scheduled run begins it.
            transaction.on_commit(_queue_slice, robust=True)


def _queue_slice() -> None:
    current_app.send_task("games.tasks.analyse_games")


def claim_analysis(*, now: dt.datetime) -> Analysis | None:
    """Return the analysis whose next slice the caller must do, or None if there is nothing to do.

    It is for the person whose last slice was begun longest ago, and the oldest that this person
    asked for. One slice is done at a time: None while another is under way and not lost.
    """
    with transaction.atomic():
        # While none is under way, there is no row of an analysis that both callers would lock.
        SiteClock.objects.select_for_update().filter(pk=1).first()
        unfinished = Analysis.objects.filter(finished_at=None)
        if unfinished.filter(touched_at__gt=now - LOST_AFTER).exists():
            return None
        found = unfinished.order_by(
            Case(When(asked_by=None, then=1), default=0),  # last, whose account is gone
            F("asked_by__thinking_line__analysed_at").asc(nulls_first=True),
            "asked_at",
            "pk",
        ).first()
        if found is not None:
            # The person first, like whoever deletes an account.
            people = User.objects.select_for_update(no_key=True)
            asked_by = found.asked_by_id
            if asked_by is not None and (person := people.filter(pk=asked_by).first()):
                ThinkingLine.objects.update_or_create(user=person, defaults={"analysed_at": now})
            found.touched_at = now
            found.save(update_fields=["touched_at"])
        return found


def record_analysed(
    turn: Analysis,
    analysed: Sequence[Analysed],
    *,
    last_number: int,
    is_done: bool,
    now: dt.datetime,
) -> bool:
    """Add a slice to the claimed analysis: all moves up to the event `last_number`.

    Return False, and add nothing, if another caller has already done this slice.
    """
    with transaction.atomic():
        analysis = Analysis.objects.select_for_update().get(pk=turn.pk)
        if analysis.finished_at is not None or analysis.last_number != turn.last_number:
            return False
        AnalysedMove.objects.bulk_create(
            AnalysedMove(
                analysis=analysis,
                number=each.number,
                seat=each.seat,
                alternatives=each.alternatives,
                points=each.points,
                lost=each.lost,
                error=each.error,
                line=each.line,
            )
            for each in analysed
        )
        analysis.last_number, analysis.touched_at = last_number, None
        analysis.finished_at = now if is_done else None
        analysis.save(update_fields=["last_number", "touched_at", "finished_at"])
        return True


def give_up_analysis(turn: Analysis, *, now: dt.datetime) -> None:
    """End an analysis that failed, unless another caller has continued it since."""
    same = Analysis.objects.filter(pk=turn.pk, last_number=turn.last_number, finished_at=None)
    same.update(finished_at=now, has_failed=True)
