"""The guide of a lesson: what the table says, and which cards matter for it."""

from __future__ import annotations

from dataclasses import dataclass

from games.messages import lessons as told
from games.messages.text import Text
from games.models import Game
from games.snapshots import Snapshot, lesson_of, made_in_lesson

NOTHING: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class GuideView:
    """What the table says. `number` is 0 when the steps are over and the game goes on freely.

    `is_new` tells whether the newest move has led to it.

    `glows` are the cards, the triplet cards, the "deck" and the "discard" pile that matter now.
    """

    words: Text
    number: int
    total: int
    glows: frozenset[str]
    is_new: bool = True


def view_guide(snapshot: Snapshot) -> GuideView | None:
    """Return what the table says now, None where no lesson is played."""
    lesson = lesson_of(snapshot)
    if lesson is None or snapshot.game.status != Game.Status.PLAYING:
        return None
    made = made_in_lesson(snapshot)
    step = lesson.step_after(made)
    if step is None:
        is_new = len(made) == len(lesson.steps)
        return GuideView(told.tell_end_of_lesson(lesson.ends), 0, lesson.length, NOTHING, is_new)
    words = told.tell_step_of_lesson(step.says) if step.says else told.tell_opponents_step()
    return GuideView(words, lesson.number_after(made), lesson.length, step.glows)
