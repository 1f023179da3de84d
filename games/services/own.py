"""What players note about their games: that they have seen how one ended, and texts."""

from __future__ import annotations

from django.db import transaction

from accounts.models import User
from games.live.notifications import announce_lists
from games.models import Note, Seat
from games.services.refusals import NotSeated


def mark_viewed(game_id: int, *, user: User) -> None:
    """Note that a player has looked at the end of a game; it then leaves the list of news.

    Every visit of a finished game asks for this, and only the first one has to write.
    """
    news = Seat.objects.filter(game_id=game_id, user=user, is_unviewed=True)
    if not news.exists():
        return
    with transaction.atomic():
        if news.update(is_unviewed=False):
            announce_lists([user.pk], in_lobby=False)


def write_note(game_id: int, *, user: User, text: str) -> None:
    """Store a player's notes about a game; an empty text removes them. Raises NotSeated."""
    with transaction.atomic():
        if not Seat.objects.filter(game_id=game_id, user=user).exists():
            raise NotSeated
        if text:
            Note.objects.update_or_create(game_id=game_id, author=user, defaults={"text": text})
        else:
            Note.objects.filter(game_id=game_id, author=user).delete()
