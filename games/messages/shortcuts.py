"""What the installed site says about itself outside of its pages."""

from games.messages.language import gettext as _


def description() -> str:
    """Return what the site is, in one sentence."""
    return _(
        "Play card games of the Casino family in your browser, live or over days, "
        "against people or the computer."
    )


def next_game() -> str:
    """Return the name of the way to the turn with the least time left."""
    return _("Next game")


def play_now() -> str:
    """Return the name of the way to a new game."""
    return _("Play now")
