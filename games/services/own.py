"""What players note about their games for themselves: that they have seen how one ended."""

from __future__ import annotations

from django.db import transaction

from accounts.models import User
from games.live.notifications import announce_lists
from games.models import Seat


def mark_viewed(game_id: int, *, user: User) -> None:
    """Note that a player has looked at the end of a game; it then leaves the list of news."""
    with transaction.atomic():
        news = Seat.objects.filter(game_id=game_id, user=user, is_unviewed=True)
        if news.update(is_unviewed=False):
            announce_lists([user.pk], in_lobby=False)
