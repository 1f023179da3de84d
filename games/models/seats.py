"""The seats of a game, and the times that somebody in the queue accepts."""

from __future__ import annotations

import datetime as dt

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.clocks import VACATION_IN_A_GAME, TimeControl
from games.models.game import POSSIBLE_CLOCK, Game


class Seat(models.Model):
    """A place at the table. With neither a user nor a computer, its player deleted the account."""

    class Result(models.TextChoices):
        WON = "won", _("won")
        LOST = "lost", _("lost")
        DRAWN = "drawn", _("drawn")

    game = models.ForeignKey(Game, models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="seats",
        db_index=False,
    )
    computer = models.CharField(max_length=10, blank=True, help_text="level of the computer player")
    stand_in = models.CharField(
        max_length=10, blank=True, help_text="level of the computer player for who dropped out"
    )
    value = models.CharField(
        max_length=64, blank=True, help_text="the browser's part of the shuffle"
    )
    first_choice = models.CharField(
        max_length=20,
        blank=True,
        default="",
        db_default="",
        help_text="what somebody in the queue would rather play to whom any game will do",
    )
    seen_at = models.DateTimeField(
        null=True, blank=True, help_text="when this player last had the waiting page open"
    )
    bank = models.DurationField(
        default=dt.timedelta(0),
        db_default=dt.timedelta(0),
        help_text="what was in the bank when the newest turn began",
    )
    paused_until = models.DateTimeField(
        null=True,
        blank=True,
        help_text="until when the clock stood or stands still for a vacation of this player",
    )
    vacation = models.DurationField(
        default=dt.timedelta(0),
        db_default=dt.timedelta(0),
        help_text="for how long in all, what is still to come of it included",
    )
    plays_only_moves = models.BooleanField(
        default=False,
        db_default=False,
        help_text="this player has asked the site to play whenever there is only one legal move",
    )
    finished_at = models.DateTimeField(
        null=True, blank=True, help_text="the game's, to find a player's games in their order"
    )
    result = models.CharField(max_length=5, choices=Result, blank=True)
    total = models.DecimalField(max_digits=6, decimal_places=1, null=True, blank=True)
    is_unviewed = models.BooleanField(
        default=False,
        db_default=False,
        help_text="the game is over, and this player has not looked at it since",
    )

    class Meta:
        ordering = ["game", "index"]
        constraints = [
            models.UniqueConstraint(fields=["game", "index"], name="seat_is_taken_once"),
            models.UniqueConstraint(
                fields=["game", "user"],
                condition=Q(user__isnull=False),
                name="seat_of_a_user_is_one_a_game",
            ),
            models.CheckConstraint(
                condition=Q(user__isnull=True) | Q(computer=""), name="seat_is_a_person_or_computer"
            ),
            models.CheckConstraint(condition=Q(index__lt=4), name="seat_index_is_below_four"),
            models.CheckConstraint(
                condition=Q(bank__gte=dt.timedelta(0)), name="seat_owes_the_bank_nothing"
            ),
            models.CheckConstraint(
                condition=Q(vacation__gte=dt.timedelta(0), vacation__lte=VACATION_IN_A_GAME),
                name="seat_has_no_more_vacation_than_allowed",
            ),
        ]
        indexes = [
            models.Index(fields=["user", "-finished_at", "-game"], name="seat_of_a_user_newest"),
            models.Index(fields=["user"], name="seat_unviewed", condition=Q(is_unviewed=True)),
        ]

    def __str__(self) -> str:
        return f"seat {self.index} of {self.game_id}"

    @property
    def level(self) -> str:
        """The level of the computer player that makes the moves here, or ""."""
        return self.computer or self.stand_in

    @property
    def has_person(self) -> bool:
        """Whether a person, guest or not, makes the moves here and has not dropped out."""
        return self.user_id is not None and not self.stand_in


class AcceptedTime(models.Model):
    """A time control that the player at this seat accepts; while they wait, any of them will do."""

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="accepted_times")
    move_time = models.PositiveIntegerField(help_text="seconds for each turn")
    bank = models.PositiveIntegerField(
        default=0, db_default=0, help_text="seconds in the bank at the start"
    )

    class Meta:
        ordering = ["seat", "move_time", "bank"]
        constraints = [
            models.UniqueConstraint(
                fields=["seat", "move_time", "bank"], name="accepted_time_is_stored_once"
            ),
            models.CheckConstraint(condition=POSSIBLE_CLOCK, name="accepted_time_is_possible"),
        ]

    def __str__(self) -> str:
        return f"{self.time} s at {self.seat}"

    @property
    def time(self) -> TimeControl:
        """The time control that is accepted."""
        return TimeControl(self.move_time, self.bank)
