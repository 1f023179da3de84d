"""What is read by others than players at the table: computers and operators."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any

from games.messages.times import duration_words
from games.models import Game, SiteClock, Verification
from games.rules import Variant
from games.snapshots import Snapshot, recall, take_snapshot, view_before_deal

# The sweep runs every second; after this long somebody's clock is wrong.
SWEEP_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class ComputerTurn:
    """What a computer player gets: the rules and its seat's position document.

    `seen` counts the moves that the document shows, `events` whatever has happened by then.
    """

    rules: Variant[Any, Any]
    seat: int
    level: str
    seen: int
    events: int
    view: dict[str, Any]
    is_pick: bool = False


def computer_turn(game_id: int) -> ComputerTurn | None:
    """Return the turn of a computer player in that game, or None when it is not its turn."""
    snapshot = read_snapshot(game_id)
    game = snapshot.game
    for seat in snapshot.seats:
        if not seat.level:
            continue
        if game.status == Game.Status.PICKING and seat.index not in snapshot.picks:
            view = view_before_deal(game, seat.index)
            return ComputerTurn(game.rules, seat.index, seat.level, 0, 0, view, is_pick=True)
        if game.status == Game.Status.PLAYING and game.to_move == seat.index:
            return describe_turn(snapshot, seat.index, seat.level)
    return None


def describe_turn(snapshot: Snapshot, seat: int, level: str) -> ComputerTurn:
    """Return what a computer player of that level is told in the place of the seat to move."""
    game, view = snapshot.game, snapshot.game.rules.document(snapshot.state, seat)
    return ComputerTurn(game.rules, seat, level, game.move_count, game.event_count, view)


def read_snapshot(game_id: int) -> Snapshot:
    """Return a game as it stands, whoever asks: it holds what nobody may see."""
    game = Game.objects.get(pk=game_id)
    return recall(game.public_id, game.version) or take_snapshot(
        game, list(game.seats.select_related("user").order_by("index"))
    )


def health(*, now: dt.datetime) -> dict[str, float | None]:
    """Return how many seconds ago the last sweep was and since when a turn is overdue."""
    site_clock = SiteClock.objects.filter(pk=1).first()
    swept_at = site_clock.swept_at if site_clock else None
    oldest = (
        Game.objects.filter(status__in=Game.RUNNING, deadline__isnull=False)
        .order_by("deadline")
        .values_list("deadline", flat=True)
        .first()
    )
    return {
        "sweep_age": (now - swept_at).total_seconds() if swept_at else None,
        "overdue": max(0.0, (now - oldest).total_seconds()) if oldest else 0.0,
    }


@dataclass(frozen=True, slots=True)
class SiteStatus:
    """What anybody may know of how the site is: the clock, and the last audit of its games.

    `sweep_words` is how long ago the clock was swept, "" for never; `verification` is the newest
    audit that is done.
    """

    sweep_words: str
    is_clock_well: bool
    verification: Verification | None


def site_status(*, now: dt.datetime) -> SiteStatus:
    """Return what the public status page tells."""
    age = health(now=now)["sweep_age"]
    return SiteStatus(
        sweep_words="" if age is None else duration_words(max(0.0, age)),
        is_clock_well=age is not None and age <= SWEEP_SECONDS,
        verification=Verification.objects.filter(finished_at__isnull=False).first(),
    )
