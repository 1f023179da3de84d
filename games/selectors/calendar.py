"""The deadlines of players' turns, and how far the games are that people are told of."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection

from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from games.clocks import LIVE_MOVE_TIME
from games.models import Game, Seat
from games.selectors.listed import with_seats
from games.selectors.mine import MY_TURN, all_in_play, seats_in_play


def find_turn_deadlines(user_ids: Collection[int]) -> dict[int, dict[str, dt.datetime]]:
    """Return when the turns of these players end as of now, by the public names of their games."""
    turns = all_in_play().filter(MY_TURN, user_id__in=user_ids, game__deadline__isnull=False)
    deadlines: dict[int, dict[str, dt.datetime]] = {user_id: {} for user_id in user_ids}
    for user_id, game, at in turns.values_list("user_id", "game__public_id", "game__deadline"):
        assert user_id is not None
        assert at is not None
        deadlines[user_id][game] = at
    return deadlines


def find_begun(games: Collection[str], user_id: int) -> dict[str, str]:
    """Return which of these games do not wait for a player, by name, and how far each is.

    It is "joined" while it waits for others, then "playing", and in the end "played". Without the
    player it is "begun" and then "over"; a cancelled one is "over" too, or "declined" if that was a
    rematch of more than two.
    """
    seated = Seat.objects.filter(user_id=user_id, game=OuterRef("pk"))
    found = Game.objects.filter(public_id__in=games).annotate(
        is_seated=Exists(seated), is_declined=Q(reason="declined", players__gt=2)
    )
    found = found.exclude(status=Game.Status.WAITING, is_seated=False)
    stages = found.values_list("public_id", "status", "is_seated", "is_declined")
    return {name: _stage(*stage) for name, *stage in stages}


def _stage(status: str, is_seated: bool, is_declined: bool) -> str:
    if is_declined:
        return "declined"
    if status == Game.Status.WAITING:
        return "joined"
    if status in Game.UNFINISHED:
        return "playing" if is_seated else "begun"
    return "played" if is_seated and status == Game.Status.FINISHED else "over"


def find_deadlines(user: User) -> list[Game]:
    """Return the games over days in which it is the user's turn, the first deadline first."""
    seats = seats_in_play(user.pk).filter(
        MY_TURN, game__move_time__gt=LIVE_MOVE_TIME, game__deadline__isnull=False
    )
    games = Game.objects.filter(pk__in=seats.values("game")).order_by("deadline", "pk")
    return with_seats(list(games))
