"""How computer players chose their moves, where they failed, and what they say of a game."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.events import Event, SecretPick
from games.models.game import Game


class StoredChoice(models.Model):
    """What a computer player needs to choose a move or a secret card in the same way again.

    It is never shown: before the end of the game, the seed would give away how the player thinks.
    """

    move = models.OneToOneField(Event, models.CASCADE, null=True, blank=True, related_name="choice")
    pick = models.OneToOneField(
        SecretPick, models.CASCADE, null=True, blank=True, related_name="choice"
    )
    level = models.CharField(max_length=10, blank=True, help_text="empty: any legal move")
    seed = models.PositiveBigIntegerField()
    view_hash = models.CharField(max_length=64)
    players_version = models.PositiveSmallIntegerField(help_text="which computer players chose")
    budget = models.PositiveIntegerField(help_text="units of work")
    was_cut = models.BooleanField(default=False, help_text="the clock ended the thinking")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(move=None, pick__isnull=False) | Q(move__isnull=False, pick=None),
                name="choice_is_of_a_move_or_a_pick",
            ),
        ]

    def __str__(self) -> str:
        return f"choice of {self.move or self.pick}"


class LevelFailure(models.Model):
    """How many choices a level of the computer players failed to make, so that another made them.

    The log says what went wrong each time.
    """

    variant = models.CharField(max_length=20)
    level = models.CharField(max_length=10)
    count = models.PositiveIntegerField(default=0)
    failed_at = models.DateTimeField(help_text="when the newest choice failed")

    class Meta:
        ordering = ["variant", "level"]
        constraints = [
            models.UniqueConstraint(
                fields=["variant", "level"], name="failures_of_a_level_are_one_row"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.count} failures of {self.level} in {self.variant}"


class Analysis(models.Model):
    """What a computer player would have played in a finished game, analysed in slices."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="analyses", db_index=False)
    level = models.CharField(max_length=10)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    asked_at = models.DateTimeField()
    touched_at = models.DateTimeField(
        null=True, blank=True, help_text="when the slice that is under way was begun"
    )
    finished_at = models.DateTimeField(null=True, blank=True, db_index=True)
    has_failed = models.BooleanField(default=False)
    last_number = models.PositiveIntegerField(default=0, help_text="the last event looked at")

    class Meta:
        verbose_name_plural = "analyses"
        constraints = [
            models.UniqueConstraint(
                fields=["game", "level"], name="analysis_of_a_game_is_one_a_level"
            ),
        ]

    def __str__(self) -> str:
        return f"analysis of {self.game_id}"


class AnalysedMove(models.Model):
    """A move that somebody made, and what the computer player would have played instead.

    `alternatives` lists moves with the points that each was expected to bring, best first;
    `points` are those of the move that was made, and `lost` is what it cost against the best.
    `line` is what may be expected to follow the best move, that move included, if it cost anything.
    Analyses of earlier releases have neither `error` nor `line`.
    """

    analysis = models.ForeignKey(Analysis, models.CASCADE, related_name="moves", db_index=False)
    number = models.PositiveIntegerField(help_text="the event's")
    seat = models.PositiveSmallIntegerField()
    alternatives = models.JSONField()
    points = models.FloatField()
    lost = models.FloatField()
    error = models.FloatField(null=True, blank=True, help_text="the standard error of what it cost")
    line = models.JSONField(null=True, blank=True, help_text="the moves expected from there")

    class Meta:
        ordering = ["analysis", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["analysis", "number"], name="analysed_move_is_stored_once"
            ),
            models.CheckConstraint(
                condition=Q(lost__gte=0), name="analysed_move_lost_is_not_negative"
            ),
        ]

    def __str__(self) -> str:
        return f"move {self.number} in {self.analysis}"
