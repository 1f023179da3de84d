"""Whether a user has a page of the site open, whichever process serves it."""

from __future__ import annotations

from collections.abc import Iterable

from channels.layers import get_channel_layer
from django.core.cache import cache

from config import groups

COUNTS_FOR = 25
"""The seconds for which what a process has told counts. It is told again every ten seconds."""


def tell_connected(user_ids: Iterable[int]) -> None:
    """Tell the other processes, workers included, that these users have a page open."""
    cache.set_many({_key(user_id): True for user_id in user_ids}, timeout=COUNTS_FOR)


def is_connected(user_id: int) -> bool:
    """Return whether a user has a page open; where several processes run, until just now."""
    if groups.has_socket(f"user.{user_id}"):
        return True
    return get_channel_layer() is not None and cache.get(_key(user_id)) is not None


def _key(user_id: int) -> str:
    return f"connected.{user_id}"
