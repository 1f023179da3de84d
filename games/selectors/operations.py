"""What computer players, background tasks and operators read about games."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Max, QuerySet, Sum

from games.models import (
    LIVE,
    LIVE_GRACE,
    SLOW_GRACE,
    Game,
    LevelFailure,
    SiteClock,
    has_known_rules,
)
from games.rules.variant import AnyVariant
from games.snapshots import (
    Snapshot,
    lesson_step,
    read_seats,
    recall,
    take_snapshot,
    view_before_deal,
)

SWEEP_SECONDS = 4.5
"""The sweep runs every second. If the last one is older than this, something is wrong."""
MARGIN = 3.0
"""The seconds that a sweep leaves to a move that waits for the lock, and until the next sweep."""


@dataclass(frozen=True, slots=True)
class ComputerTurn:
    """What a computer player gets: the rules and its seat's position document.

    `seen` is the number of moves that the document shows, and `events` the number of all events up
    to then. `scripted` is the move that a lesson has for the seat, "" if it is free to choose.
    `is_in_line` is whether the turn waits in a person's line until it is claimed.
    """

    rules: AnyVariant
    seat: int
    level: str
    seen: int
    events: int
    view: dict[str, Any]
    is_pick: bool = False
    scripted: str = ""
    is_in_line: bool = False


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
            scripted = step.moves[0] if step is not None else ""
            is_in_line = game.thinks_for_id is not None
            return replace(turn, scripted=scripted, is_in_line=is_in_line)
    return None


def describe_turn(snapshot: Snapshot, seat: int, level: str) -> ComputerTurn:
    """Return the turn that a computer player of that level would have in the seat to move."""
    game, view = snapshot.game, snapshot.game.rules.document(snapshot.state, seat)
    return ComputerTurn(game.rules, seat, level, game.move_count, game.event_count, view)


def read_snapshot(game_id: int) -> Snapshot:
    """Return the snapshot of a game without asking who may see it. It holds hidden cards."""
    game = Game.objects.get(pk=game_id)
    return recall(game.public_id, game.version) or take_snapshot(game, read_seats(game))


def health(*, now: dt.datetime) -> dict[str, float | None]:
    """Return for how long something that happens by itself has not happened, in seconds.

    The last sweep, the newest write of the site itself, the turn that should have ended first, and
    the computer player's turn that has waited longest. Also how many games cannot go on
    because this release does not know their rules, how many choices the levels of the computer
    players failed to make, and how long ago the last one failed.
    """
    site_clock = SiteClock.objects.filter(pk=1).first()
    swept_at = site_clock.swept_at if site_clock else None
    written_at = (
        max(site_clock.web_seen_at, swept_at or site_clock.web_seen_at) if site_clock else None
    )
    failures = LevelFailure.objects.aggregate(count=Sum("count"), last=Max("failed_at"))
    running = Game.objects.filter(status__in=Game.RUNNING)
    playable = running.filter(has_known_rules())
    called = playable.filter(computer_moves_at__isnull=False).order_by("turn_started_at")
    return {
        "sweep_age": _age(swept_at, now),
        "write_age": _age(written_at, now),
        "overdue": _find_overdue(playable, site_clock, now),
        "computer_turn_age": _age(called.values_list("turn_started_at", flat=True).first(), now)
        or 0.0,
        "unknown_rules": running.exclude(has_known_rules()).count(),
        "level_failures": failures["count"] or 0,
        "level_failure_age": _age(failures["last"], now),
    }


def _find_overdue(
    playable: QuerySet[Game], site_clock: SiteClock | None, now: dt.datetime
) -> float:
    """Return for how long a turn should have been over. After an outage all turns go on a while."""
    if site_clock is not None and site_clock.is_resting(now):
        return 0.0
    timed = playable.filter(deadline__isnull=False)
    oldest = timed.order_by("deadline").values_list("deadline", flat=True)
    late = [
        (now - deadline - grace).total_seconds() - MARGIN
        for kind, grace in ((LIVE, LIVE_GRACE), (~LIVE, SLOW_GRACE))
        if (deadline := oldest.filter(kind).first()) is not None
    ]
    return max([0.0, *late])


def _age(moment: dt.datetime | None, now: dt.datetime) -> float | None:
    return (now - moment).total_seconds() if moment is not None else None
