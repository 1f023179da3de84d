"""What players have planned for their next turn in games over days."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.game import Game

MOST_PLANS: Final = 3


class Plan(models.Model):
    """A move that a player would make on the next turn if a condition has come true by then.

    Nobody else may know of it. `event_count` is that of the table it was made on. `example` is the
    card in `move` that stands for whichever one of a rank is dropped. When the turn has come, the
    `outcome` is kept until the next turn with plans.
    """

    class Outcome(models.TextChoices):
        WAITING = "", "waiting"
        PLAYED = "played", "played"
        ILLEGAL = "illegal", "no longer legal"
        UNMET = "unmet", "the condition did not come true"
        UNUSED = "unused", "another plan came first"

    game = models.ForeignKey(Game, models.CASCADE, related_name="plans")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="plans")
    place = models.PositiveSmallIntegerField(help_text="in the order in which they are tried")
    condition = models.CharField(max_length=200)
    example = models.CharField(max_length=2, blank=True)
    move = models.CharField(max_length=400)
    event_count = models.PositiveIntegerField()
    outcome = models.CharField(max_length=7, choices=Outcome, blank=True, default=Outcome.WAITING)

    class Meta:
        ordering = ["game", "owner", "place"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "owner", "place"],
                condition=Q(outcome=""),
                name="plan_has_its_own_place",
            ),
            models.CheckConstraint(
                condition=Q(place__gte=1, place__lte=MOST_PLANS), name="plan_is_one_of_three"
            ),
            models.CheckConstraint(
                condition=Q(outcome__in=["", "played", "illegal", "unmet", "unused"]),
                name="plan_outcome_is_known",
            ),
        ]

    def __str__(self) -> str:
        return f"plan {self.place} in {self.game_id}"
