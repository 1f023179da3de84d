"""Computer players: when they are asked for a move, and how their choices are stored."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Mapping, Sequence
from typing import Any

from celery import current_app
from django.db import transaction
from django.db.models import F

from accounts.models import User
from games.models import Event, Game, LevelFailure, Seat, SecretPick, StoredChoice

PAUSE_SECONDS = (0.6, 1.0)
"""The natural pause, which shows that it is another player's turn. It lasts up to 2 s, because the
sweep that ends it runs once a second."""
ANSWERED_WITHIN = dt.timedelta(seconds=2)
"""How long after the first request the sweep asks for the move again."""
TURN_EXPIRES = 10
"""The seconds after which a queued turn is dropped: by then the sweep has asked for it again."""


def record_choice(
    recipe: Mapping[str, Any], *, move: Event | None = None, pick: SecretPick | None = None
) -> None:
    """Store how a computer player chose the move or pick that was just written.

    The recipe holds the fields of `StoredChoice`.
    """
    StoredChoice.objects.create(move=move, pick=pick, **recipe)


def record_failure(*, variant: str, level: str, now: dt.datetime) -> None:
    """Count a choice that this level failed to make in a game of this variant."""
    failures = LevelFailure.objects.get_or_create(
        variant=variant, level=level, defaults={"failed_at": now}
    )[0]
    LevelFailure.objects.filter(pk=failures.pk).update(count=F("count") + 1, failed_at=now)


def call_computer(
    game: Game,
    seats: Sequence[Seat],
    *,
    now: dt.datetime,
    wait: dt.timedelta = dt.timedelta(0),
) -> None:
    """Arrange for the computer player to move, if it is its turn, after a wait and a natural pause.

    The game is not saved. Without a wait or pause the move is requested as soon as this commits.
    """
    waits_for = seats if game.to_move is None else [seats[game.to_move]]
    if not any(seat.level for seat in waits_for):
        game.computer_moves_at = None
        return
    pause = _natural_pause(seats)
    if pause or wait:
        game.computer_moves_at = now + wait + pause
        return
    game.computer_moves_at = now + ANSWERED_WITHIN
    game_id = game.pk
    # robust: without a broker the sweep asks for the move later.
    transaction.on_commit(lambda: _queue_turn(game_id), robust=True)


def _natural_pause(seats: Sequence[Seat]) -> dt.timedelta:
    """Return a natural pause, or none if no person at the table wants one."""
    people = [seat.user_id for seat in seats if seat.user_id and not seat.stand_in]
    # Query the users: those of the seats may be cached from before a change of settings.
    if not User.objects.filter(pk__in=people, fast=False).exists():
        return dt.timedelta(0)
    return dt.timedelta(seconds=random.uniform(*PAUSE_SECONDS))  # noqa: S311 (a pause, no secret)


def _queue_turn(game_id: int) -> None:
    current_app.send_task("games.tasks.play_computer", [game_id], expires=TURN_EXPIRES)
