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


def tell_contest(sides: Sequence[str], *, is_player: bool) -> Text:
    """Return who plays against whom, the reader's own side first; of many sides just who plays."""
    first, *others = sides
    if is_player or len(others) == 1:
        return fill(_("{side} against {others}"), side=first, others=join_and(others))
    return join_and(sides)
