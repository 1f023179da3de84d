"""Tell other processes that something changed: where to look, never what is there."""

from __future__ import annotations

from collections.abc import Iterable

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

LOBBY = "lobby"


def game_group(game_id: int) -> str:
    """Return the channel group of everybody who looks at that game."""
    return f"game.{game_id}"


def user_group(user_id: int) -> str:
    """Return the channel group of one user's own sockets."""
    return f"user.{user_id}"


def announce_game(game_id: int, version: int) -> None:
    """Once the transaction commits, tell the game's group that it has this version now."""
    _send_on_commit(game_group(game_id), {"type": "game.changed", "version": version})


def announce_lists(user_ids: Iterable[int | None]) -> None:
    """Once the transaction commits, tell the lobby and these users that their lists changed."""
    for user_id in user_ids:
        if user_id is not None:
            _send_on_commit(user_group(user_id), {"type": "lists.changed"})
    _send_on_commit(LOBBY, {"type": "lists.changed"})


def _send_on_commit(group: str, message: dict[str, object]) -> None:
    # robust: without its channel layer the site still plays, by POST and by the slow poll.
    transaction.on_commit(lambda: _send(group, message), robust=True)


def _send(group: str, message: dict[str, object]) -> None:
    layer = get_channel_layer()
    assert layer is not None
    async_to_sync(layer.group_send)(group, message)
