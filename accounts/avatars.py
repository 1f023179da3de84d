"""The profile pictures that users can choose from, drawn in `static/avatars/<slug>.svg`."""

import random

from django.utils.translation import gettext_lazy as _

AVATARS = {
    "fox": _("Fox"),
    "cat": _("Cat"),
    "owl": _("Owl"),
    "bear": _("Bear"),
    "frog": _("Frog"),
    "penguin": _("Penguin"),
    "captain": _("Captain"),
    "granny": _("Granny"),
    "grandpa": _("Grandpa"),
    "wizard": _("Wizard"),
    "chef": _("Chef"),
    "pilot": _("Pilot"),
    "punk": _("Punk"),
    "scholar": _("Scholar"),
    "gardener": _("Gardener"),
    "diver": _("Diver"),
}
DEFAULT = "fox"
COMPUTER = "computer"
NOBODY = "nobody"
_DRAWN = frozenset({*AVATARS, COMPUTER, NOBODY})


def avatar_path(slug: str) -> str:
    """Return the static file of a picture, or the “nobody” picture if it no longer exists."""
    return f"avatars/{slug if slug in _DRAWN else NOBODY}.svg"


def avatar_in_turn(number: int) -> str:
    """Return the slug of the picture for this number, cycling through all pictures in order."""
    return tuple(AVATARS)[number % len(AVATARS)]


def random_avatar() -> str:
    """Return the slug of a random picture from those that users can choose."""
    return random.choice(tuple(AVATARS))  # noqa: S311 - not a secret
