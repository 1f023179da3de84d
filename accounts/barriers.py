"""Blocks and mutes: whom people keep away from themselves, and who therefore never meets whom."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models import Q

from accounts.models import Barrier, User
from config.statements import Statement, fetch_rows, meanings_of, stand_ins

LIMIT = 1000
"""How many people one person can block or mute."""

_PERSON = -1  # stands in the kept query for an id


class BarrierRefused(Exception):
    """The person is oneself, or too many are blocked and muted already."""


@dataclass(frozen=True, slots=True)
class Company:
    """The ids of the people whom a viewer does not meet, and whose invitations stay unseen."""

    apart: frozenset[int] = frozenset()
    unheard: frozenset[int] = frozenset()


def find_company(viewer: User | AnonymousUser) -> Company:
    """Return whom a viewer does not meet or hear, by one query."""
    if viewer.pk is None:
        return Company()
    found = fetch_rows(_concerning(), {_PERSON: viewer.pk})
    blocks = {
        other if owner == viewer.pk else owner
        for kind, owner, other in found
        if kind == Barrier.Kind.BLOCK
    }
    mutes = {other for _, owner, other in found if owner == viewer.pk}
    return Company(frozenset(blocks), frozenset(blocks | mutes))


@cache
def _concerning() -> Statement:
    concerned = Barrier.objects.filter(Q(owner_id=_PERSON) | Q(other_id=_PERSON))
    return concerned.values_list("kind", "owner_id", "other_id").query.sql_with_params()


def are_apart(user_id: int, others: Collection[int]) -> bool:
    """Return whether a block stands between somebody and one of the others, whoever put it up."""
    if not others:
        return False
    meant = {_PERSON: user_id} | meanings_of(set(others))
    return bool(fetch_rows(_blocks_between(len(meant) - 1), meant))


@lru_cache(maxsize=16)
def _blocks_between(number: int) -> Statement:
    """Return the query for a block between somebody and so many others."""
    others, blocks = stand_ins(number), Barrier.objects.filter(kind=Barrier.Kind.BLOCK)
    between = Q(owner_id=_PERSON, other__in=others) | Q(owner__in=others, other_id=_PERSON)
    return blocks.filter(between).values_list("pk")[:1].query.sql_with_params()


def find_blocks(user_ids: Collection[int]) -> set[tuple[int, int]]:
    """Return the blocks among some people: the ids of whoever put each up, and of the other."""
    blocks = Barrier.objects.filter(kind=Barrier.Kind.BLOCK)
    among = blocks.filter(owner__in=user_ids, other__in=user_ids)
    return set(among.values_list("owner_id", "other_id"))


def find_deaf(user_id: int, listeners: Collection[int]) -> set[int]:
    """Return those of the listeners whom nothing reaches that this person sends."""
    if not listeners:
        return set()
    meant = {_PERSON: user_id} | meanings_of(set(listeners))
    pairs = fetch_rows(_keeping_from(len(meant) - 1), meant)
    return {other if owner == user_id else owner for owner, other in pairs}


@lru_cache(maxsize=16)
def _keeping_from(number: int) -> Statement:
    """Return the query for what keeps somebody's messages from so many listeners."""
    listeners = stand_ins(number)
    to_them = Q(owner_id=_PERSON, other__in=listeners, kind=Barrier.Kind.BLOCK)
    found = Barrier.objects.filter(Q(owner__in=listeners, other_id=_PERSON) | to_them)
    return found.values_list("owner_id", "other_id").query.sql_with_params()


def find_barrier(owner: User | AnonymousUser, other: User) -> Barrier | None:
    """Return what somebody has put up between themselves and another person, or None."""
    if owner.pk is None:
        return None
    return Barrier.objects.filter(owner_id=owner.pk, other=other).first()


def find_barriers(owner: User) -> list[Barrier]:
    """Return all that a person has put up, by the names of the others."""
    found = Barrier.objects.filter(owner=owner).select_related("other")
    return sorted(found, key=lambda barrier: barrier.other.name.casefold())


@transaction.atomic
def put_up(owner: User, other: User, kind: str) -> None:
    """Block or mute a person, in place of what was there before.

    Raises BarrierRefused, and User.DoesNotExist if the account is deleted at the same moment.
    """
    # Of two at the same moment, the second counts the first. And whoever is sitting down, or
    # inviting, has locked their own row: that is stored before, or refused by what is put up.
    both = User.objects.select_for_update(no_key=True).filter(pk__in=(owner.pk, other.pk))
    if other.pk not in both.order_by("pk").values_list("pk", flat=True):
        raise User.DoesNotExist
    if owner.pk == other.pk or owner.barriers.exclude(other=other).count() >= LIMIT:
        raise BarrierRefused
    Barrier.objects.update_or_create(owner=owner, other=other, defaults={"kind": kind})


def take_down(owner: User, other: User) -> None:
    """Undo a block or a mute."""
    Barrier.objects.filter(owner=owner, other=other).delete()


def barriers_document(owner: User) -> list[dict[str, Any]]:
    """Return whom a person has blocked or muted, for the download of their data."""
    return [
        {
            "player": barrier.other.username,
            "kind": barrier.kind,
            "since": barrier.created_at,
        }
        for barrier in find_barriers(owner)
    ]
