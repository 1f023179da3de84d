"""What people have been told, and how they want to be told."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from zoneinfo import ZoneInfo

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Min, Q, QuerySet

from accounts.models import User
from notices.kinds import Channel, is_on_at_first
from notices.models import Delivery, Mute, Notice, Preferences, Switch

LISTED = 100
"""How many notices the page lists."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """How one person wants to be told."""

    preferences: Preferences
    time_zone: ZoneInfo
    switched: dict[tuple[str, str], bool] = field(default_factory=dict)

    def has(self, kind: str, channel: str) -> bool:
        """Return whether this person is told of a kind of thing by a channel."""
        if channel != Channel.PAGE and not self.preferences.is_on:
            return False
        return self.switched_on(kind, channel)

    def switched_on(self, kind: str, channel: str) -> bool:
        """Return whether the switch for a kind and a channel is on."""
        return self.switched.get((kind, channel), is_on_at_first(kind, channel))


def find_wishes(user_ids: Collection[int]) -> dict[int, Wishes]:
    """Return how people want to be told, by id, in three queries."""
    chosen = Preferences.objects.in_bulk(user_ids)
    found = {
        user.pk: Wishes(chosen.get(user.pk) or Preferences(user_id=user.pk), user.time_zone)
        for user in User.objects.filter(pk__in=user_ids).only("time_zone")
    }
    for switch in Switch.objects.filter(user__in=user_ids):
        found[switch.user_id].switched[switch.kind, switch.channel] = switch.is_on
    return found


def measure_deliveries(*, now: dt.datetime) -> dict[str, float | int]:
    """Return for how many seconds the oldest delivery has been due, and how many have failed.

    Those that have failed are to be tried again.
    """
    found = Delivery.objects.filter(due_at__isnull=False).aggregate(
        oldest=Min("due_at"), failing=Count("pk", filter=Q(attempts__gt=0))
    )
    oldest = found["oldest"]
    return {
        "notices_overdue": max(0.0, (now - oldest).total_seconds()) if oldest else 0.0,
        "notices_failing": found["failing"],
    }


@dataclass(frozen=True, slots=True)
class Unread:
    """How many notices a person has not read: about the game that a page shows, and all others."""

    elsewhere: int = 0
    here: int = 0


def find_notices(user: User, *, number: int = LISTED) -> list[Notice]:
    """Return what a person’s page lists, the newest first, without what has become void."""
    return list(_listed(user).order_by("-pk")[:number])


def count_unread(user: User | AnonymousUser, *, game: str | None = None) -> Unread:
    """Return how many notices a person has not read, by one query.

    `game` is the public name of the game that the person has on the page.
    """
    if not isinstance(user, User):
        return Unread()
    if game is None:
        return Unread(elsewhere=find_unread(user).count())
    here = Count("pk", filter=Q(game=game))
    found = find_unread(user).aggregate(number=Count("pk"), here=here)
    return Unread(elsewhere=found["number"] - found["here"], here=found["here"])


def find_unread(user: User) -> QuerySet[Notice]:
    """Return what the person’s page lists as unread."""
    return _listed(user).filter(read_at__isnull=True)


def find_muted(user: User) -> frozenset[str]:
    """Return the public names of the games that a person has muted."""
    return frozenset(Mute.objects.filter(user=user).values_list("game", flat=True))


def find_newest_of_muted(user: User) -> list[Notice]:
    """Return the newest notice about each game that a person has muted, the newest first."""
    about = Notice.objects.filter(user=user, game__in=find_muted(user))
    newest: dict[str, Notice] = {}
    for notice in about.order_by("-pk"):
        newest.setdefault(notice.game, notice)
    return list(newest.values())


def find_names(notices: Iterable[Notice]) -> dict[int, str]:
    """Return the names of the people in the facts of notices, by id; the others have left."""
    ids = {user_id for notice in notices for user_id in people_in(notice)}
    return {user.pk: user.name for user in User.objects.filter(pk__in=ids)} if ids else {}


def people_in(notice: Notice) -> list[int]:
    """Return the ids of the people whom the facts of a notice name."""
    by = notice.facts.get("by")
    return [*notice.facts.get("people", ()), *([by] if by else [])]


def _listed(user: User) -> QuerySet[Notice]:
    off = Switch.objects.filter(user=user, channel=Channel.PAGE, is_on=False).values("kind")
    return Notice.objects.filter(user=user, withdrawn_at__isnull=True).exclude(kind__in=off)
