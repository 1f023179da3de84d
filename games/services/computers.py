"""Computer players: how soon they are asked for a move, and how they came to it."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from celery import current_app
from django.db import transaction

from accounts.models import User
from games.models import ComputerChoice, Game, Move, Seat, SecretPick

PAUSE_SECONDS = (0.6, 1.0)
"""The natural pause: one sees that somebody else is at it. The sweep that ends it comes once a
second, so that it lasts up to 2 s."""
ANSWERED_WITHIN = dt.timedelta(seconds=2)
"""After how long the sweep asks for a move that was asked for at once."""
TURN_EXPIRES = 10
"""The seconds after which a queued turn is worthless: the sweep has asked for it again."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """How a computer player came to a move; `ComputerChoice` tells of the fields."""

    level: str
    seed: int
    view_hash: str
    players_version: int
    budget: int
    was_cut: bool


def record_choice(
    chosen: Chosen, *, move: Move | None = None, pick: SecretPick | None = None
) -> None:
    """Store how the computer player came to the move or the pick that was just written."""
    ComputerChoice.objects.create(move=move, pick=pick, **asdict(chosen))


def call_computer(
    game: Game,
    seats: Sequence[Seat],
    *,
    now: dt.datetime,
    wait: dt.timedelta = dt.timedelta(0),
) -> None:
    """Call a computer player whose turn it is, after a wait and its natural pause.

    The game is not saved. Without wait and pause the move is asked for as soon as this commits.
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
    # robust: without a broker the sweep makes good what was not queued.
    transaction.on_commit(lambda: _queue_turn(game_id), robust=True)


def _natural_pause(seats: Sequence[Seat]) -> dt.timedelta:
    """Return a pause, none where everybody who plays here wants it fast, or nobody does."""
    people = [seat.user_id for seat in seats if seat.user_id and not seat.stand_in]
    # Asked anew: the seats may be remembered from before a change of settings.
    if not User.objects.filter(pk__in=people, fast=False).exists():
        return dt.timedelta(0)
    return dt.timedelta(seconds=random.uniform(*PAUSE_SECONDS))  # noqa: S311 (a pause, no secret)


def _queue_turn(game_id: int) -> None:
    current_app.send_task("games.tasks.play_computer", [game_id], expires=TURN_EXPIRES)
