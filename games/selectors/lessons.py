"""The lessons that a player has begun."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from config.statements import KeptQuery
from games.models import Game, Seat
from games.selectors.access import Viewer

_PLAYER = -1  # stands in the kept query for the id


@dataclass(frozen=True, slots=True)
class LessonGame:
    """A game of a lesson. `moves` counts those made so far, of both players."""

    variant: str
    name: str
    public_id: str
    is_running: bool
    moves: int


def find_lesson_games(viewer: Viewer) -> tuple[LessonGame, ...]:
    """Return the games of lessons that a player has begun, the newest first."""
    if viewer.pk is None:
        return ()
    return tuple(
        LessonGame(
            game.variant,
            game.lesson,
            game.public_id,
            game.is_running,
            game.move_count - game.opening_moves,
        )
        for game in _lessons().fetch({_PLAYER: viewer.pk})
    )


@cache
def _lessons() -> KeptQuery[Game]:
    games = Game.objects.filter(kind=Game.Kind.LESSON, host_id=_PLAYER).order_by("-pk")
    return KeptQuery(games.only("variant", "lesson", "public_id", "status", "move_count"))


def has_one_game(viewer: Viewer) -> bool:
    """Return whether a player has sat down at one table only so far."""
    return viewer.pk is not None and Seat.objects.filter(user_id=viewer.pk)[:2].count() == 1
