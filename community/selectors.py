"""Whom people have to do with, and what the staff reads about them."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.db.models import Count, F, Min, QuerySet

from accounts.models import User
from community.models import Report, Sanction
from games.snapshots import Snapshot

_NEVER = dt.datetime.max.replace(tzinfo=dt.UTC)


def find_person(username: str) -> User:
    """Return the person of that username, banned or not. Raises `User.DoesNotExist`."""
    if not username.isprintable():
        raise User.DoesNotExist  # PostgreSQL fails on a NUL byte instead of finding nothing
    return User.objects.select_related("pace").get(username__iexact=username)


def people_at(snapshot: Snapshot, viewer: User) -> list[User]:
    """Return the other people at a table."""
    return [
        seat.user for seat in snapshot.seats if seat.user is not None and seat.user_id != viewer.pk
    ]


def find_reported(staff: User) -> QuerySet[User]:
    """Return the people about whom reports are open, whoever has waited longest first.

    A member of the staff decides about others only.
    """
    open_ones = Report.objects.filter(closed_at=None).values("person")
    waiting = User.objects.filter(pk__in=open_ones, reports_about__closed_at=None)
    return (
        waiting.exclude(pk=staff.pk)
        .annotate(reported=Count("reports_about"), since=Min("reports_about__created_at"))
        .order_by("since")
    )


def find_unanswered() -> QuerySet[Sanction]:
    """Return the sanctions with a reply that nobody has answered, the oldest reply first."""
    replied = Sanction.objects.filter(replied_at__isnull=False, answered_at=None)
    return replied.select_related("person").order_by("replied_at")


def count_waiting(staff: User) -> int:
    """Return how many people and replies wait for a member of the staff to decide about them."""
    return find_reported(staff).count() + find_unanswered().count()


def find_reports_about(person: User) -> QuerySet[Report]:
    """Return all reports about a person, the open ones and the newest first."""
    found = Report.objects.filter(person=person).select_related("reporter")
    return found.order_by(F("closed_at").desc(nulls_first=True), "-pk")


def find_sanctions(person: User) -> QuerySet[Sanction]:
    """Return all sanctions of a person, the newest first."""
    return Sanction.objects.filter(person=person).select_related("staff").order_by("-pk")


def find_closing(person: User) -> Sanction | None:
    """Return the decision that keeps an account closed longest, or None."""
    in_force = [each for each in find_sanctions(person) if each.is_in_force]
    return max(in_force, key=lambda each: each.until or _NEVER, default=None)


def find_own_reports(reporter: User) -> QuerySet[Report]:
    """Return what somebody has reported, the newest first."""
    return Report.objects.filter(reporter=reporter).order_by("-pk")


def is_evidence(public_id: str, person: User) -> bool:
    """Return whether a report about a person names that game: the staff reads no other one."""
    named = Report.objects.filter(person=person, game=public_id)
    return public_id.isprintable() and named.exists()


def community_document(user: User) -> dict[str, list[dict[str, Any]]]:
    """Return what is stored of a person's reports and sanctions, for the download of their data."""
    return {
        "reports": [
            {
                "player": each.name,
                "about": each.about,
                "reason": each.reason,
                "text": each.text,
                "game": each.game,
                "at": each.created_at,
                "looked_at": each.closed_at,
            }
            for each in find_own_reports(user)
        ],
        # By whom is not said.
        "reports_about_you": [
            {"about": each.about, "reason": each.reason, "at": each.created_at}
            for each in find_reports_about(user)
        ],
        "sanctions": [
            {
                "kind": each.kind,
                "reason": each.reason,
                "at": each.created_at,
                "until": each.until,
                "ended": each.ended_at,
                "reply": each.reply,
                "answer": each.answer,
            }
            for each in find_sanctions(user)
        ],
    }
