"""Whether a user has a page of the site in view, whichever process serves it.

A page counts while its socket is open, except while it has told the socket that it is hidden: in a
tab behind others, or on a phone that is locked. A page without a socket does not count.
"""

from __future__ import annotations

from collections.abc import Iterable

from channels.layers import get_channel_layer
from django.core.cache import cache

from config import groups

COUNTS_FOR = 25
"""The seconds for which what a process has told counts. It is told again every ten seconds."""


def view_group(user_id: int) -> str:
    """Return the group of a user’s sockets whose pages are in view, also its key in the cache."""
    return f"in-view.{user_id}"


def is_in_view_here(user_id: int) -> bool:
    """Return whether a user has a page in view that this process serves."""
    return groups.has_socket(view_group(user_id))


def tell_views(user_ids: Iterable[int]) -> list[int]:
    """Tell the other processes, workers included, which of these users have a page in view here.

    Returns those who have none: a process that has a page of theirs in view must tell that again.
    """
    users = set(user_ids)
    in_view = {user_id for user_id in users if is_in_view_here(user_id)}
    cache.set_many({view_group(user_id): True for user_id in in_view}, timeout=COUNTS_FOR)
    cache.delete_many([view_group(user_id) for user_id in users - in_view])
    return sorted(users - in_view)


def has_page_in_view(user_id: int) -> bool:
    """Return whether a user has a page in view; where several processes run, until just now."""
    if is_in_view_here(user_id):
        return True
    return get_channel_layer() is not None and cache.get(view_group(user_id)) is not None
