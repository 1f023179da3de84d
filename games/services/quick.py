"""The quick way to store a usual move: one guarded statement instead of a lock.

The move was checked on the newest snapshot that this process remembers. The statement stores it
only if nothing that matters has changed since; if anything has, nothing is stored, and the caller
takes the ordinary way, which locks the game and decides what is true.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from contextlib import nullcontext
from copy import copy
from dataclasses import replace
from functools import lru_cache
from typing import Any

from django.db import connection, transaction
from django.utils import timezone

from accounts.sign_ins import SignIn
from config.metrics import EVENTS
from config.statements import stored_values
from games.models import Event, Game
from games.rules.state import State
from games.services.telling import needs_notice, tell_event
from games.services.writing import add_to_snapshot, announce_change, pass_turn
from games.snapshots import Snapshot

_CHANGING = (
    *("version", "event_count", "move_count", "to_move", "standing"),
    *("turn_started_at", "deadline", "warns_at", "clock_extended_by"),
    "computer_moves_at",
)
TURN = [field for field in Game._meta.concrete_fields if field.name in _CHANGING]
"""What a usual move changes in the game's row."""
EVENT = [field for field in Event._meta.concrete_fields if not field.primary_key]

SEATED = """
UPDATE "games_game" SET {turn}
WHERE "id" = %s AND "version" = %s AND ("deadline" IS NULL OR "deadline" >= %s) AND EXISTS (
    SELECT 1 FROM "games_seat" JOIN "accounts_user" ON "accounts_user"."id" = "user_id"
    WHERE "game_id" = "games_game"."id" AND "index" = %s AND "user_id" = %s
    AND "stand_in" = '' AND "is_active"
"""
SIGNED_IN = """
    AND "password" = %s
) AND EXISTS (
    SELECT 1 FROM "django_session"
    WHERE "session_key" = %s AND "session_data" = %s AND "expire_date" > %s
"""


def store_usual_move(
    known: Snapshot,
    state: State,
    *,
    user_id: int,
    text: str,
    arrived_at: dt.datetime,
    sign_in: SignIn | None,
) -> Snapshot | None:
    """Store a move of the seat to move that led to `state`, announce it, and return the game.

    The game must not be one over days, where a move may change more than the turn.
    Return None, and store nothing, if more than the turn changes or anything is no longer as known:
    the version, the deadline, who has the seat, or the sign-in.
    """
    now, seat = timezone.now(), known.game.to_move
    assert seat is not None
    before = replace(known, game=copy(known.game))
    event = Event(kind=Event.Kind.MOVE, seat=seat, text=text, at=now)
    after = add_to_snapshot(before, state, event)
    if not _is_usual(known, after):
        return None
    pass_turn(before, after, event)
    game = after.game
    game.version += 1
    guard = [game.pk, known.game.version, _stored(arrived_at - game.grace), seat, user_id]
    if sign_in is not None:
        guard += [sign_in.password, sign_in.session_key, sign_in.session_data, _stored(now)]
    is_told = needs_notice(after)
    with transaction.atomic() if is_told else nullcontext():
        event.pk = _store(game, guard, event, is_signed_in=sign_in is not None)
        if event.pk is None:
            return None
        if is_told:
            tell_event(known, after, event)
    EVENTS.labels(game.variant, Event.Kind.MOVE, "quick").inc()
    event._state.adding, event._state.db = False, connection.alias
    announce_change(after)
    return after


def _is_usual(before: Snapshot, after: Snapshot) -> bool:
    """Return whether a move only passes the turn, or keeps it, from one person to another."""
    variant, state = after.game.rules, after.dealt
    return (
        state.to_move is not None
        and not after.seats[state.to_move].level
        and variant.outcome(state) is None
        and variant.awaited_shuffle(state) is None
        and not variant.is_counted(state)
        and variant.round_number(state) == variant.round_number(before.dealt)
        and variant.out(state) == variant.out(before.dealt)
    )


def _store(game: Game, guard: Sequence[Any], event: Event, *, is_signed_in: bool) -> int | None:
    """Store the turn and the event if the guard holds, and return the event's id, else None."""
    update, insert = _statements(is_signed_in=is_signed_in)
    turn = [*stored_values(TURN, game), *guard]
    if connection.vendor == "postgresql":
        statement = f'WITH "turn" AS ({update} RETURNING id) {insert} FROM "turn" RETURNING id'
        with connection.cursor() as cursor:
            cursor.execute(statement, [*turn, *stored_values(EVENT, event)])
            stored = cursor.fetchone()
            return stored[0] if stored else None
    # The name of a statement's result needs PostgreSQL. SQLite has one writer at a time anyway.
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(update, turn)
        if cursor.rowcount != 1:
            return None
        cursor.execute(insert, stored_values(EVENT, event))
        return int(cursor.lastrowid)


@lru_cache(maxsize=2)
def _statements(*, is_signed_in: bool) -> tuple[str, str]:
    """Return the guarded update of a game, and the insertion of an event."""
    turn = ", ".join(f'"{field.attname}" = %s' for field in TURN)
    update = SEATED.format(turn=turn) + (SIGNED_IN if is_signed_in else "") + ")"
    columns = ", ".join(f'"{field.attname}"' for field in EVENT)
    values = ", ".join(["%s"] * len(EVENT))
    # Only the names of our own columns are put together here.
    return update, f'INSERT INTO "games_event" ({columns}) SELECT {values}'


def _stored(moment: dt.datetime) -> Any:
    return connection.ops.adapt_datetimefield_value(moment)
