"""What players note about a game for themselves."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models

from games.models.game import Game

NOTE_LENGTH: Final = 2000


class Note(models.Model):
    """A player's notes about a game, which nobody else may read; they go with the account."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="notes")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notes")
    text = models.TextField(max_length=NOTE_LENGTH)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["author", "game"], name="note_is_one_a_player_and_game")
        ]

    def __str__(self) -> str:
        return f"note about {self.game_id}"
