"""Tell pages that something changed. A message says what to read again, never more."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction

from config import groups

LOBBY = "lobby"
PRESENCE = "presence"
"""The group in which the web processes tell each other which players are here."""


def game_group(game_id: int) -> str:
    """Return the group of everyone who has that game open."""
    return f"game.{game_id}"


def announce_game(game_id: int, version: int) -> None:
    """Once the transaction commits, tell the game's group about its new version."""
    _send_on_commit(
        game_group(game_id), {"type": "game.changed", "game": game_id, "version": version}
    )


def announce_lists(user_ids: Iterable[int | None], *, in_lobby: bool = True) -> None:
    """Once the transaction commits, tell these users that their lists changed.

    `in_lobby` tells everybody who is in the lobby too.
    """
    for user_id in user_ids:
        if user_id is not None:
            _send_on_commit(groups.user_group(user_id), {"type": "lists.changed"})
    if in_lobby:
        _send_on_commit(LOBBY, {"type": "lists.changed"})


def _send_on_commit(group: str, message: dict[str, object]) -> None:
    # robust: without its channel layer the site still works, by POST and slow polling.
    transaction.on_commit(lambda: groups.send(group, message), robust=True)
