"""The lessons: arranged deals that teach a game at its own table, as data.

A game without lessons of its own has those of the game that it is a variant of.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final

from games import rules
from games.lessons import casino, royal, trifecta, triple_four
from games.lessons.shapes import FIRST, LEARNER, LEVEL, Lesson, Step, adapt

__all__ = [
    "FIRST",
    "LEARNER",
    "LEVEL",
    "Lesson",
    "Step",
    "arrange_pack",
    "find_lesson",
    "lesson_about",
    "lessons_of",
]

_OWN: Final[Mapping[str, tuple[Lesson, ...]]] = {
    "trifecta": trifecta.LESSONS,
    "casino": casino.LESSONS,
    "spade": casino.SPADE,
    "royal_casino": royal.CASINO,
    "royal": royal.LESSONS,
    "triple_four": triple_four.LESSONS,
}


@cache
def lessons_of(variant: str) -> tuple[Lesson, ...]:
    """Return the lessons of a game, the one that teaches the whole game first.

    Raises UnknownRules for a game that is not known.
    """
    for name in rules.variant(variant).lineage():
        if lessons := _OWN.get(name):
            return tuple(sorted((adapt(lesson, variant) for lesson in lessons), key=_place))
    return ()


def _place(lesson: Lesson) -> tuple[int, ...]:
    """Return where a lesson stands: by the first clause of the rules that it shows."""
    return tuple(map(int, lesson.clauses[0].split("."))) if lesson.clauses else ()


def find_lesson(variant: str, name: str) -> Lesson | None:
    """Return the lesson of that name, None if the game has none."""
    if variant not in rules.VARIANTS:
        return None
    return next((lesson for lesson in lessons_of(variant) if lesson.name == name), None)


def lesson_about(variant: str, clause: str) -> Lesson | None:
    """Return the lesson about a clause of the rules, else about its section, else None."""
    section = clause.partition(".")[0]
    for wanted in (clause, section):
        for lesson in lessons_of(variant) if variant in rules.VARIANTS else ():
            if wanted in lesson.clauses:
                return lesson
    return None


def arrange_pack(
    first: Sequence[str], pack: Sequence[str], shuffle: Callable[[Sequence[str]], Sequence[str]]
) -> list[str]:
    """Return a pack with these cards first, in their order, and the others shuffled."""
    left = Counter(first)
    others = []
    for card in pack:
        if left[card]:
            left[card] -= 1
        else:
            others.append(card)
    return [*first, *shuffle(others)]
