"""The deadlines of a player's turns in games over days."""

from __future__ import annotations

from accounts.models import User
from games.clocks import LIVE_MOVE_TIME
from games.models import Game
from games.selectors.mine import MY_TURN, seats_in_play, with_seats


def find_deadlines(user: User) -> list[Game]:
    """Return the games over days in which it is the user's turn, the first deadline first."""
    seats = seats_in_play(user.pk).filter(
        MY_TURN, game__move_time__gt=LIVE_MOVE_TIME, game__deadline__isnull=False
    )
    games = Game.objects.filter(pk__in=seats.values("game")).order_by("deadline", "pk")
    return with_seats(list(games))
