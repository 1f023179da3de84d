"""Plans: what a player asks the site to play on the next turn of a game over days.

Nothing here raises the version of a game, which all viewers are sent: nobody else may notice.
"""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet

from games.models import MOST_PLANS, Game, Plan, Seat
from games.rules.conditions import Condition
from games.rules.plans import find_example
from games.rules.state import State
from games.services.playing import Selection, find_move
from games.services.refusals import GameOver, MoveRefused, NotSeated, NotStarted
from games.services.writing import lock_game_for_move
from games.snapshots import Snapshot


def make_plan(game_id: int, *, user_id: int, condition: str, selection: Selection) -> None:
    """Add a plan for the player's next turn behind the others; a repeat does nothing.

    The selection is made on the present table, on which the card that the condition names lies as
    dropped. Raises a `MoveRefused`.
    """
    with transaction.atomic():
        snapshot, seat = _lock(game_id, user_id=user_id)
        game = snapshot.game
        if game.to_move == seat.index:
            raise MoveRefused("plan_on_own_turn")
        state, example = _suppose(snapshot, seat.index, condition)
        if selection.seen != game.move_count:
            raise MoveRefused("table_to_plan_on_changed")
        move = str(find_move(game.rules, state, selection))
        plans = list(_waiting(game.pk, user_id))
        if any((plan.condition, plan.move) == (condition, move) for plan in plans):
            return
        if len(plans) >= MOST_PLANS:
            raise MoveRefused("too_many_plans")
        made = Condition.parse(condition)
        earlier = [Condition.parse(plan.condition) for plan in plans]
        if any(each.covers(made, players=game.players) for each in earlier):
            raise MoveRefused("never_tried")
        Plan.objects.create(
            game=game,
            owner_id=user_id,
            place=len(plans) + 1,
            condition=condition,
            example=example,
            move=move,
            event_count=game.event_count,
        )


def cancel_plans(game_id: int, *, user_id: int, plan_id: int | None = None) -> None:
    """Remove the plans for the player's next turn, or only the one with that id.

    Those behind it move up. Without such a plan, or after that turn, do nothing.
    """
    with transaction.atomic():
        lock_game_for_move(game_id, user_id=user_id)
        kept = []
        for plan in _waiting(game_id, user_id):
            if plan_id in (None, plan.pk):
                plan.delete()
            else:
                kept.append(plan)
        for place, plan in enumerate(kept, start=1):
            plan.place = place
            plan.save(update_fields=["place"])


def choose_only_moves(game_id: int, *, user_id: int, is_on: bool) -> None:
    """Store whether the site plays for the player whenever there is only one legal move."""
    with transaction.atomic():
        seat = _lock(game_id, user_id=user_id)[1]
        Seat.objects.filter(pk=seat.pk).update(plays_only_moves=is_on)


def _waiting(game_id: int, user_id: int) -> QuerySet[Plan]:
    """Return a player's plans for the next turn, in the order in which they are tried."""
    return Plan.objects.filter(
        game_id=game_id, owner_id=user_id, outcome=Plan.Outcome.WAITING
    ).order_by("place")


def _lock(game_id: int, *, user_id: int) -> tuple[Snapshot, Seat]:
    """Lock a game that a player may plan for, and return it with the player's seat."""
    snapshot = lock_game_for_move(game_id, user_id=user_id)
    game, seat = snapshot.game, snapshot.seat_of(user_id)
    if seat is None:
        raise NotSeated
    if game.has_ended:
        raise GameOver
    if game.status != Game.Status.PLAYING:
        raise NotStarted
    if not game.is_over_days:
        raise MoveRefused("plans_over_days")
    return snapshot, seat


def _suppose(snapshot: Snapshot, seat: int, condition: str) -> tuple[State, str]:
    """Return the state on which a move is planned, and the card that counts as dropped or "".

    Only what the seat can see is looked at, so that no refusal tells more.
    """
    variant = snapshot.game.rules
    masked = variant.mask(snapshot.dealt, seat)
    try:
        example = find_example(variant, masked, seat, Condition.parse(condition))
    except ValueError:
        raise MoveRefused("impossible_condition") from None
    return variant.suppose(masked, seat, example), example
