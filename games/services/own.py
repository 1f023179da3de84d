"""What players note about their games: that they have seen how one ended, and texts."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.announcing import announce_lists
from games.models import Game, Note, Seat
from games.services.refusals import NotSeated
from notices import outbox


def mark_viewed(game: Game, *, user: User) -> None:
    """Note that a player has looked at a game: the notices about it are read.

    A finished game then leaves the list of news. Every visit asks for this; few have to write.
    """
    outbox.see(user.pk, game=game.public_id, now=timezone.now())
    news = Seat.objects.filter(game=game, user=user, is_unviewed=True)
    if game.status != Game.Status.FINISHED or not news.exists():
        return
    with transaction.atomic():
        if news.update(is_unviewed=False):
            announce_lists([user.pk], in_lobby=False)


def write_note(game_id: int, *, user: User, text: str) -> None:
    """Store a player's notes about a game; an empty text removes them. Raises NotSeated."""
    with transaction.atomic():
        # Locked: whoever gets up meanwhile deletes the seat and the notes.
        mine = Seat.objects.select_for_update(no_key=True).filter(game_id=game_id, user=user)
        if not mine.exists():
            raise NotSeated
        if text:
            Note.objects.update_or_create(game_id=game_id, author=user, defaults={"text": text})
        else:
            Note.objects.filter(game_id=game_id, author=user).delete()
