"""The secret address of a person's calendar. Only a hash of it is stored."""

from __future__ import annotations

import hashlib
import secrets
from typing import Any

from django.utils import timezone

from accounts.models import User
from notices.models import CalendarFeed


def make_feed(user: User) -> str:
    """Give the calendar a new secret, which is returned once, and make the old one useless."""
    secret = secrets.token_urlsafe(24)
    CalendarFeed.objects.update_or_create(
        user=user, defaults={"secret_hash": _hash(secret), "created_at": timezone.now()}
    )
    return secret


def remove_feed(user: User) -> None:
    """End the calendar."""
    CalendarFeed.objects.filter(user=user).delete()


def find_feed(user: User) -> CalendarFeed | None:
    """Return a person's calendar, if there is one."""
    return CalendarFeed.objects.filter(user=user).first()


def find_owner(secret: str) -> User | None:
    """Return whose calendar has this secret.

    The hash is looked up in an index: how long that takes says nothing of secrets.
    """
    feeds = CalendarFeed.objects.filter(secret_hash=_hash(secret), user__is_active=True)
    feed = feeds.select_related("user").first()
    return feed.user if feed is not None else None


def feed_document(user: User) -> dict[str, Any]:
    """Return what is stored of a person's calendar, for the download of their data."""
    feed = find_feed(user)
    return {"address_made_at": feed.created_at} if feed is not None else {}


def _hash(secret: str) -> str:
    # The secret is random, so no slow hash is needed.
    return hashlib.sha256(secret.encode()).hexdigest()
