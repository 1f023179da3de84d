"""What is counted of each player: results, and how reliably and quickly the player plays."""

from __future__ import annotations

from itertools import accumulate
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import F, Q

_HOUR: Final = 3_600
_DAY: Final = 86_400
PACE_BOUNDS: Final = (
    *(_HOUR // 4, _HOUR, 2 * _HOUR, 5 * _HOUR, 12 * _HOUR),
    *(_DAY, 2 * _DAY, 3 * _DAY, 7 * _DAY),
)
"""Moves over days are counted by the first of these times, in seconds, that they did not exceed."""


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


def no_moves() -> list[int]:
    """Return what `Pace.moves` begins with."""
    return [0] * (len(PACE_BOUNDS) + 1)


class Pace(models.Model):
    """How a player has played in all games between people that are over, private ones too.

    `begun` are those in which cards were dealt to the player, `finished` those that the player did
    not leave. `moves` are the numbers of moves in games over days by `PACE_BOUNDS`, the slowest in
    the last place; from them follows the median, as exactly as the bounds are apart.
    """

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="pace")
    begun = models.PositiveIntegerField(default=0)
    finished = models.PositiveIntegerField(default=0)
    violations = models.PositiveIntegerField(default=0)
    moves = models.JSONField(default=no_moves)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(finished__lte=F("begun")), name="pace_finishes_games_that_have_begun"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.finished} of {self.begun} games finished"

    @property
    def median_bound(self) -> int | None:
        """The place in `PACE_BOUNDS` of the median time for a move, its length for longer ones.

        None if no move has been counted.
        """
        so_far = list(accumulate(self.moves))
        if not so_far[-1]:
            return None
        return next(place for place, number in enumerate(so_far) if 2 * number >= so_far[-1])
