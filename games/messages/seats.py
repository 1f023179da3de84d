"""What is said beside the name of a player at the table."""

from __future__ import annotations

from collections.abc import Sequence

from games.messages.language import gettext as _
from games.messages.lists import join_and
from games.messages.names import name_text
from games.messages.text import Text, fill


def tell_left() -> str:
    """Return that a computer player has taken the place of one who left."""
    return _("replaced by a computer")


def tell_partner(name: str, *, is_you: bool) -> Text:
    """Return whose partner a player is."""
    if is_you:
        return fill(_("your partner"))
    return fill(_("with {name}"), name=name_text(name))


def tell_contest(sides: Sequence[str]) -> Text:
    """Return who plays whom, in the order given: "you vs Ben"; of many sides just who plays."""
    if len(sides) == 2:
        return fill(_("{first} vs {second}"), first=sides[0], second=sides[1])
    return join_and(sides)
