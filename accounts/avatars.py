"""The pictures people can choose from; the files are `static/avatars/<slug>.svg`."""

import random

AVATARS: dict[str, str] = {
    "fox": "Fox",
    "cat": "Cat",
    "owl": "Owl",
    "bear": "Bear",
    "frog": "Frog",
    "penguin": "Penguin",
    "captain": "Captain",
    "granny": "Granny",
    "grandpa": "Grandpa",
    "wizard": "Wizard",
    "chef": "Chef",
    "pilot": "Pilot",
    "punk": "Punk",
    "scholar": "Scholar",
    "gardener": "Gardener",
    "diver": "Diver",
}
DEFAULT = "fox"
COMPUTER = "computer"
NOBODY = "nobody"
_DRAWN = frozenset({*AVATARS, COMPUTER, NOBODY})


def avatar_path(slug: str) -> str:
    """Return the static file of a picture; of one that is gone, nobody's."""
    return f"avatars/{slug if slug in _DRAWN else NOBODY}.svg"


def avatar_in_turn(number: int) -> str:
    """Return the slug of one of the pictures; all others come before it comes again."""
    return tuple(AVATARS)[number % len(AVATARS)]


def random_avatar() -> str:
    """Return the slug of any picture that people can choose."""
    return random.choice(tuple(AVATARS))  # noqa: S311 - a picture, not a secret
