"""The outbox: what people are to be told, and by which channels they were."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from notices.addresses import Reason
from notices.kinds import OUTSIDE, Channel, Kind


class KnownNotices(models.Manager["Notice"]):
    """Notices of the kinds that this release knows: in an upgrade, a newer one writes others."""

    def get_queryset(self) -> models.QuerySet[Notice]:
        return super().get_queryset().filter(kind__in=Kind.values)


class Notice(models.Model):
    """Something that one person should hear of, written together with what has happened.

    The facts hold what its sentences need: the title of the game, ids of people, names of
    computer players, the time for a turn, results. They never hold a card, a seed, or what somebody
    has typed.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="notices", db_index=False
    )
    kind = models.CharField(max_length=10, choices=Kind)
    game = models.CharField(max_length=22, help_text="the public name of the game")
    version = models.PositiveIntegerField(help_text="of the game, when this happened")
    path = models.CharField(max_length=200, help_text="where it leads")
    facts = models.JSONField(default=dict)
    created_at = models.DateTimeField()
    is_urgent = models.BooleanField(default=False, help_text="of use only at once: a live game")
    due_at = models.DateTimeField(
        null=True, help_text="when other channels than the page tell it, until that is planned"
    )
    expires_at = models.DateTimeField(null=True, help_text="when nothing is left to tell")
    read_at = models.DateTimeField(null=True)
    withdrawn_at = models.DateTimeField(null=True, help_text="when it became void")

    objects = models.Manager()
    known = KnownNotices()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=Kind.values), name="notice_kind_is_known"),
            # The game comes first: at its end, what was written about it is looked for.
            models.UniqueConstraint(
                fields=["game", "user", "kind", "version"], name="notice_is_written_once"
            ),
        ]
        indexes = [
            models.Index(fields=["user", "-id"], name="notice_of_a_user_newest"),
            models.Index(
                fields=["user", "game"],
                name="notice_unread",
                condition=Q(read_at__isnull=True, withdrawn_at__isnull=True),
            ),
            models.Index(fields=["due_at"], name="notice_due", condition=Q(due_at__isnull=False)),
            models.Index(fields=["created_at"], name="notice_created"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.game} {self.version} for {self.user_id}"


class Delivery(models.Model):
    """One notice by one channel to one device or address: when it was sent, or why it was not.

    `claims` counts how often it was begun to be sent without a result being stored.
    """

    class Outcome(models.TextChoices):
        OPEN = "", "not yet sent"
        SENT = "sent", "sent"
        OFF = "off", "switched off"
        MUTED = "muted", "the game is muted"
        NOWHERE = "nowhere", "no address or device"
        READ = "read", "read on the page before"
        WITHDRAWN = "withdrawn", "void before it was sent"
        LATE = "late", "too late to be of use"
        FAILED = "failed", "refused, or tried too often"
        UNKNOWN = "unknown", "begun twice, and nobody knows whether it arrived"

    notice = models.ForeignKey(Notice, models.CASCADE, related_name="deliveries")
    channel = models.CharField(max_length=7, choices=[(each.value, each.label) for each in OUTSIDE])
    target = models.PositiveBigIntegerField(default=0, help_text="the id of the device or webhook")
    due_at = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    claims = models.PositiveSmallIntegerField(default=0)
    outcome = models.CharField(max_length=9, choices=Outcome, blank=True, default=Outcome.OPEN)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name_plural = "deliveries"
        constraints = [
            models.UniqueConstraint(
                fields=["notice", "channel", "target"], name="delivery_is_planned_once"
            ),
            models.CheckConstraint(
                condition=Q(channel__in=[each.value for each in OUTSIDE]),
                name="delivery_channel_is_known",
            ),
            models.CheckConstraint(
                condition=Q(outcome="", due_at__isnull=False, ended_at__isnull=True)
                | (~Q(outcome="") & Q(due_at__isnull=True, ended_at__isnull=False)),
                name="delivery_is_due_or_ended",
            ),
        ]
        indexes = [
            models.Index(
                fields=["channel", "due_at"], name="delivery_due", condition=Q(due_at__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.notice_id} by {self.channel}: {self.outcome or 'open'}"


class Preferences(models.Model):
    """How a person wants to be told. There is a row only for people who have changed something."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        primary_key=True,
        related_name="notice_preferences",
    )
    is_on = models.BooleanField(default=True, help_text="whether anything leaves the site at all")
    digests = models.BooleanField(
        default=True, help_text="whether mail about turns comes once a day, in one message"
    )
    digest_hour = models.PositiveSmallIntegerField(default=18, help_text="in the user’s time zone")
    quiet_from = models.PositiveSmallIntegerField(null=True, blank=True)
    quiet_until = models.PositiveSmallIntegerField(null=True, blank=True)
    mail_stopped_at = models.DateTimeField(
        null=True, blank=True, help_text="when the mail server refused the address for good"
    )

    class Meta:
        verbose_name_plural = "preferences"
        constraints = [
            models.CheckConstraint(
                condition=Q(digest_hour__lt=24), name="preferences_digest_hour_is_an_hour"
            ),
            models.CheckConstraint(
                condition=Q(quiet_from__isnull=True, quiet_until__isnull=True)
                | Q(quiet_from__lt=24, quiet_until__lt=24),
                name="preferences_quiet_hours_are_hours",
            ),
        ]

    def __str__(self) -> str:
        return f"preferences of {self.user_id}"


class Switch(models.Model):
    """Whether a person is told of a kind of thing by a channel, where it is not as at first."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, db_index=False)
    kind = models.CharField(max_length=10, choices=Kind)
    channel = models.CharField(max_length=7, choices=Channel)
    is_on = models.BooleanField()

    class Meta:
        verbose_name_plural = "switches"
        constraints = [
            models.UniqueConstraint(fields=["user", "kind", "channel"], name="switch_is_one"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} by {self.channel}: {self.is_on}"


class Mute(models.Model):
    """A game of which a person wants to hear nothing outside its page."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, db_index=False)
    game = models.CharField(max_length=22, help_text="the public name of the game")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "game"], name="game_is_muted_once"),
        ]

    def __str__(self) -> str:
        return f"{self.game} for {self.user_id}"


class CalendarFeed(models.Model):
    """The calendar of a person’s turns, for whoever knows its secret address."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="calendar_feed"
    )
    secret_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"calendar of {self.user_id}"


class Webhook(models.Model):
    """An address that a person wants to be told at. It may itself be a secret.

    The secret is stored as it is, because every message is signed with it.
    """

    class Format(models.TextChoices):
        STANDARD = "standard", _("Signed JSON")
        DISCORD = "discord", _("Discord")
        SLACK = "slack", _("Slack")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="webhooks")
    format = models.CharField(max_length=8, choices=Format)
    url = models.CharField(max_length=500)
    secret = models.CharField(max_length=60, blank=True)
    created_at = models.DateTimeField()
    test_asked_at = models.DateTimeField(null=True, help_text="until the test has been sent")
    failures = models.PositiveIntegerField(default=0, help_text="since something last arrived")
    failing_since = models.DateTimeField(null=True)
    stopped_at = models.DateTimeField(null=True, help_text="when it was switched off")

    def __str__(self) -> str:
        return f"webhook {self.pk} of {self.user_id}"

    @property
    def host(self) -> str:
        """The part of the address that is no secret."""
        return urlsplit(self.url).hostname or ""


class WebhookResult(models.Model):
    """How a request to a webhook went: the status of the answer, or why there was none."""

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="results")
    at = models.DateTimeField()
    status = models.PositiveSmallIntegerField(null=True)
    reason = models.CharField(max_length=10, choices=Reason, blank=True)
    is_test = models.BooleanField()

    def __str__(self) -> str:
        return f"{self.status or self.reason} from {self.webhook_id}"

    @staticmethod
    def is_success(status: int | None) -> bool:
        """Return whether a status says that the message has arrived."""
        return status is not None and 200 <= status < 300

    @property
    def is_delivered(self) -> bool:
        return self.is_success(self.status)


class Device(models.Model):
    """A browser to which a person lets the site send notifications, through its push service.

    Its address is a secret of that person: whoever knows it can try to send to the device.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="devices")
    name = models.CharField(max_length=40)
    endpoint = models.CharField(max_length=500, unique=True, help_text="at the push service")
    p256dh = models.CharField(max_length=100, help_text="the public key of the browser")
    auth = models.CharField(max_length=40, help_text="the secret that it shares with the site")
    language = models.CharField(max_length=10)
    added_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} of {self.user_id}"
