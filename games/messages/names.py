"""Players in texts: by name, or as "you" to the player who reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from games.messages.labels import level_beside_name
from games.messages.language import gettext as _
from games.messages.language import pgettext, remembered
from games.messages.lists import join_and
from games.messages.text import Part, Text, fill


class Relation(Enum):
    """What a player is to the reader."""

    YOU = "you"
    RIVAL = "rival"
    WATCHED = "watched"

    @classmethod
    def of(cls, seat: int | None, viewer: int | None) -> Relation:
        """Return what the player at a seat is to the reader at another, None for a spectator."""
        if viewer is None:
            return cls.WATCHED
        return cls.YOU if seat == viewer else cls.RIVAL


@dataclass(frozen=True, slots=True)
class Names:
    """The names at the seats, as one reader is told them; `viewer` is the reader's own seat."""

    names: tuple[str, ...]
    viewer: int | None = None

    def is_you(self, seat: int | None) -> bool:
        """Return whether a seat is the reader's."""
        return seat is not None and seat == self.viewer

    def name(self, seat: int) -> Text:
        """Return the name at a seat, the reader's too."""
        return name_text(self.names[seat])

    def subject(self, seats: Sequence[int]) -> Text:
        """Return who sits there, the reader first, to begin a sentence: "You and Carol"."""
        return _name_together(self, tuple(seats), _("You"))

    def object(self, seats: Sequence[int]) -> Text:
        """Return who sits there, the reader first, for later in a sentence: "you and Carol"."""
        return _name_together(self, tuple(seats), pgettext("the reader, as an object", "you"))

    def receiver(self, seats: Sequence[int]) -> Text:
        """Return who sits there, the reader first, after a preposition: "to you and Carol"."""
        return _name_together(
            self, tuple(seats), pgettext("the reader, after a preposition", "you")
        )


@remembered(1024)
def _name_together(names: Names, seats: tuple[int, ...], you: str) -> Text:
    others = [names.name(seat) for seat in seats if not names.is_you(seat)]
    return join_and([you, *others] if len(others) < len(seats) else others)


@remembered(1024)
def name_text(name: str) -> Text:
    """Return a player's name as a text that knows that it is one."""
    return Text([Part(name, is_name=True)])


def name_computer(name: str, level: str) -> Text:
    """Return a computer player with its level: "Basil (computer, easy)"."""
    return fill(
        _("{name} (computer, {level})"),
        name=name_text(name),
        level=level_beside_name(level),
    )


def any_computer(level: str = "") -> str:
    """Return what to search for to find any computer player, or those of one level."""
    if not level:
        return pgettext("what to search for", "computer")
    return pgettext("what to search for", "computer, {level}").format(
        level=level_beside_name(level)
    )


def former_player() -> str:
    """Return what stands in place of the name of a player who erased their account."""
    return _("Former player")
