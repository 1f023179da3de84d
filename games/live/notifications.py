"""Tell other processes that something changed. A message says what to read again, never more."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

logger = logging.getLogger(__name__)

LOBBY = "lobby"

_loop: asyncio.AbstractEventLoop | None = None
_sending: set[asyncio.Task[None]] = set()


def send_from(loop: asyncio.AbstractEventLoop | None) -> None:
    """Send from this event loop from now on. A web process passes the loop of its sockets.

    Without one, the caller of each message waits while a new loop sends it.
    """
    global _loop
    _loop = loop


def game_group(game_id: int) -> str:
    """Return the channel group of everyone who has that game open."""
    return f"game.{game_id}"


def user_group(user_id: int) -> str:
    """Return the channel group of one user's sockets."""
    return f"user.{user_id}"


def announce_game(game_id: int, version: int) -> None:
    """Once the transaction commits, tell the game's group about its new version."""
    _send_on_commit(game_group(game_id), {"type": "game.changed", "version": version})


def announce_lists(user_ids: Iterable[int | None]) -> None:
    """Once the transaction commits, tell the lobby and these users that their lists changed."""
    for user_id in user_ids:
        if user_id is not None:
            _send_on_commit(user_group(user_id), {"type": "lists.changed"})
    _send_on_commit(LOBBY, {"type": "lists.changed"})


def _send_on_commit(group: str, message: dict[str, object]) -> None:
    # robust: without its channel layer the site still works, by POST and slow polling.
    transaction.on_commit(lambda: _send(group, message), robust=True)


def _send(group: str, message: dict[str, object]) -> None:
    if _loop is not None and _loop.is_running():
        # Do not wait: the change is committed whether or not the message arrives.
        _loop.call_soon_threadsafe(_start_sending, group, message)
    else:
        async_to_sync(_layer().group_send)(group, message)


def _start_sending(group: str, message: dict[str, object]) -> None:
    task = asyncio.ensure_future(_layer().group_send(group, message))
    _sending.add(task)
    task.add_done_callback(_end_sending)


def _end_sending(task: asyncio.Task[None]) -> None:
    _sending.discard(task)
    if not task.cancelled() and (error := task.exception()) is not None:
        logger.error("a change was not announced: %s", error)


def _layer() -> Any:
    layer = get_channel_layer()
    assert layer is not None
    return layer
