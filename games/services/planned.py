"""Moves that players have planned: they are made in the transaction that gives them the turn."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from copy import copy
from dataclasses import replace

from games.models import Event, Game, Plan, Seat
from games.rules import IllegalMove
from games.rules.conditions import Condition
from games.rules.plans import find_only_move, find_planned
from games.rules.state import State
from games.rules.variant import AnyMove
from games.services.writing import advance_game
from games.snapshots import Snapshot, derive_states


def record_turn(before: Snapshot, state: State, event: Event) -> Snapshot:
    """Advance a game by an event, and then by every planned move that this leads to."""
    after = advance_game(before, state, event)
    while (answered := _play_planned(after, now=event.at)) is not None:
        after = answered
    return after


def _play_planned(snapshot: Snapshot, *, now: dt.datetime) -> Snapshot | None:
    """Make the move that the player to move has planned, None if there is none.

    The plans for the turn end with that. A player with only one legal move, who has asked for it,
    need not have planned it.
    """
    game = snapshot.game
    if not game.is_over_days:
        return None
    if game.status != Game.Status.PLAYING or game.to_move is None:
        Plan.objects.filter(game=game).delete()
        return None
    # Not from the snapshot: what players ask for changes no version, which others would notice.
    seat = Seat.objects.filter(
        game=game, index=game.to_move, stand_in="", user__is_active=True
    ).first()
    if seat is None:
        return None
    move = _end_plans(snapshot, seat)
    if move is None and seat.plays_only_moves:
        move = find_only_move(game.rules, snapshot.dealt)
    if move is None:
        return None
    # The game after the move before is cached once this commits, and must stay as it was.
    before = replace(snapshot, game=copy(game))
    event = Event(kind=Event.Kind.MOVE, seat=seat.index, text=str(move), at=now, is_planned=True)
    return advance_game(before, game.rules.play_legal(snapshot.dealt, move), event)


def _end_plans(snapshot: Snapshot, seat: Seat) -> AnyMove | None:
    """Write what has become of a seat's plans, and return the move of the one to be played."""
    own = Plan.objects.filter(game=snapshot.game, owner_id=seat.user_id)
    plans = list(own.filter(outcome=Plan.Outcome.WAITING).order_by("place"))
    if not plans:
        return None
    own.exclude(outcome=Plan.Outcome.WAITING).delete()
    move, is_decided = None, False
    for plan in plans:
        text = None if is_decided else _find_planned(snapshot, plan)
        if is_decided:
            plan.outcome = Plan.Outcome.UNUSED
        elif text is None:
            plan.outcome = Plan.Outcome.UNMET
        else:
            is_decided, move = True, _read_legal(snapshot, text)
            plan.outcome = Plan.Outcome.ILLEGAL if move is None else Plan.Outcome.PLAYED
        plan.save(update_fields=["outcome"])
    return move


def _find_planned(snapshot: Snapshot, plan: Plan) -> str | None:
    return find_planned(
        snapshot.game.rules,
        _states_since(snapshot, plan.event_count),
        Condition.parse(plan.condition),
        text=plan.move,
        example=plan.example,
    )


def _states_since(snapshot: Snapshot, event_count: int) -> Sequence[State]:
    """Return the state after so many events, and every one since."""
    passed = len(snapshot.events) - event_count
    if passed <= len(snapshot.recent):
        return [*snapshot.recent[len(snapshot.recent) - passed :], snapshot.dealt]
    return derive_states(snapshot.game, snapshot.deck, snapshot.events)[event_count:]


def _read_legal(snapshot: Snapshot, text: str) -> AnyMove | None:
    """Return a move on the present table, None if it is illegal there."""
    try:
        move: AnyMove = snapshot.game.rules.parse(snapshot.dealt, text)
    except IllegalMove:
        return None
    return move
