"""View models: the lessons of each game, with how far the visitor is."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from games import rules
from games.lessons import FIRST, Lesson, find_lesson, lessons_of
from games.messages.lessons import lesson_title
from games.selectors.access import Viewer
from learn.selectors import NOT_BEGUN, Progress, find_progress, progress_of


@dataclass(frozen=True, slots=True)
class LessonLine:
    """A lesson that can be begun, continued or repeated at its address."""

    title: str
    path: str
    number_of_moves: int
    is_first: bool
    progress: Progress


@dataclass(frozen=True, slots=True)
class GameLessons:
    """A game with its lessons, that of the whole game first."""

    name: str
    title: str
    lessons: tuple[LessonLine, ...]


def view_lessons(viewer: Viewer) -> tuple[GameLessons, ...]:
    """Return the lessons of all games."""
    progress = find_progress(viewer)
    return tuple(
        GameLessons(
            game.name,
            game.title,
            tuple(
                _view_line(lesson, progress.get((lesson.variant, lesson.name), NOT_BEGUN))
                for lesson in lessons_of(game.name)
            ),
        )
        for game in rules.VARIANTS.values()
    )


def view_lesson(lesson: Lesson, viewer: Viewer) -> LessonLine:
    """Return one lesson."""
    return _view_line(lesson, progress_of(viewer, lesson))


def invite(variant: str, viewer: Viewer, *, again: bool = False) -> LessonLine | None:
    """Return the lesson of a whole game to invite somebody to, None if there is none.

    Whoever has done it is invited only `again`.
    """
    lesson = find_lesson(variant, FIRST)
    line = view_lesson(lesson, viewer) if lesson is not None else None
    if line is None or (line.progress.is_done and not line.progress.is_begun and not again):
        return None
    return line


def _view_line(lesson: Lesson, progress: Progress) -> LessonLine:
    return LessonLine(
        lesson_title(lesson.name),
        reverse("lesson", args=[lesson.variant, lesson.name]),
        lesson.length,
        lesson.name == FIRST,
        progress,
    )
