"""Hints in games against computer players: each waits in its person's line until it is found.

A hint belongs to one player and one position. Anyone's next move makes it worthless.
"""

from __future__ import annotations

import datetime as dt

from django.db import transaction

from games.models import Hint
from games.services.thinking import queue_thinking


def ask_hint(game_id: int, user_id: int, seen: int, *, now: dt.datetime) -> None:
    """Have a hint found for the table after that number of moves; asking twice changes nothing."""
    wanted = {"seen": seen, "asked_at": now, "text": ""}
    with transaction.atomic():
        hint, is_new = Hint.objects.get_or_create(game_id=game_id, user_id=user_id, defaults=wanted)
        other = Hint.objects.filter(pk=hint.pk).exclude(seen=seen)
        if not is_new and not other.update(**wanted):
            return
        # robust: without a broker the sweep asks for it.
        transaction.on_commit(queue_thinking, robust=True)


def store_hint(game_id: int, user_id: int, seen: int, text: str) -> None:
    """Keep the move, in notation, that the computer player would make there."""
    hint = Hint.objects.filter(game_id=game_id, user_id=user_id, seen=seen)
    hint.update(text=text, asked_at=None)


def drop_wanted(game_id: int, user_id: int, seen: int) -> None:
    """Forget a hint that was not found, if there is one; its player may ask again."""
    hint = Hint.objects.filter(game_id=game_id, user_id=user_id, seen=seen)
    hint.filter(asked_at__isnull=False).delete()
