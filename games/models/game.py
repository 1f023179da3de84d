"""Games, with their clocks and who may see them."""

from __future__ import annotations

import datetime as dt
import secrets
from functools import lru_cache, reduce
from operator import or_
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.urls import reverse

from games import rules
from games.clocks import BANKS, INCREMENTS, LIVE_MOVE_TIME, MOVE_TIMES, NO_TIMER, TimeControl
from games.rules.variant import AnyVariant

if TYPE_CHECKING:
    from games.models.events import Highlight
    from games.models.seats import Seat

LIVE_GRACE = dt.timedelta(seconds=1)
SLOW_GRACE = dt.timedelta(seconds=60)
COMPUTER_NAMES: Final = ("Ada", "Basil", "Clio", "Dion")
"""What the computer players are called, by seat."""
LIVE = Q(move_time__gt=NO_TIMER, move_time__lte=LIVE_MOVE_TIME)
POSSIBLE_CLOCK = Q(move_time__gt=NO_TIMER, move_time__lte=max(MOVE_TIMES), bank=0) | Q(
    move_time__gt=LIVE_MOVE_TIME, move_time__lte=max(INCREMENTS), bank__gt=0, bank__lte=max(BANKS)
)
"""A time for each turn, or a bank that grows with each turn in a game over days."""


def has_known_rules() -> Q:
    """Return the condition that this release knows the rules of a game, so that it can go on."""
    known = rules.known_versions()
    return reduce(or_, (Q(variant=name, rules_version=version) for name, version in known))


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
        LESSON = "lesson", "lesson"

    RUNNING = (Status.PICKING, Status.PLAYING)
    UNFINISHED = (Status.WAITING, *RUNNING)
    PUBLIC = (Kind.QUEUE, Kind.OPEN)

    public_id = models.CharField(max_length=22, unique=True, default=new_public_id, editable=False)
    variant = models.CharField(max_length=20)
    rules_version = models.PositiveSmallIntegerField()
    players = models.PositiveSmallIntegerField(default=2)
    options = models.JSONField(default=dict, blank=True, help_text="those that are not usual")
    kind = models.CharField(max_length=10, choices=Kind)
    lesson = models.CharField(
        max_length=20, blank=True, default="", db_default="", help_text="its name, if it is one"
    )
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,  # that on the kind as well begins with it
    )
    invited = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="invitations"
    )
    rematch_of = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="rematches"
    )
    move_time = models.PositiveIntegerField(help_text="seconds for each turn")
    bank = models.PositiveIntegerField(
        default=0,
        db_default=0,
        help_text="seconds that each player can have besides, and has at the start",
    )
    counts_vacation = models.BooleanField(
        default=False,
        db_default=False,
        help_text="a player's clock stands still while the player is on vacation",
    )
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    version = models.PositiveIntegerField(default=0)
    event_count = models.PositiveIntegerField(default=0)
    move_count = models.PositiveIntegerField(default=0)
    to_move = models.PositiveSmallIntegerField(null=True, blank=True)
    standing = models.CharField(
        max_length=40,
        blank=True,
        default="",
        db_default="",
        help_text="each side's points so far, while it is played",
    )
    turn_started_at = models.DateTimeField(null=True, blank=True)
    deadline = models.DateTimeField(null=True, blank=True)
    warns_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="when the player is told that little time is left; it moves with the deadline",
    )
    clock_extended_by = models.PositiveIntegerField(
        default=0, help_text="seconds of this turn in which the site was down"
    )
    computer_moves_at = models.DateTimeField(null=True, blank=True)
    thinks_for = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
        help_text="in whose line the turn of a computer player waits that has to think",
    )
    is_paced = models.BooleanField(
        default=False,
        db_default=False,
        help_text="that turn waits because there were too many in a minute",
    )
    seen_at = models.DateTimeField(
        null=True, blank=True, help_text="when the waiting page was last open"
    )
    called_until = models.DateTimeField(
        null=True,
        blank=True,
        help_text="how long the opponent who is here waits for the host, who is on another page",
    )
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=20, blank=True)

    seated: list[Seat]
    """The seats with their players in order, of a game that a selector has read for a list."""
    noted: list[Highlight]
    """Its highlights, likewise, of a game in the archive."""

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(status__in=["waiting", "picking", "playing", "finished", "cancelled"]),
                name="game_status_is_known",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["queue", "open", "link", "invitation", "computer", "lesson"]),
                name="game_kind_is_known",
            ),
            models.CheckConstraint(
                condition=POSSIBLE_CLOCK
                | Q(move_time=NO_TIMER, bank=0, kind__in=["computer", "lesson"]),
                name="game_clock_is_possible",
            ),
            models.CheckConstraint(
                condition=Q(counts_vacation=False) | Q(move_time__gt=LIVE_MOVE_TIME),
                name="game_counts_vacation_over_days",
            ),
            models.CheckConstraint(
                condition=(Q(kind="lesson") & ~Q(lesson="")) | (~Q(kind="lesson") & Q(lesson="")),
                name="game_names_its_lesson",
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
                condition=~Q(status="waiting") | Q(seen_at__isnull=False),
                name="game_is_seen_while_it_waits",
            ),
            models.CheckConstraint(
                condition=Q(called_until__isnull=True) | Q(status="waiting", kind="queue"),
                name="game_calls_its_host_while_it_waits",
            ),
            models.CheckConstraint(
                condition=Q(move_count__lte=F("event_count")), name="game_moves_are_events"
            ),
            models.UniqueConstraint(
                fields=["rematch_of"],
                condition=Q(rematch_of__isnull=False) & ~Q(status="cancelled"),
                name="game_has_one_rematch",
            ),
        ]
        indexes = [
            models.Index(fields=["status", "kind", "variant", "move_time"], name="game_waiting"),
            models.Index(fields=["status", "move_time"], name="game_pace"),
            models.Index(fields=["host", "kind"], name="game_hosted"),
            # For the sweep: without the finished games, however many there are. No condition here
            # is the status: SQLite uses no index whose condition compares with a parameter.
            *(
                models.Index(fields=[field], name=name, condition=Q((f"{field}__isnull", False)))
                for field, name in {
                    "deadline": "game_deadline",
                    "warns_at": "game_warns_at",
                    "computer_moves_at": "game_computer_moves_at",
                    "seen_at": "game_waiting_seen",
                    "thinks_for": "game_thinks_for",
                }.items()
            ),
            # For the archive, newest first: of all games, and of those searched for.
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
    def rules(self) -> AnyVariant:
        """The variant, in the version of its rules with which this game began.

        Raises UnknownRules when this release does not know that version.
        """
        return rules.variant(self.variant, self.rules_version)

    @property
    def title(self) -> str:
        """What the game is called, even when this release does not know its rules."""
        return rules.title_of(self.variant)

    @property
    def sides(self) -> tuple[int, ...]:
        """The side that each seat plays for, also before the cards are dealt.

        Where the rules are not known, everybody plays alone.
        """
        options = tuple(sorted(self.options.items()))
        return _find_sides(self.variant, self.rules_version, self.players, options)

    @property
    def opening_moves(self) -> int:
        """How many of its moves come before the deal, even when its rules are not known."""
        known = rules.VARIANTS.get(self.variant)
        return known.opening_moves if known else 0

    @property
    def time(self) -> TimeControl:
        """The time control of the game."""
        return TimeControl(self.move_time, self.bank)

    @property
    def is_live(self) -> bool:
        """Whether the players are expected to stay at the table."""
        return self.time.is_live

    @property
    def is_over_days(self) -> bool:
        """Whether a player may take days for a move."""
        return self.time.is_over_days

    @property
    def is_public(self) -> bool:
        """Whether anyone may watch."""
        return self.kind in self.PUBLIC

    @property
    def is_in_lobby(self) -> bool:
        """Whether everybody’s lobby lists it, or counts its players."""
        return self.is_public or self.is_live

    @property
    def is_running(self) -> bool:
        return self.status in self.RUNNING

    @property
    def has_ended(self) -> bool:
        """Whether it was played to its end or cancelled."""
        return self.status not in self.UNFINISHED

    @property
    def grace(self) -> dt.timedelta:
        """How long after the deadline a move still counts, to allow for the network."""
        return LIVE_GRACE if self.is_live else SLOW_GRACE

    def is_overdue(self, at: dt.datetime) -> bool:
        """Return whether the move time and its grace had run out at that moment."""
        return self.deadline is not None and at > self.deadline + self.grace

    def asks(self, user_id: int) -> bool:
        """Return whether a user is invited to this game, or asked for it as a rematch."""
        return user_id in self.find_asked()

    def find_asked(self) -> list[int]:
        """Return the users who are invited to this game, or asked for it as a rematch.

        The host, who asks for a rematch, is among those whom it asks.
        """
        if self.invited_id is not None:
            return [self.invited_id]
        if self.rematch_of_id is None or self.kind != Game.Kind.LINK:
            return []
        played = Game.objects.filter(pk=self.rematch_of_id, seats__user__isnull=False)
        return list(played.order_by("seats__user").values_list("seats__user", flat=True))

    @classmethod
    def asking(cls, user_id: int) -> Q:
        """Return the condition for games that ask a user; see `find_asked`."""
        played = cls.objects.filter(pk=OuterRef("rematch_of"), seats__user=user_id)
        return Q(invited=user_id) | Q(Exists(played), kind=cls.Kind.LINK)


@lru_cache(maxsize=256)
def _find_sides(
    name: str, version: int, players: int, options: tuple[tuple[str, Any], ...]
) -> tuple[int, ...]:
    try:
        variant = rules.variant(name, version)
    except rules.UnknownRules:
        return tuple(range(players))
    # The sides follow from the options alone: any deal shows them.
    extras: dict[str, Any] = {extra: list(pack) for extra, pack in variant.extra_packs}
    state = variant.begin(
        variant.pack, players=players, starter=0, options={**dict(options), **extras}
    )
    return tuple(variant.side(state, seat) for seat in range(players))
