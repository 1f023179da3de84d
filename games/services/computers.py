"""Computer players: when they are asked for a move, and how their choices are stored."""

from __future__ import annotations

import datetime as dt
import logging
import random
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from threading import Timer
from typing import Any

from celery import current_app
from django.db import transaction
from django.db.models import F
from kombu.exceptions import OperationalError

from accounts.models import User
from games.models import Event, Game, LevelFailure, Seat, SecretPick, StoredChoice
from games.services.thinking import MESSAGE_EXPIRES, SLOW_LEVELS, queue_thinking, take_place

logger = logging.getLogger(__name__)

PAUSE_SECONDS = (0.6, 1.0)
"""The natural pause, which shows that it is another player's turn. If the process that began it
ends, it lasts up to 2 s, because the sweep that ends it then runs once a second."""
ANSWERED_WITHIN = dt.timedelta(seconds=2)
"""How long after the first request the sweep asks for the move again."""


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

    The game is not saved. Once this is committed, the move is requested when the pause is over. A
    turn for which the computer player has to think is put into a person's line.
    """
    game.thinks_for_id, game.is_paced = None, False
    waits_for = seats if game.to_move is None else [seats[game.to_move]]
    if not any(seat.level for seat in waits_for):
        game.computer_moves_at = None
        return
    pause = wait + _natural_pause(seats)
    if game.to_move is not None and seats[game.to_move].level in SLOW_LEVELS:
        _put_in_line(game, seats, due=now + pause, now=now)
        ask: Callable[[], None] = queue_thinking
    else:
        game.computer_moves_at = now + (pause or ANSWERED_WITHIN)
        ask = partial(_queue_turn, game.pk)
    # robust: without a broker the sweep asks for the move later.
    transaction.on_commit(lambda: _ask_after(pause, ask), robust=True)


def _put_in_line(game: Game, seats: Sequence[Seat], *, due: dt.datetime, now: dt.datetime) -> None:
    """Put a turn into the line of the host, else of another person who has sat at the table."""
    people = [game.host_id, *(seat.user_id for seat in seats)]
    game.thinks_for_id = next((person for person in people if person is not None), None)
    game.computer_moves_at = due
    if game.thinks_for_id is not None:
        game.computer_moves_at = max(due, take_place(game.thinks_for_id, now=now))
        game.is_paced = game.computer_moves_at > due


def _ask_after(pause: dt.timedelta, ask: Callable[[], None]) -> None:
    """Ask for a move when the pause is over. If this process ends before that, the sweep asks."""
    if pause:
        _start_timer(pause, ask)
    else:
        ask()


def _start_timer(pause: dt.timedelta, ask: Callable[[], None]) -> None:
    timer = Timer(pause.total_seconds(), _ask, [ask])
    timer.daemon = True
    timer.start()


def _ask(ask: Callable[[], None]) -> None:
    try:
        ask()
    except OperationalError as error:
        logger.info("a computer player was not asked for a move: %s", type(error).__name__)


def _natural_pause(seats: Sequence[Seat]) -> dt.timedelta:
    """Return a natural pause, or none if no person at the table wants one."""
    people = [seat.user_id for seat in seats if seat.user_id and not seat.stand_in]
    # Query the users: those of the seats may be cached from before a change of settings.
    if not User.objects.filter(pk__in=people, fast=False).exists():
        return dt.timedelta(0)
    return dt.timedelta(seconds=random.uniform(*PAUSE_SECONDS))  # noqa: S311 (a pause, no secret)


def _queue_turn(game_id: int) -> None:
    current_app.send_task("games.tasks.play_computer", [game_id], expires=MESSAGE_EXPIRES)
