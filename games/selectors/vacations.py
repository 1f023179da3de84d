"""The vacations of a player."""

from __future__ import annotations

import datetime as dt

from accounts.models import User
from games.clocks import VACATION_HOURS, hours_by_year
from games.models import Vacation


def find_vacations(user: User) -> list[Vacation]:
    """Return all vacations of a player, in their order."""
    return list(Vacation.objects.filter(user=user).order_by("began_at"))


def hours_left(user: User, *, now: dt.datetime) -> int:
    """Return how many hours of vacation a player can still take this year (UTC)."""
    spans = [(each.began_at, each.ends_at) for each in find_vacations(user)]
    return max(0, VACATION_HOURS - hours_by_year(spans)[now.astimezone(dt.UTC).year])
