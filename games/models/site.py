"""What the site keeps for itself: the queue, its clock, and the audits."""

from __future__ import annotations

import datetime as dt

from django.db import models
from django.db.models import F, Q

from games.models.game import Game

AWAY_AFTER = dt.timedelta(seconds=3)
"""After how long a silence no web process serves. Each that serves tells so every second."""
SET_BACK_AFTER = dt.timedelta(minutes=1)
"""How far ahead a sign of life can only be from before the clock was set back."""
REST = dt.timedelta(seconds=15)
"""How long nothing ends by itself after an outage, and how long a live turn then lasts at least."""


class Queue(models.Model):
    """One queue of players who want the same game; its row is locked while two are paired."""

    variant = models.CharField(max_length=20, unique=True)

    def __str__(self) -> str:
        return self.variant


class SiteClock(models.Model):
    """The one row that says when a web process last served, and when the sweep last ran."""

    web_seen_at = models.DateTimeField(
        help_text="the last sign of life of a web process, or when an outage was given back"
    )
    has_stopped = models.BooleanField(
        default=False,
        db_default=False,
        help_text="the web process that gave the last sign of life serves no longer",
    )
    back_at = models.DateTimeField(
        null=True, blank=True, help_text="when the newest outage was over"
    )
    swept_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(pk=1), name="site_clock_is_one_row"),
        ]

    def __str__(self) -> str:
        return f"web seen at {self.web_seen_at:%Y-%m-%d %H:%M:%S}"

    def is_away(self, at: dt.datetime) -> bool:
        """Return whether no web process served at that moment."""
        silence = at - self.web_seen_at
        return self.has_stopped or silence > AWAY_AFTER or -silence > SET_BACK_AFTER

    def is_resting(self, at: dt.datetime) -> bool:
        """Return whether nothing may end by itself: the site is away, or is only just back."""
        # An end that lies far ahead is from before the clock was set back.
        is_new = self.back_at is not None and abs(at - self.back_at) < REST
        return is_new or self.is_away(at)


class Verification(models.Model):
    """One audit: all finished games are derived again, and then all tallies are counted again.

    It proceeds in slices, by id; a game that finishes meanwhile may be left to the next audit.
    """

    started_at = models.DateTimeField(db_index=True)
    touched_at = models.DateTimeField(help_text="when the newest slice was begun")
    finished_at = models.DateTimeField(null=True, blank=True)
    last_game_id = models.PositiveBigIntegerField(default=0)
    games = models.PositiveIntegerField(default=0)
    last_player_id = models.PositiveBigIntegerField(default=0)
    players = models.PositiveIntegerField(default=0)
    differences = models.PositiveIntegerField(default=0)
    first_game = models.ForeignKey(
        Game, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name="first game"
    )
    first_difference = models.TextField(blank=True)

    class Meta:
        ordering = ["-started_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(differences__lte=F("games") + F("players")),
                name="verification_counts_differences",
            ),
        ]

    def __str__(self) -> str:
        return f"verification of {self.started_at:%Y-%m-%d %H:%M}"
