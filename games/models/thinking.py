"""Who waits for a computer player that searches: a line for each person, and the hints wanted."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models

from games.models.game import Game

TURNS_A_MINUTE: Final = 60
"""How many turns for which a computer player thinks a person can have in any minute."""


class ThinkingLine(models.Model):
    """One person's line of turns and hints for which a computer player has to think.

    What waits in it is read from the games and the hints. One of them is thought of at a time.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="thinking_line"
    )
    begun_at = models.DateTimeField(
        null=True, blank=True, help_text="when the newest turn or hint was begun"
    )
    busy_until = models.DateTimeField(
        null=True, blank=True, help_text="when the one that is thought of counts as lost"
    )
    paced_until = models.DateTimeField(
        null=True, blank=True, help_text="until when the turns so far last, one after the other"
    )
    analysed_at = models.DateTimeField(
        null=True, blank=True, help_text="when the newest slice of an analysis was begun"
    )

    def __str__(self) -> str:
        return f"thinking line of {self.user_id}"


class Hint(models.Model):
    """A move that a computer player would make in a person's place, in the newest position asked.

    `text` is that move in notation, "" until it is found; from then on `asked_at` is None. Anyone's
    next move makes it worthless.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="hints", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    seen = models.PositiveIntegerField(help_text="how many moves the table showed")
    asked_at = models.DateTimeField(null=True, help_text="only while it is wanted")
    text = models.CharField(max_length=400, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "user"], name="hint_is_one_a_player"),
        ]
        indexes = [
            models.Index(
                fields=["asked_at"], name="hint_wanted", condition=models.Q(asked_at__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"hint for {self.user_id} in {self.game_id}"
