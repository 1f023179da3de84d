"""Finished games written down as they are stored, without playing them."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.utils import timezone

from games.models import Game, Highlight, Seat

NOON = dt.datetime(2026, 5, 4, 12, tzinfo=dt.UTC)


def archive_game(
    winner: Any = None,
    loser: Any = None,
    *,
    kind: str = "open",
    reason: str = "score",
    finished_at: dt.datetime = NOON,
    moves: int = 48,
    highlights: tuple[str, ...] = (),
    computer: str = "",
) -> Game:
    """Store a game that `winner` (seat 0) won 9 to 4½, or a draw when the reason is that."""
    game = Game.objects.create(
        variant="trifecta",
        rules_version=1,
        kind=kind,
        move_time=60,
        status=Game.Status.FINISHED,
        reason=reason,
        created_at=timezone.now(),
        started_at=finished_at - dt.timedelta(minutes=10),
        finished_at=finished_at,
        event_count=moves + 2,
        move_count=moves + 2,
    )
    results = ("drawn", "drawn") if reason == "draw" else ("won", "lost")
    for index, user in enumerate((winner, loser)):
        Seat.objects.create(
            game=game,
            index=index,
            user=user,
            computer=computer if index == 1 else "",
            result=results[index],
            total=("9", "4.5")[index],
        )
    for number, name in enumerate(highlights, start=10):
        Highlight.objects.create(game=game, number=number, seat=0, kind=name)
    return game
