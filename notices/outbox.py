"""The one way in which the rest of the site tells people something.

These functions belong in the transaction that changes what the people are told of. No channel is
ever called here: tasks plan and send what is due.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet

from config import groups
from config.statements import Statement, fetch_rows
from notices.kinds import BY_PEOPLE, NOT_AT_THE_TABLE, OF_A_TURN
from notices.kinds import Kind as Kind  # whoever writes a notice names its kind
from notices.models import Notice

SEEN_WITHIN = dt.timedelta(minutes=1)
"""How long a notice waits before it leaves the site: seen on the page meanwhile, it need not."""

_PERSON, _GAME = -1, "game"  # stand in the kept query for an id and a name


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A notice for one person about one game, before it is stored.

    `is_urgent` is whether it leaves the site at once. From `expires_at` on it leaves no more: that
    is when a turn ends, and if that moves meanwhile, when it ends then. The facts are for its
    sentences: numbers and texts, never a card, a seed, or a text typed by people.
    """

    user_id: int
    kind: str
    game: str
    version: int
    path: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    is_urgent: bool = False
    expires_at: dt.datetime | None = None


def write(drafts: Iterable[Draft], *, now: dt.datetime) -> None:
    """Store notices by one statement; the same notice again changes nothing."""
    rows = [
        Notice(
            user_id=draft.user_id,
            kind=draft.kind,
            game=draft.game,
            version=draft.version,
            path=draft.path,
            facts=dict(draft.facts),
            created_at=now,
            is_urgent=draft.is_urgent,
            due_at=now if draft.is_urgent else now + SEEN_WITHIN,
            expires_at=draft.expires_at,
        )
        for draft in drafts
    ]
    if rows:
        Notice.objects.bulk_create(rows, ignore_conflicts=True)
        announce({row.user_id for row in rows})


def withdraw_turn(user_id: int, *, game: str, now: dt.datetime) -> None:
    """Make what was written about a turn of this person void, even if read: the turn is over."""
    # Each move asks for this, and hardly any finds one.
    if fetch_rows(_open_of_a_turn(), {_PERSON: user_id, _GAME: game}):
        written = Notice.objects.filter(user_id=user_id, game=game, kind__in=OF_A_TURN)
        _end(written, withdrawn_at=now)


@cache
def _open_of_a_turn() -> Statement:
    written = Notice.objects.filter(user_id=_PERSON, game=_GAME, kind__in=OF_A_TURN)
    return written.filter(withdrawn_at__isnull=True).values_list("pk").query.sql_with_params()


def withdraw_kind(user_id: int, *, kind: str, game: str = "", now: dt.datetime) -> None:
    """Make void what was written to a person of one kind, about one game or all, even if read."""
    written = Notice.objects.filter(user_id=user_id, kind=kind)
    _end(written.filter(game=game) if game else written, withdrawn_at=now)


def withdraw_all(*, game: str, now: dt.datetime) -> None:
    """Make void what is unread about a game that is over, and all about its turns.

    Whoever has lost a place there before still hears of that, and of what the table does not tell.
    """
    is_void = Q(read_at__isnull=True) | Q(kind__in=OF_A_TURN)
    about = Notice.objects.filter(is_void, game=game).exclude(
        kind__in=(Kind.ENDED, *NOT_AT_THE_TABLE)
    )
    _end(about, withdrawn_at=now)


def withdraw_offers(user_id: int, *, by: int, now: dt.datetime) -> None:
    """Make void what another person has sent to this one, even if read."""
    sent = Notice.objects.filter(user_id=user_id, kind__in=BY_PEOPLE, facts__by=by)
    _end(sent, withdrawn_at=now)


def see(user_id: int, *, game: str, now: dt.datetime) -> None:
    """Note that a person has opened the page of a game: what that tells counts as read."""
    unread = Notice.objects.filter(user_id=user_id, game=game, read_at__isnull=True)
    _end(unread.exclude(kind__in=NOT_AT_THE_TABLE), read_at=now)


def see_offers(*, game: str, path: str = "", now: dt.datetime) -> None:
    """Count as read what invited people to a game: not all may open it once it has begun.

    `path` is where the notices lead if it never will.
    """
    offers = Notice.objects.filter(game=game, kind__in=BY_PEOPLE)
    if path:
        offers.update(path=path)
    _end(offers.filter(read_at__isnull=True), read_at=now)


def find_called(*, kind: str) -> set[int]:
    """Return the ids of the people who have an unread notice of a kind."""
    waiting = Notice.objects.filter(kind=kind, read_at__isnull=True, withdrawn_at__isnull=True)
    return set(waiting.values_list("user_id", flat=True))


def see_kind(user_id: int, *, kind: str, now: dt.datetime) -> None:
    """Note that a person has opened the one page to which all notices of a kind lead."""
    unread = Notice.objects.filter(user_id=user_id, kind=kind, read_at__isnull=True)
    _end(unread, read_at=now)


def _end(notices: QuerySet[Notice], **ended: dt.datetime) -> None:
    open_ones = notices.filter(withdrawn_at__isnull=True)
    found = set(open_ones.values_list("user_id", "read_at"))
    if found:
        open_ones.update(**ended)
        announce({user_id for user_id, read_at in found if read_at is None})


def announce(user_ids: Iterable[int]) -> None:
    """Once the transaction commits, have the pages of these people count their notices again."""
    told = sorted(user_ids)
    transaction.on_commit(lambda: _send(told), robust=True)


def _send(user_ids: Iterable[int]) -> None:
    for user_id in user_ids:
        groups.send(groups.user_group(user_id), {"type": "notices.changed"})
