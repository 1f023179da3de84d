"""The vacations of the players, which all their games over days share."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q


class Vacation(models.Model):
    """A time in which a player's clocks stand still. The newest end is also at the user.

    One that was ended early has the moment of that as its end.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="vacations")
    began_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    is_automatic = models.BooleanField(
        default=False, help_text="it began because the time of a turn ran out"
    )

    class Meta:
        ordering = ["user", "began_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_at__gte=F("began_at")), name="vacation_ends_after_it_began"
            ),
        ]

    def __str__(self) -> str:
        return f"vacation of {self.user_id} until {self.ends_at:%Y-%m-%d %H:%M}"
