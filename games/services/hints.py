"""Hints in games against computer players: a task finds them, and the cache keeps them.

A hint belongs to one player and one position. Anyone's next move makes it worthless.
"""

from __future__ import annotations

from celery import current_app
from django.core.cache import cache
from django.db import transaction

ASKED_SECONDS = 10
KEPT_SECONDS = 3600
_ASKED = "?"


def ask_hint(game_id: int, user_id: int, seen: int) -> None:
    """Have a hint found for the table after that number of moves; asking twice changes nothing."""
    if cache.add(_key(game_id, user_id, seen), _ASKED, ASKED_SECONDS):
        # robust: without a broker no hint comes, and the player may ask again.
        transaction.on_commit(lambda: _queue_hint(game_id, user_id, seen), robust=True)


def _queue_hint(game_id: int, user_id: int, seen: int) -> None:
    current_app.send_task("games.tasks.give_hint", [game_id, user_id, seen], expires=ASKED_SECONDS)


def store_hint(game_id: int, user_id: int, seen: int, text: str) -> None:
    """Keep the move, in notation, that the computer player would make there."""
    cache.set(_key(game_id, user_id, seen), text, KEPT_SECONDS)


def load_hint(game_id: int, user_id: int, seen: int) -> str | None:
    """Return the hinted move, "" until it is found, or None if nobody asked for a hint."""
    found = cache.get(_key(game_id, user_id, seen))
    return "" if found == _ASKED else found


def _key(game_id: int, user_id: int, seen: int) -> str:
    return f"hint:{game_id}:{user_id}:{seen}"
