"""What a board is given to show, and what it tells of a move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.models import Game
from games.tables.shapes import Asked, Face


@dataclass(frozen=True, slots=True)
class Look:
    """A dealt game as one viewer may see it.

    `state` is masked for the viewer, and so is `since`: how it stood before the events that the
    viewer is told of. `names` are those at the seats.
    """

    game: Game
    state: Any
    since: Any
    viewer: int | None
    names: tuple[str, ...]
    asked: Asked


@dataclass(frozen=True, slots=True)
class Besides:
    """What an event brought besides itself, for the replay.

    `marks` are short words of what it used up, `counting` sentences of what was counted then.
    """

    marks: tuple[str, ...] = ()
    counting: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Played:
    """What a move did with cards: the one played from the hand, and those it took or joined."""

    action: str = ""
    face: Face | None = None
    used: tuple[str, ...] = ()
