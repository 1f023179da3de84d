import zoneinfo
from typing import ClassVar

from django.contrib.auth.models import AbstractUser, AnonymousUser, UserManager
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models
from django.db.models.functions import Lower

from accounts.avatars import AVATARS, DEFAULT, avatar_path
from accounts.names import validate_display_name

# No "@": people may also log in with their e-mail address, so the two must not look alike.
validate_username = RegexValidator(
    r"\A[A-Za-z0-9][A-Za-z0-9._-]*\Z",
    "Use letters (a to z), digits, points, hyphens and underscores; begin with a letter or digit.",
)


def validate_avatar(slug: str) -> None:
    """Refuse a picture that is not in the set."""
    if slug not in AVATARS:
        raise ValidationError("Choose one of the pictures shown.")


def validate_time_zone(name: str) -> None:
    """Refuse a time zone that this server does not know."""
    if name not in zoneinfo.available_timezones():
        raise ValidationError("Choose a time zone from the list.")


class CaseInsensitiveUserManager(UserManager["User"]):
    """Finds "Alice" when asked for "alice": they can not both exist."""

    use_in_migrations = False

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(username__iexact=username)


class User(AbstractUser):
    """A person who plays here, as a guest or with an account."""

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]

    username = models.CharField(
        "user name",
        max_length=30,
        unique=True,
        validators=[validate_username],
        help_text="At most 30 letters (a to z), digits and . - _",
        error_messages={"unique": "This user name is taken."},
    )
    display_name = models.CharField(
        "name shown to others", max_length=30, blank=True, validators=[validate_display_name]
    )
    avatar = models.CharField(
        "picture", max_length=30, default=DEFAULT, validators=[validate_avatar]
    )
    is_guest = models.BooleanField("guest", default=False)
    time_zone = models.CharField(max_length=64, default="UTC", validators=[validate_time_zone])
    four_colours = models.BooleanField(
        "cards in four colours", default=False, help_text="Diamonds are blue and clubs are green."
    )
    sounds = models.BooleanField(default=False, help_text="When a card is played or taken.")
    ticking = models.BooleanField(
        "ticking clock", default=False, help_text="In the last 15 seconds of your own move."
    )
    fast = models.BooleanField(
        "fast computer players",
        default=False,
        help_text="They answer at once, when everybody at the table wants it.",
    )

    objects: ClassVar = CaseInsensitiveUserManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="accounts_user_username_any_case",
                violation_error_message="This user name is taken.",
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """The name other people see."""
        return self.display_name or self.username

    @property
    def avatar_path(self) -> str:
        """The static file of this person's picture."""
        return avatar_path(self.avatar)

    def get_full_name(self) -> str:
        return self.name

    def get_short_name(self) -> str:
        return self.name


def has_four_colours(user: User | AnonymousUser) -> bool:
    """Return whether this visitor wants cards in four colours."""
    return isinstance(user, User) and user.four_colours
