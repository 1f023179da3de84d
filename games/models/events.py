"""What happens in a game: the shuffled deck, its rounds, the secret cards, the numbered events."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from games.models.game import Game
from games.models.seats import Seat


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


class SecretPick(models.Model):
    """A secret card, its salt, and the hash of both that was published at the pick."""

    seat = models.OneToOneField(Seat, models.CASCADE, related_name="pick")
    card = models.CharField(max_length=2)
    salt = models.BinaryField(max_length=32)
    commitment = models.CharField(max_length=64)
    picked_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"secret card of {self.seat}"


class Event(models.Model):
    """One event in the numbered list of a game. It is never changed or deleted."""

    class Kind(models.TextChoices):
        MOVE = "move", "move"
        TIMEOUT = "timeout", "violation"
        RESIGNATION = "resignation", "resignation"
        TAKE_OVER = "take-over", "a computer player takes the seat"
        RESHUFFLE = "reshuffle", "reshuffle"

    game = models.ForeignKey(Game, models.CASCADE, related_name="events")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=11, choices=Kind, default=Kind.MOVE)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    text = models.CharField(max_length=400, blank=True)
    at = models.DateTimeField()
    seconds = models.FloatField(default=0.0, help_text="time taken")
    is_planned = models.BooleanField(
        default=False,
        db_default=False,
        help_text="a move that the site made as its player had asked; only that player may know",
    )

    class Meta:
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="event_number_is_unique"),
            models.CheckConstraint(condition=Q(number__gte=1), name="event_numbers_start_at_one"),
            models.CheckConstraint(
                condition=Q(kind__in=["move", "timeout", "resignation", "take-over", "reshuffle"]),
                name="event_kind_is_known",
            ),
            models.CheckConstraint(
                condition=~Q(kind__in=["move", "reshuffle"]) | ~Q(text=""),
                name="event_has_a_text",
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
