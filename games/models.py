"""What is stored: games, their seats, what was shuffled, and the numbered list of events.

The truth of a game is its deck and its moves; the state is derived by playing them again
(`games.snapshots`). Everything else here is either a promise to the players (deadlines,
commitments) or a result that is written once, when it is final.
"""

from __future__ import annotations

import datetime as dt
import secrets
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games import rules
from games.rules.variant import Variant

LIVE_MOVE_TIME = 15 * 60
LIVE_GRACE = dt.timedelta(seconds=1)
SLOW_GRACE = dt.timedelta(seconds=60)
MOVE_TIMES = (60, 2 * 60, 5 * 60, LIVE_MOVE_TIME, 86_400, 3 * 86_400, 7 * 86_400)
NO_TIMER = 0
"""The move time of a practice game against computer players, which has no timer."""
LIVE = Q(move_time__gt=NO_TIMER, move_time__lte=LIVE_MOVE_TIME)


def new_public_id() -> str:
    """Return an unguessable name for a game's address: nearly 128 random bits, 22 characters.

    It never begins with a hyphen, which a command would take for an option.
    """
    while (name := secrets.token_urlsafe(16)).startswith("-"):
        pass
    return name


class Game(models.Model):
    """One contest, from the first seat taken to the result."""

    class Status(models.TextChoices):
        WAITING = "waiting", "waiting for players"
        PICKING = "picking", "picking secret cards"
        PLAYING = "playing", "being played"
        FINISHED = "finished", "finished"
        CANCELLED = "cancelled", "cancelled"

    class Kind(models.TextChoices):
        QUEUE = "queue", "queue"
        OPEN = "open", "open table"
        LINK = "link", "by link"
        INVITATION = "invitation", "by name"
        COMPUTER = "computer", "against the computer"

    RUNNING = (Status.PICKING, Status.PLAYING)
    UNFINISHED = (Status.WAITING, *RUNNING)
    PUBLIC = (Kind.QUEUE, Kind.OPEN)

    public_id = models.CharField(max_length=22, unique=True, default=new_public_id, editable=False)
    variant = models.CharField(max_length=20)
    rules_version = models.PositiveSmallIntegerField()
    players = models.PositiveSmallIntegerField(default=2)
    options = models.JSONField(default=dict, blank=True, help_text="those that are not usual")
    kind = models.CharField(max_length=10, choices=Kind)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    invited = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="invitations"
    )
    rematch_of = models.OneToOneField(
        "self", models.SET_NULL, null=True, blank=True, related_name="rematch"
    )
    move_time = models.PositiveIntegerField(help_text="seconds")
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    version = models.PositiveIntegerField(default=0)
    event_count = models.PositiveIntegerField(default=0)
    move_count = models.PositiveIntegerField(default=0)
    to_move = models.PositiveSmallIntegerField(null=True, blank=True)
    turn_started_at = models.DateTimeField(null=True, blank=True)
    deadline = models.DateTimeField(null=True, blank=True, db_index=True)
    clock_extended_by = models.PositiveIntegerField(
        default=0, help_text="seconds of this turn in which the site was down"
    )
    computer_moves_at = models.DateTimeField(null=True, blank=True, db_index=True)
    seen_at = models.DateTimeField(
        null=True, blank=True, help_text="when the waiting page was last open"
    )
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=20, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(status__in=["waiting", "picking", "playing", "finished", "cancelled"]),
                name="game_status_is_known",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["queue", "open", "link", "invitation", "computer"]),
                name="game_kind_is_known",
            ),
            models.CheckConstraint(
                condition=Q(move_time__in=MOVE_TIMES) | Q(move_time=NO_TIMER, kind="computer"),
                name="game_move_time_is_offered",
            ),
            models.CheckConstraint(
                condition=Q(players__gte=2, players__lte=4), name="game_has_two_to_four_players"
            ),
            models.CheckConstraint(
                condition=Q(
                    status__in=["picking", "playing"], move_time__gt=0, deadline__isnull=False
                )
                | (
                    (~Q(status__in=["picking", "playing"]) | Q(move_time=0))
                    & Q(deadline__isnull=True)
                ),
                name="game_has_a_deadline_while_it_runs",
            ),
            models.CheckConstraint(
                condition=Q(status="playing", to_move__isnull=False)
                | (~Q(status="playing") & Q(to_move__isnull=True)),
                name="game_has_a_turn_while_it_is_played",
            ),
            models.CheckConstraint(
                condition=Q(move_count__lte=F("event_count")), name="game_moves_are_events"
            ),
        ]
        indexes = [
            models.Index(fields=["status", "kind", "variant", "move_time"], name="game_waiting"),
            # For the archive, newest first: of all games, and of those searched for. The condition
            # is not the status: SQLite uses no index whose condition compares with a parameter.
            *(
                models.Index(fields=fields, name=name, condition=Q(finished_at__isnull=False))
                for name, fields in {
                    "game_finished": ["-finished_at", "-id"],
                    "game_finished_variant": ["variant", "-finished_at", "-id"],
                    "game_finished_reason": ["reason", "-finished_at", "-id"],
                    "game_finished_length": ["variant", "move_count"],
                }.items()
            ),
        ]

    def __str__(self) -> str:
        return f"{self.title} {self.public_id}"

    def get_absolute_url(self) -> str:
        return reverse("game", args=[self.public_id])

    @property
    def rules(self) -> Variant[Any, Any]:
        """The variant, in the version of its rules with which this game began.

        Raises UnknownRules when this release does not know that version.
        """
        return rules.variant(self.variant, self.rules_version)

    @property
    def title(self) -> str:
        """What the game is called, even when this release does not know its rules."""
        known = rules.VARIANTS.get(self.variant)
        return known.title if known else self.variant

    @property
    def opening_moves(self) -> int:
        """How many of its moves come before the deal, even when its rules are not known."""
        known = rules.VARIANTS.get(self.variant)
        return known.opening_moves if known else 0

    @property
    def is_live(self) -> bool:
        """Whether the players are expected to stay at the table: move times up to 15 minutes."""
        return NO_TIMER < self.move_time <= LIVE_MOVE_TIME

    @property
    def is_public(self) -> bool:
        """Whether anyone may watch."""
        return self.kind in self.PUBLIC

    @property
    def is_running(self) -> bool:
        return self.status in self.RUNNING

    @property
    def grace(self) -> dt.timedelta:
        """How long after the deadline a move still counts, to allow for the network."""
        return LIVE_GRACE if self.is_live else SLOW_GRACE

    def is_overdue(self, at: dt.datetime) -> bool:
        """Return whether the move time and its grace had run out at that moment."""
        return self.deadline is not None and at > self.deadline + self.grace


class Seat(models.Model):
    """A place at the table. With neither a user nor a computer, its player deleted the account."""

    class Result(models.TextChoices):
        WON = "won", _("won")
        LOST = "lost", _("lost")
        DRAWN = "drawn", _("drawn")

    game = models.ForeignKey(Game, models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="seats"
    )
    computer = models.CharField(max_length=10, blank=True, help_text="level of the computer player")
    stand_in = models.CharField(
        max_length=10, blank=True, help_text="level of the computer player for who dropped out"
    )
    value = models.CharField(
        max_length=64, blank=True, help_text="the browser's part of the shuffle"
    )
    seen_at = models.DateTimeField(
        null=True, blank=True, help_text="when this player last had the waiting page open"
    )
    result = models.CharField(max_length=5, choices=Result, blank=True)
    total = models.DecimalField(max_digits=6, decimal_places=1, null=True, blank=True)

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
        ]

    def __str__(self) -> str:
        return f"seat {self.index} of {self.game_id}"

    @property
    def level(self) -> str:
        """The level of the computer player that makes the moves here, or ""."""
        return self.computer or self.stand_in


class Deck(models.Model):
    """What was shuffled at the start: the seed behind the commitment and the cards it gave.

    `cards` stays empty until the deal; `extras` holds the cards that are shuffled after the pack,
    keyed by the option of the deal that they are for. Later shuffles follow from the same seed
    and are events. The seed is shown only when the game is over.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="decks")
    index = models.PositiveSmallIntegerField(default=0)
    recipe = models.PositiveSmallIntegerField()
    seed = models.BinaryField(max_length=32)
    commitment = models.CharField(max_length=64)
    values = models.JSONField(default=list, blank=True)
    starter = models.PositiveSmallIntegerField(null=True, blank=True)
    cards = models.TextField(blank=True)
    extras = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["game", "index"]
        constraints = [
            models.UniqueConstraint(fields=["game", "index"], name="deck_index_is_unique"),
            models.CheckConstraint(
                condition=Q(cards="", starter__isnull=True)
                | (~Q(cards="") & Q(starter__isnull=False)),
                name="deck_has_a_starter_when_dealt",
            ),
        ]

    def __str__(self) -> str:
        return f"deck {self.index} of {self.game_id}"


class Round(models.Model):
    """One batch of cards dealt to the hands; the sheet is written once, when the round ends.

    `index` counts from 1 through the whole game, over all shuffles in between.
    """

    deck = models.ForeignKey(Deck, models.CASCADE, related_name="rounds")
    index = models.PositiveSmallIntegerField()
    starter = models.PositiveSmallIntegerField()
    sheet = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ["deck", "index"]
        constraints = [
            models.UniqueConstraint(fields=["deck", "index"], name="round_index_is_unique"),
        ]

    def __str__(self) -> str:
        return f"round {self.index} of {self.deck}"


class Move(models.Model):
    """One event in the numbered list of a game. It is never changed or deleted."""

    class Kind(models.TextChoices):
        MOVE = "move", "move"
        TIMEOUT = "timeout", "violation"
        RESIGNATION = "resignation", "resignation"
        TAKE_OVER = "take-over", "a computer player takes the seat"
        RESHUFFLE = "reshuffle", "reshuffle"

    game = models.ForeignKey(Game, models.CASCADE, related_name="moves")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=11, choices=Kind, default=Kind.MOVE)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    text = models.CharField(max_length=400, blank=True)
    at = models.DateTimeField()
    seconds = models.FloatField(default=0, help_text="time taken")

    class Meta:
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="move_number_is_unique"),
            models.CheckConstraint(condition=Q(number__gte=1), name="move_numbers_start_at_one"),
            models.CheckConstraint(
                condition=Q(kind__in=["move", "timeout", "resignation", "take-over", "reshuffle"]),
                name="move_kind_is_known",
            ),
            models.CheckConstraint(
                condition=~Q(kind__in=["move", "reshuffle"]) | ~Q(text=""),
                name="move_has_a_text",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.text or self.kind}"


class Highlight(models.Model):
    """A special move of a finished game, for searches; written once, when the game ends."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="highlights", db_index=False)
    number = models.PositiveIntegerField(help_text="the event's")
    seat = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=30)

    class Meta:
        ordering = ["game", "number", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "number", "kind"], name="highlight_of_a_move_is_found_once"
            ),
        ]
        indexes = [models.Index(fields=["kind", "game"], name="highlight_kind")]

    def __str__(self) -> str:
        return f"{self.kind} in move {self.number} of {self.game_id}"


class SecretPick(models.Model):
    """A secret card, its salt, and the hash of both that was published at the pick."""

    seat = models.OneToOneField(Seat, models.CASCADE, related_name="pick")
    card = models.CharField(max_length=2)
    salt = models.BinaryField(max_length=32)
    commitment = models.CharField(max_length=64)
    picked_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"secret card of {self.seat}"


class Queue(models.Model):
    """One queue of players who want the same game; its row is locked while two are paired."""

    variant = models.CharField(max_length=20)
    move_time = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["variant", "move_time"], name="queue_is_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.variant}, {self.move_time} s"


class SiteClock(models.Model):
    """The one row that says when a web process and the sweep were last alive."""

    web_seen_at = models.DateTimeField()
    swept_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(pk=1), name="site_clock_is_one_row"),
        ]

    def __str__(self) -> str:
        return f"web seen at {self.web_seen_at:%Y-%m-%d %H:%M:%S}"


class Verification(models.Model):
    """One audit of all finished games: each is derived again and compared with what is stored.

    It proceeds in slices, by id; a game that finishes meanwhile may be left to the next audit.
    """

    started_at = models.DateTimeField(db_index=True)
    touched_at = models.DateTimeField(help_text="when the newest slice was begun")
    finished_at = models.DateTimeField(null=True, blank=True)
    last_game_id = models.PositiveBigIntegerField(default=0)
    games = models.PositiveIntegerField(default=0)
    differences = models.PositiveIntegerField(default=0)
    first_game = models.ForeignKey(
        Game, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name="first game"
    )
    first_difference = models.TextField(blank=True)

    class Meta:
        ordering = ["-started_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(differences__lte=F("games")), name="verification_counts_games"
            ),
        ]

    def __str__(self) -> str:
        return f"verification of {self.started_at:%Y-%m-%d %H:%M}"


class ComputerChoice(models.Model):
    """What a computer player needs to choose a move or a secret card in the same way again.

    It is never shown: before the end of the game, the seed would give away how the player thinks.
    """

    move = models.OneToOneField(Move, models.CASCADE, null=True, blank=True, related_name="choice")
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


class Analysis(models.Model):
    """What a computer player would have played in a finished game, analysed in slices."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="analyses", db_index=False)
    level = models.CharField(max_length=10)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    asked_at = models.DateTimeField()
    touched_at = models.DateTimeField(
        null=True, blank=True, help_text="when the newest slice was begun"
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
    """

    analysis = models.ForeignKey(Analysis, models.CASCADE, related_name="moves", db_index=False)
    number = models.PositiveIntegerField(help_text="the event's")
    seat = models.PositiveSmallIntegerField()
    alternatives = models.JSONField()
    points = models.FloatField()
    lost = models.FloatField()

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
