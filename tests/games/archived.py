"""Finished games, stored without being played."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

from django.db import connection
from django.utils import timezone

from games.models import Game, Highlight, Seat
from games.services.tallies import count_results
from games.snapshots import read_players

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
    """Store a game that `winner` (seat 0) won 9 to 4½, or a draw if that is the reason."""
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
            finished_at=finished_at,
            result=results[index],
            total=("9", "4.5")[index],
        )
    count_results(game, read_players(game))
    for number, name in enumerate(highlights, start=10):
        Highlight.objects.create(game=game, number=number, seat=0, kind=name)
    return game


def archive_many(number: int, player: Callable[[int, int], Any]) -> None:
    """Store so many finished games for two, and let the database count its rows.

    `player` returns who sat there, given the number of a game and of a seat.
    """
    games = Game.objects.bulk_create(
        Game(
            variant="trifecta",
            rules_version=1,
            kind="open",
            host=player(minutes, 0),
            move_time=60,
            status=Game.Status.FINISHED,
            created_at=NOON,
            finished_at=NOON + dt.timedelta(minutes=minutes),
        )
        for minutes in range(number)
    )
    Seat.objects.bulk_create(
        Seat(
            game=game,
            index=index,
            user=player(count, index),
            finished_at=game.finished_at,
            result="won",
        )
        for count, game in enumerate(games)
        for index in (0, 1)
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def archive_match(
    *players: Any,
    totals: tuple[str, ...],
    options: dict[str, Any] | None = None,
    reason: str = "score",
    dropped_out: tuple[int, ...] = (),
    kind: str = "open",
) -> Game:
    """Store a game of Casino that the highest total won; a player that is a text is a level."""
    game = Game.objects.create(
        variant="casino",
        rules_version=1,
        players=len(players),
        options=options or {},
        kind=kind,
        move_time=60,
        status=Game.Status.FINISHED,
        reason=reason,
        created_at=timezone.now(),
        started_at=NOON - dt.timedelta(minutes=30),
        finished_at=NOON,
        event_count=96,
        move_count=96,
    )
    best = max((total for index, total in enumerate(totals) if index not in dropped_out), key=float)
    for index, (player, total) in enumerate(zip(players, totals, strict=True)):
        Seat.objects.create(
            game=game,
            index=index,
            user=None if isinstance(player, str) else player,
            computer=player if isinstance(player, str) else "",
            stand_in="easy" if index in dropped_out else "",
            finished_at=NOON,
            result="won" if total == best and index not in dropped_out else "lost",
            total=total,
        )
    count_results(game, read_players(game))
    return game
