"""Reports, what the staff decides about people, and the log of what the staff has done."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

TEXT_LENGTH = 1000
"""How long a report, a reason, a reply and an answer can be."""
LASTING = "the log of the staff cannot be changed"
"""With what the database refuses to change the log, or to delete from it."""


class Report(models.Model):
    """What somebody tells the staff about another person."""

    class About(models.TextChoices):
        PLAYER = "player", _("How this player plays or behaves")
        NAME = "name", _("The name")
        MESSAGE = "message", _("An invitation or a rematch request")

    class Reason(models.TextChoices):
        INSULT = "insult", _("Insults, threats or hate")
        NUISANCE = "nuisance", _("Being pestered")
        UNFAIR = "unfair", _("Unfair play, for example with an accomplice")
        STALLING = "stalling", _("Stalling, or leaving games")
        OTHER = "other", _("Something else")

    reporter = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="reports")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="reports_about"
    )
    about = models.CharField(max_length=7, choices=About)
    reason = models.CharField(max_length=8, choices=Reason)
    text = models.CharField(max_length=TEXT_LENGTH, blank=True)
    name = models.CharField(max_length=30, help_text="what the person was called then")
    game = models.CharField(max_length=22, blank=True, help_text="the public name of a game")
    created_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(about__in=["player", "name", "message"]), name="report_about_is_known"
            ),
            models.UniqueConstraint(
                fields=["reporter", "person", "about", "game"],
                condition=Q(closed_at__isnull=True),
                name="report_is_open_once",
            ),
        ]
        indexes = [
            models.Index(
                fields=["created_at"], name="report_open", condition=Q(closed_at__isnull=True)
            )
        ]

    def __str__(self) -> str:
        return f"report {self.pk} about {self.person_id}"


class Sanction(models.Model):
    """A warning, a suspension or a ban, with the person's one reply and the staff's answer."""

    class Kind(models.TextChoices):
        WARNING = "warning", _("Warning")
        SUSPENSION = "suspension", _("Suspension")
        BAN = "ban", _("Ban")

    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="sanctions")
    kind = models.CharField(max_length=10, choices=Kind)
    reason = models.CharField(max_length=TEXT_LENGTH, help_text="the person reads it")
    until = models.DateTimeField(null=True)
    staff = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, help_text="when it was lifted or ran out")
    reply = models.CharField(max_length=TEXT_LENGTH, blank=True)
    replied_at = models.DateTimeField(null=True)
    answer = models.CharField(max_length=TEXT_LENGTH, blank=True)
    answered_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="suspension", until__isnull=False)
                | Q(kind__in=["warning", "ban"], until__isnull=True),
                name="sanction_has_an_end_if_it_suspends",
            ),
            models.CheckConstraint(
                condition=Q(answered_at__isnull=True) | Q(replied_at__isnull=False),
                name="sanction_is_answered_after_a_reply",
            ),
        ]
        indexes = [
            models.Index(
                fields=["replied_at"],
                name="sanction_reply_open",
                condition=Q(replied_at__isnull=False, answered_at__isnull=True),
            ),
            models.Index(
                fields=["person"], name="sanction_in_force", condition=Q(ended_at__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.person_id}"

    @property
    def closes_account(self) -> bool:
        """Whether the account is closed while this is in force."""
        return self.kind != self.Kind.WARNING

    @property
    def is_in_force(self) -> bool:
        """Whether the account is closed by this now."""
        return self.closes_account and self.ended_at is None

    @property
    def is_lifted(self) -> bool:
        """Whether the staff has ended this before it would have ended by itself."""
        ended, until = self.ended_at, self.until
        return ended is not None and (until is None or ended < until)


class Entry(models.Model):
    """One line of the log of the staff. The database refuses to change it and to delete it.

    It names people, reports and sanctions by number, so that it outlives them and says nothing of
    people who have deleted their accounts.
    """

    class Act(models.TextChoices):
        CLOSED = "closed", "reports closed"
        WARNING = "warning", "warned"
        SUSPENSION = "suspension", "suspended"
        BAN = "ban", "banned"
        LIFTED = "lifted", "sanction lifted"
        RAN_OUT = "ran out", "suspension over"
        ANSWERED = "answered", "reply answered"
        READ = "read", "game read as evidence"

    at = models.DateTimeField()
    act = models.CharField(max_length=10, choices=Act)
    staff = models.BigIntegerField(null=True, help_text="the user who did it; none: the site")
    person = models.BigIntegerField(help_text="the user whom it is about")
    sanction = models.BigIntegerField(null=True)
    facts = models.JSONField(default=dict)

    class Meta:
        verbose_name_plural = "entries"
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.act} {self.person} by {self.staff}"
