"""Users, guests among them, with their settings, and whom they have blocked or muted."""

from datetime import UTC, datetime
from typing import ClassVar
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth.models import AbstractUser, AnonymousUser, UserManager
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.avatars import AVATARS, DEFAULT, avatar_path
from accounts.fields import KnownTimeZoneField
from accounts.names import validate_display_name

# No "@": users can also log in with an e-mail address, so no username may look like one.
validate_username = RegexValidator(
    r"\A[A-Za-z0-9][A-Za-z0-9._-]*\Z",
    _(
        "Use only letters (a to z), digits, dots, hyphens and underscores, and begin with a letter "
        "or a digit."
    ),
)


def validate_avatar(slug: str) -> None:
    """Refuse a picture that is not one of the choices."""
    if slug not in AVATARS:
        raise ValidationError(gettext("Choose one of the pictures shown."))


class CaseInsensitiveUserManager(UserManager["User"]):
    """Find users whatever the case: "alice" and "Alice" cannot both exist."""

    use_in_migrations = False

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(username__iexact=username)


class User(AbstractUser):
    """Anyone who plays here, as a guest or with an account."""

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]

    username = models.CharField(
        _("username"),
        max_length=30,
        unique=True,
        validators=[validate_username],
        help_text=_(
            "Up to 30 characters: letters (a to z), digits, dots, hyphens and underscores."
        ),
        error_messages={"unique": _("That username is taken.")},
    )
    display_name = models.CharField(
        _("display name"), max_length=30, blank=True, validators=[validate_display_name]
    )
    avatar = models.CharField(
        _("picture"), max_length=30, default=DEFAULT, validators=[validate_avatar]
    )
    is_guest = models.BooleanField(_("guest"), default=False)
    time_zone: "models.Field[ZoneInfo | str, ZoneInfo]" = KnownTimeZoneField(
        _("time zone"), default="UTC"
    )
    language = models.CharField(
        _("language"),
        max_length=10,
        blank=True,
        db_default="",
        help_text=_("What e-mail and notifications are written in."),
    )
    four_colours = models.BooleanField(
        _("four-colour deck"),
        default=False,
        help_text=_("Diamonds are blue and clubs are green."),
    )
    sounds = models.BooleanField(
        _("sounds"), default=True, help_text=_("Play a sound when a card is played or taken.")
    )
    ticking = models.BooleanField(
        _("ticking clock"),
        default=False,
        help_text=_("Tick during the last 15 seconds of your turn."),
    )
    fast = models.BooleanField(
        _("fast computer players"),
        default=False,
        help_text=_("They move at once if everyone at the table has this switched on."),
    )
    goes_on = models.BooleanField(
        _("next game after a move"),
        default=False,
        db_default=False,
        help_text=_("In games over days, your move leads to the next game where it is your turn."),
    )

    vacation_until = models.DateTimeField(
        _("on vacation until"),
        null=True,
        blank=True,
        help_text=_("The end of the newest vacation, which may be over."),
    )
    vacation_spent_in = models.PositiveSmallIntegerField(
        _("no vacation left in"),
        null=True,
        blank=True,
        help_text=_("The last year of which all hours of vacation are used."),
    )
    automatic_vacation = models.BooleanField(
        _("automatic vacation"),
        default=False,
        db_default=False,
        help_text=_("A vacation begins by itself when the time of a turn runs out."),
    )

    objects: ClassVar = CaseInsensitiveUserManager()

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="accounts_user_username_any_case",
                violation_error_message=_("That username is taken."),
            )
        ]
        # Each new guest gets a name that nobody has.
        indexes = [models.Index(Lower("display_name"), name="accounts_user_display_name")]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """The name that other players see."""
        return self.display_name or self.username

    @property
    def avatar_path(self) -> str:
        """The static file of this user's picture."""
        return avatar_path(self.avatar)

    @property
    def spoken_language(self) -> str:
        """The language in which to write to this user, who may not have chosen one."""
        is_known = self.language in dict(settings.LANGUAGES)
        return self.language if is_known else settings.LANGUAGE_CODE

    def is_on_vacation(self, at: datetime) -> bool:
        """Return whether this user is on vacation at that moment, which is now or later."""
        return self.vacation_until is not None and self.vacation_until > at

    def leaves_automatically(self, at: datetime) -> bool:
        """Return whether a vacation begins by itself when time runs out in the year of a moment."""
        return self.automatic_vacation and self.vacation_spent_in != at.astimezone(UTC).year

    def get_full_name(self) -> str:
        return self.name

    def get_short_name(self) -> str:
        return self.name


class Barrier(models.Model):
    """What a person has put up between themselves and another one, who is not told of it.

    After a mute, no invitation or rematch request of the other's reaches the owner. A block does
    that both ways, and keeps the two from each other's tables and lobbies.
    """

    class Kind(models.TextChoices):
        MUTE = "mute", "mute"
        BLOCK = "block", "block"

    owner = models.ForeignKey(User, models.CASCADE, related_name="barriers", db_index=False)
    other = models.ForeignKey(User, models.CASCADE, related_name="barriers_of_others")
    kind = models.CharField(max_length=5, choices=Kind)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["owner", "other"], name="barrier_is_put_up_once"),
            models.CheckConstraint(
                condition=models.Q(kind__in=["mute", "block"]), name="barrier_kind_is_known"
            ),
            models.CheckConstraint(
                condition=~models.Q(owner=models.F("other")), name="barrier_is_between_two"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.other_id} by {self.owner_id}"


def has_four_colours(user: User | AnonymousUser) -> bool:
    """Return whether this visitor has chosen the four-colour deck."""
    return isinstance(user, User) and user.four_colours
