"""What people have been told, and how they want to be told."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Max, Min, Q, QuerySet
from django.utils.module_loading import import_string

from accounts.models import User
from config.statements import Statement, fetch_rows
from notices.kinds import NOT_AT_THE_TABLE, WITH_DEADLINE, Channel, is_on_at_first
from notices.models import Delivery, Mute, Notice, Preferences, Switch

_PERSON, _GAME = -1, "game"  # stand in the kept query for an id and a name
LISTED = 100
"""How many notices the page lists."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """How one person wants to be told."""

    preferences: Preferences
    time_zone: ZoneInfo
    has_open_account: bool = True
    is_staff: bool = False
    switched: dict[tuple[str, str], bool] = field(default_factory=dict)

    def has(self, kind: str, channel: str) -> bool:
        """Return whether this person is told of a kind of thing outside the site by a channel."""
        return self.preferences.is_on and self.switched_on(kind, channel)

    def switched_on(self, kind: str, channel: str) -> bool:
        """Return whether the switch for a kind and a channel is on."""
        return self.switched.get((kind, channel), is_on_at_first(kind, channel))


def find_wishes(user_ids: Collection[int]) -> dict[int, Wishes]:
    """Return how people want to be told, by id, in three queries."""
    chosen = Preferences.objects.in_bulk(user_ids)
    found = {
        user.pk: Wishes(
            chosen.get(user.pk) or Preferences(user_id=user.pk),
            user.time_zone,
            has_open_account=user.is_active,
            is_staff=user.is_staff,
        )
        for user in User.objects.filter(pk__in=user_ids).only("time_zone", "is_active", "is_staff")
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
    """How many notices a person has not read: what the page of a game tells, and all others."""

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
    found = fetch_rows(_unread_statement(), {_PERSON: user.pk, _GAME: game})
    number, here = found[0] if found else (0, 0)
    return Unread(elsewhere=number - here, here=here)


@lru_cache(maxsize=1)
def _unread_statement() -> Statement:
    """Return the query by which the notices of one person are counted; no row says none."""
    here = Count("pk", filter=Q(game=_GAME) & ~Q(kind__in=NOT_AT_THE_TABLE))
    unread = find_unread(_PERSON).values("user_id").annotate(number=Count("pk"), here=here)
    return unread.values_list("number", "here").query.sql_with_params()


def find_unread(user: User | int) -> QuerySet[Notice]:
    """Return what the person’s page lists as unread."""
    return _listed(user).filter(read_at__isnull=True)


def find_muted(user: User | int) -> frozenset[str]:
    """Return the public names of the games that a person has muted."""
    return frozenset(Mute.objects.filter(user=user).values_list("game", flat=True))


def is_muted(user: User, game: str) -> bool:
    """Return whether a person has muted the game with this public name."""
    return Mute.objects.filter(user=user, game=game).exists()


def is_told_of(user: User, game: str) -> bool:
    """Return whether a person has ever been told anything about this game."""
    if not game.isprintable():
        return False  # PostgreSQL fails on a NUL byte instead of finding nothing
    return Notice.objects.filter(user=user, game=game).exists()


def find_newest_of_muted(user: User) -> list[Notice]:
    """Return the newest notice about each game that a person has muted, the newest first."""
    muted = Mute.objects.filter(user=user).values("game")
    about = Notice.known.filter(user=user, game__in=muted).values("game")
    newest = about.annotate(newest=Max("pk")).values("newest")
    return list(Notice.objects.filter(pk__in=newest).order_by("-pk"))


def find_names(notices: Iterable[Notice]) -> dict[int, str]:
    """Return the names of the people in the facts of notices, by id; the others have left."""
    return {user_id: user.name for user_id, user in find_people(notices).items()}


def find_people(notices: Iterable[Notice]) -> dict[int, User]:
    """Return the people in the facts of notices, by id; the others have left."""
    return User.objects.in_bulk({user_id for notice in notices for user_id in people_in(notice)})


def find_deadlines(notices: Iterable[Notice]) -> dict[str, dt.datetime]:
    """Return when the turns that notices of one person are about end as of now, by game.

    An outage or a vacation may have moved a deadline since the notice was written.
    """
    users = {notice.user_id for notice in notices if notice.kind in WITH_DEADLINE}
    if not users:
        return {}
    (user_id,) = users
    return _find_turn_deadlines(users)[user_id]


def find_begun(games: Collection[str], user_id: int) -> dict[str, str]:
    """Return which of these games do not wait for a player, and how far each is."""
    found: dict[str, str] = import_string(settings.NOTICES_FIND_BEGUN)(games, user_id)
    return found


def update_ends(notices: Iterable[Notice]) -> None:
    """Let notices about turns expire when these end as of now, by one query; nothing is stored."""
    about = [notice for notice in notices if notice.expires_at is not None]
    deadlines = _find_turn_deadlines({notice.user_id for notice in about}) if about else {}
    for notice in about:
        notice.expires_at = deadlines[notice.user_id].get(notice.game, notice.expires_at)


def _find_turn_deadlines(user_ids: Collection[int]) -> dict[int, dict[str, dt.datetime]]:
    found: dict[int, dict[str, dt.datetime]]
    found = import_string(settings.NOTICES_FIND_DEADLINES)(user_ids)
    return found


def people_in(notice: Notice) -> list[int]:
    """Return the ids of the people whom the facts of a notice name."""
    others = (notice.facts.get("by"), notice.facts.get("partner"))
    return [*notice.facts.get("people", ()), *(each for each in others if isinstance(each, int))]


def _listed(user: User | int) -> QuerySet[Notice]:
    off = Switch.objects.filter(user=user, channel=Channel.PAGE, is_on=False).values("kind")
    return Notice.known.filter(user=user, withdrawn_at__isnull=True).exclude(kind__in=off)
