"""What a board is given to show, and what it tells of a move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from games.presenters.shapes import Face, FormState
from games.rules.state import State
from games.rules.variant import AnyVariant

S = TypeVar("S", bound=State, covariant=True)


@dataclass(frozen=True, slots=True)
class BoardContext(Generic[S]):
    """A dealt game as one viewer may see it.

    `state` is masked for the viewer, and so is `since`: how it stood before the events that the
    viewer is told of. `names` are those at the seats. `is_playing` says that the viewer may choose
    cards: the game is being played. `glows` is what matters for the step of a lesson.
    """

    variant: AnyVariant
    state: S
    since: S
    viewer: int | None
    names: tuple[str, ...]
    is_playing: bool
    form: FormState
    glows: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class EventExtras:
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
