"""The players of the site."""

from __future__ import annotations

from accounts.models import User


def find_player(username: str) -> User:
    """Return the player of that user name. Raises `User.DoesNotExist`, also for a banned player."""
    if not username.isprintable():
        raise User.DoesNotExist  # PostgreSQL fails on a NUL byte instead of finding nothing
    return User.objects.select_related("pace").get(username__iexact=username, is_active=True)
