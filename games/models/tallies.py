"""How many games each player has won, lost and drawn."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q


class Tally(models.Model):
    """A player's results in the finished games of one variant that one viewer may see.

    Without a viewer they are those of the public games, which everyone may see. A private game
    counts for each of its players as a viewer, and so also for the player who views the own page.
    """

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="tallies")
    viewer = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="+"
    )
    variant = models.CharField(max_length=20)
    won = models.PositiveIntegerField(default=0)
    lost = models.PositiveIntegerField(default=0)
    drawn = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name_plural = "tallies"
        constraints = [
            models.UniqueConstraint(
                fields=["player", "variant"],
                condition=Q(viewer__isnull=True),
                name="public_tally_is_one_a_variant",
            ),
            models.UniqueConstraint(
                fields=["player", "viewer", "variant"],
                condition=Q(viewer__isnull=False),
                name="private_tally_is_one_a_viewer_and_variant",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.variant}: {self.won} won, {self.lost} lost, {self.drawn} drawn"
