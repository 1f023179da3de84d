"""The private writer that moves of people, of computers and of the clock share."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from functools import lru_cache
from typing import Any

from django.db import transaction
from django.db.models import F

from games.models import Game, Highlight, Move, Round, Seat
from games.notifications import announce_game, announce_lists
from games.services.refusals import NotSeated
from games.snapshots import (
    Snapshot,
    derive_states,
    find_highlights,
    keep_recent,
    recall,
    remember,
    result_of,
    sheet_document,
    take_snapshot,
    total_of,
)

COMPUTER_PAUSE = (0.6, 2.0)
_GAME, _PLAYER = -1, -2  # stand in a prepared statement for the ids


def lock_game(game_id: int) -> Snapshot:
    """Lock a game's row and return its snapshot."""
    game = Game.objects.select_for_update().get(pk=game_id)
    # Only now: a seat taken while this waited for the lock must be among them.
    return take_snapshot(game, tuple(game.seats.select_related("user").order_by("index")))


def lock_game_for_move(game_id: int, *, user_id: int) -> Snapshot:
    """Lock a game's row for a player's move and return its snapshot.

    One query for one row when the game is remembered: its seats are remembered with it, and
    whether the player may still play is asked with the lock. Raises `NotSeated`.
    """
    statement, parameters = _lock_statement()
    meant = {_GAME: game_id, _PLAYER: user_id}
    found = Game.objects.raw(statement, [meant.get(given, given) for given in parameters])
    game = next(iter(found), None)
    if game is None:
        raise NotSeated
    known = recall(game.public_id, game.version)
    if known is not None:
        return replace(known, game=game)
    return take_snapshot(game, tuple(game.seats.select_related("user").order_by("index")))


@lru_cache(maxsize=1)
def _lock_statement() -> tuple[str, tuple[Any, ...]]:
    """Let the ORM write the lock of a move once: writing it took longer than running it."""
    games = Game.objects.select_for_update(of=("self",)).filter(
        pk=_GAME, seats__user_id=_PLAYER, seats__user__is_active=True
    )
    return games.query.sql_with_params()


def record_event(
    before: Snapshot, state: Any, *, kind: str, seat: int, text: str = "", now: dt.datetime
) -> Snapshot:
    """Append an event that led to `state`, start the next turn or finish the game, and save."""
    game = before.game
    event = Move(
        game_id=game.pk,
        number=game.event_count + 1,
        kind=kind,
        seat=seat,
        text=text,
        at=now,
        seconds=(now - game.turn_started_at).total_seconds() if game.turn_started_at else 0,
    )
    event.save(force_insert=True)
    game.event_count += 1
    game.move_count += kind == Move.Kind.MOVE
    recent = keep_recent((*before.recent, before.state))
    after = replace(before, events=(*before.events, event), state=state, recent=recent)
    outcome = game.rules.outcome(state)
    _write_rounds(before, after, is_over=outcome is not None)
    if outcome is not None:
        winners, reason = outcome
        after = finish_game(after, winners=winners, reason=reason, now=now)
    else:
        start_turn(game, after.seats, to_move=state.to_move, now=now)
        save_change(after)
    return after


def _write_rounds(before: Snapshot, after: Snapshot, *, is_over: bool) -> None:
    ended = before.state.round
    if not is_over and after.state.round == ended:
        return
    rounds = Round.objects.filter(deck=after.deck)
    sheet = sheet_document(after.game.rules.scores(after.state))
    rounds.filter(index=ended).update(sheet=sheet)
    if after.state.round != ended:
        Round.objects.create(
            deck=after.deck,
            index=after.state.round,
            starter=after.state.to_move if after.state.to_move is not None else 0,
        )


def start_turn(game: Game, seats: Sequence[Seat], *, to_move: int | None, now: dt.datetime) -> None:
    """Give the full move time to the seat to move, and a computer player its natural pause."""
    game.to_move = to_move
    game.turn_started_at = now
    game.deadline = now + dt.timedelta(seconds=game.move_time)
    game.clock_extended_by = 0
    waits_for = seats if to_move is None else [seats[to_move]]
    is_computer = any(seat.computer for seat in waits_for)
    pause = dt.timedelta(seconds=random.uniform(*COMPUTER_PAUSE))  # noqa: S311 (a pause, no secret)
    game.computer_moves_at = now + pause if is_computer else None


def finish_game(
    snapshot: Snapshot, *, winners: Sequence[int] = (), reason: str, now: dt.datetime
) -> Snapshot:
    """End a game, whatever the cause, write its results and return it. No state: cancelled."""
    game = snapshot.game
    # The snapshot's own seats may be remembered, and this may still be rolled back.
    snapshot = replace(snapshot, seats=tuple(map(copy, snapshot.seats)))
    game.status = Game.Status.FINISHED if snapshot.state else Game.Status.CANCELLED
    game.reason = reason
    game.finished_at = now
    game.deadline = game.to_move = game.computer_moves_at = game.seen_at = None
    if snapshot.state is not None:
        scores = game.rules.scores(snapshot.state)
        for seat in snapshot.seats:
            side = game.rules.side(snapshot.state, seat.index)
            seat.total = total_of(scores[side])
            seat.result = result_of(side, winners)
            seat.save(update_fields=["total", "result"])
        _write_highlights(snapshot)
    save_change(snapshot)
    announce_lists([*(seat.user_id for seat in snapshot.seats), game.invited_id])
    announce_rematch(game)
    return snapshot


def _write_highlights(snapshot: Snapshot) -> None:
    game, events = snapshot.game, snapshot.events
    states = derive_states(game.rules, snapshot.deck, len(snapshot.seats), events)
    Highlight.objects.bulk_create(
        Highlight(game=game, number=number, seat=seat, kind=kind)
        for number, seat, kind in find_highlights(game.rules, events, states)
    )


def save_change(snapshot: Snapshot) -> None:
    """Raise the version, save the game's row, and announce it once committed."""
    game = snapshot.game
    game.version += 1
    game.save(
        update_fields=[
            "version",
            "status",
            "event_count",
            "move_count",
            "to_move",
            "turn_started_at",
            "deadline",
            "clock_extended_by",
            "computer_moves_at",
            "seen_at",
            "started_at",
            "finished_at",
            "reason",
        ]
    )
    # Remembered before it is announced: who hears of it in this process need not read it.
    transaction.on_commit(lambda: remember(snapshot))
    announce_game(game.pk, game.version)


def announce_rematch(game: Game) -> None:
    """Once committed, let the page of the game before show what has become of its rematch."""
    if game.rematch_of_id is not None:
        original_id = game.rematch_of_id
        transaction.on_commit(lambda: _raise_version(original_id), robust=True)


def _raise_version(game_id: int) -> None:
    Game.objects.filter(pk=game_id).update(version=F("version") + 1)
    announce_game(game_id, Game.objects.values_list("version", flat=True).get(pk=game_id))
