"""What computer players, background tasks and operators read about games."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Max, Sum

from games.models import Game, LevelFailure, SiteClock
from games.rules.variant import AnyVariant
from games.snapshots import Snapshot, lesson_step, recall, take_snapshot, view_before_deal

# The sweep runs every second. If the last one is older than this, something is wrong.
SWEEP_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class ComputerTurn:
    """What a computer player gets: the rules and its seat's position document.

    `seen` is the number of moves that the document shows, and `events` the number of all events up
    to then. `scripted` is the move that a lesson has for the seat, "" if it is free to choose.
    """

    rules: AnyVariant
    seat: int
    level: str
    seen: int
    events: int
    view: dict[str, Any]
    is_pick: bool = False
    scripted: str = ""


def computer_turn(game_id: int) -> ComputerTurn | None:
    """Return the turn of a computer player in that game, or None if none is to move."""
    snapshot = read_snapshot(game_id)
    game = snapshot.game
    for seat in snapshot.seats:
        if not seat.level:
            continue
        if game.status == Game.Status.PICKING and seat.index not in snapshot.picks:
            view = view_before_deal(game, seat.index)
            return ComputerTurn(game.rules, seat.index, seat.level, 0, 0, view, is_pick=True)
        if game.status == Game.Status.PLAYING and game.to_move == seat.index:
            step = lesson_step(snapshot)
            turn = describe_turn(snapshot, seat.index, seat.level)
            return replace(turn, scripted=step.moves[0]) if step is not None else turn
    return None


def describe_turn(snapshot: Snapshot, seat: int, level: str) -> ComputerTurn:
    """Return the turn that a computer player of that level would have in the seat to move."""
    game, view = snapshot.game, snapshot.game.rules.document(snapshot.state, seat)
    return ComputerTurn(game.rules, seat, level, game.move_count, game.event_count, view)


def read_snapshot(game_id: int) -> Snapshot:
    """Return the snapshot of a game without asking who may see it. It holds hidden cards."""
    game = Game.objects.get(pk=game_id)
    return recall(game.public_id, game.version) or take_snapshot(
        game, list(game.seats.select_related("user").order_by("index"))
    )


def health(*, now: dt.datetime) -> dict[str, float | None]:
    """Return the age of the last sweep and how long a turn is overdue, in seconds.

    It also returns how many choices the levels of the computer players failed to make, and how many
    seconds ago the last one failed.
    """
    site_clock = SiteClock.objects.filter(pk=1).first()
    swept_at = site_clock.swept_at if site_clock else None
    oldest = (
        Game.objects.filter(status__in=Game.RUNNING, deadline__isnull=False)
        .order_by("deadline")
        .values_list("deadline", flat=True)
        .first()
    )
    failures = LevelFailure.objects.aggregate(count=Sum("count"), last=Max("failed_at"))
    failed_at = failures["last"]
    return {
        "sweep_age": (now - swept_at).total_seconds() if swept_at else None,
        "overdue": max(0.0, (now - oldest).total_seconds()) if oldest else 0.0,
        "level_failures": failures["count"] or 0,
        "level_failure_age": (now - failed_at).total_seconds() if failed_at else None,
    }
