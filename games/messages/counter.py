"""The words of the card counter."""

from __future__ import annotations

from games.messages.language import gettext as _


def tell_counted(state: str) -> str:
    """Return what a screen reader says of a card in that state: "seen", "last" or "unseen"."""
    if state == "seen":
        return _("seen")
    return _("previous round") if state == "last" else _("not seen")
