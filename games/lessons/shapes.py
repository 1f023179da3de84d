"""What a lesson is made of."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

FIRST: Final = "first"
"""The name of the lesson that teaches a whole game."""
LEARNER: Final = 0
"""The seat of the player who learns. It begins; computer players have the others, mostly one."""
LEVEL: Final = "easy"
"""The level of the computer players, who play on when the steps are over."""


@dataclass(frozen=True, slots=True)
class Step:
    """One move of a lesson.

    `says` is the id of the sentence that asks the learner for it, "" for a move of the opponent.
    `moves` are the moves that are accepted, in notation, the one that the sentence means first.
    """

    says: str
    moves: tuple[str, ...]

    @property
    def glows(self) -> frozenset[str]:
        """What matters for the move: cards, triplet cards, the "deck" or the "discard" pile.

        >>> sorted(Step("sum", ("9C x 4H 5S",)).glows & {"9C", "4H", "5S", "7D"})
        ['4H', '5S', '9C']
        """
        return frozenset(re.findall(r"\w+", self.moves[0])) if self.says else frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """A scripted deal: its cards in the order of dealing, and the moves that are asked for.

    It is played by as few as can play the game. `cards` are the first of the pack, and `extras`
    those of the further packs that the game deals; the others follow in a random order. `clauses`
    are the numbers of the sections and clauses of the rules that it is about. `ends` is the id of
    the sentence that follows the last step.
    """

    variant: str
    name: str
    cards: tuple[str, ...]
    steps: tuple[Step, ...]
    ends: str
    clauses: tuple[str, ...] = ()
    secrets: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    extras: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def length(self) -> int:
        """The number of moves that the learner is asked for."""
        return sum(bool(step.says) for step in self.steps)

    def step_after(self, made: Sequence[str]) -> Step | None:
        """Return the step that follows these moves.

        Return None after the last step, and if other moves were made than those of the lesson.
        """
        if len(made) >= len(self.steps):
            return None
        if any(text not in step.moves for text, step in zip(made, self.steps, strict=False)):
            return None
        return self.steps[len(made)]

    def number_after(self, made: Sequence[str]) -> int:
        """Return which of the learner's moves is asked for after these moves, counted from 1."""
        return sum(bool(step.says) for step in self.steps[: len(made) + 1])


def you(says: str, *moves: str) -> Step:
    """Return a step of the learner."""
    return Step(says, moves)


def they(move: str) -> Step:
    """Return a step of the opponent."""
    return Step("", (move,))


def deal(text: str) -> tuple[str, ...]:
    """Read cards in the order of dealing; bars between hands are only for people.

    >>> deal("7S 9C | KD 5D")
    ('7S', '9C', 'KD', '5D')
    """
    return tuple(text.replace("|", " ").split())


def adapt(lesson: Lesson, variant: str, says: Mapping[str, str] | None = None) -> Lesson:
    """Return the same lesson for another game, with other sentences in the places of some ids."""
    other = says or {}
    return replace(
        lesson,
        variant=variant,
        steps=tuple(
            replace(step, says=other.get(step.says, step.says)) if step.says else step
            for step in lesson.steps
        ),
        ends=other.get(lesson.ends, lesson.ends),
    )
