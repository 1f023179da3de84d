"""How far a player is with the lessons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.lessons import Lesson, find_lesson
from games.selectors import find_lesson_games
from games.selectors.access import Viewer


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a player is with a lesson: begun and not finished yet, or done at least once.

    `is_running` says that there is a game to continue, in its steps or in free play after them.
    """

    is_begun: bool = False
    is_done: bool = False
    is_running: bool = False


NOT_BEGUN = Progress()


def find_progress(viewer: Viewer) -> Mapping[tuple[str, str], Progress]:
    """Return how far a player is with each lesson that they began, by game and name."""
    found: dict[tuple[str, str], Progress] = {}
    for game in find_lesson_games(viewer):
        lesson = find_lesson(game.variant, game.name)
        if lesson is None:
            continue
        known = found.get((game.variant, game.name), NOT_BEGUN)
        is_done = game.moves >= len(lesson.steps)
        found[game.variant, game.name] = Progress(
            is_begun=known.is_begun or (game.is_running and not is_done),
            is_done=known.is_done or is_done,
            is_running=known.is_running or game.is_running,
        )
    return found


def progress_of(viewer: Viewer, lesson: Lesson) -> Progress:
    """Return how far a player is with one lesson."""
    return find_progress(viewer).get((lesson.variant, lesson.name), NOT_BEGUN)
