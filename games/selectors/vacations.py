"""The vacations of a player."""

from __future__ import annotations

import datetime as dt

from django.db.models import F

from accounts.models import User
from games.clocks import VACATION_HOURS, hours_by_year
from games.models import Vacation
from games.selectors.mine import MY_TURN, seats_in_play


def find_vacations(user: User) -> list[Vacation]:
    """Return all vacations of a player, in their order."""
    return list(Vacation.objects.filter(user=user).order_by("began_at"))


def hours_left(user: User, *, now: dt.datetime) -> int:
    """Return how many hours of vacation a player can still take this year (UTC)."""
    spans = [(each.began_at, each.ends_at) for each in find_vacations(user)]
    return max(0, VACATION_HOURS - hours_by_year(spans)[now.astimezone(dt.UTC).year])


def has_only_vacation_left(user: User, *, now: dt.datetime) -> bool:
    """Return whether the time for one of a player's turns has run out but for the vacation."""
    still = seats_in_play(user.pk).filter(MY_TURN, paused_until__gt=now)
    return still.filter(game__deadline__lte=F("paused_until")).exists()
