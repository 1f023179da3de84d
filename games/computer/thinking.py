"""What a computer player is given, and what it may spend."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, Final

PATIENCE: Final = 8
"""How many times its seconds of one core a choice may last by the clock."""

Alternatives = tuple[tuple[Any, float], ...]
"""Moves with their expected points, best first."""


class Work:
    """The limits of a choice: a number of work units, and a cap in seconds.

    The seconds are those of one core. On a busy machine they may last up to `PATIENCE` times as
    long.

    The choice depends on the units alone, unless the cap was reached (`was_cut`).
    """

    def __init__(self, limit: int, seconds: float | None) -> None:
        self.limit = limit
        self.used = 0
        self.was_cut = False
        self._until = None if seconds is None else time.thread_time() + seconds
        self._latest = None if seconds is None else time.monotonic() + PATIENCE * seconds

    def spend(self, units: int = 1) -> None:
        """Count units of work as done."""
        self.used += units

    def is_spent(self) -> bool:
        """Return whether the units or the time are used up."""
        if self.used >= self.limit:
            return True
        if self._until is None or self._latest is None:
            return False
        if time.thread_time() > self._until or time.monotonic() > self._latest:
            self.was_cut = True
        return self.was_cut


@dataclass(frozen=True, slots=True)
class Turn:
    """A choice to make: the position as the seat sees it, a random source and the limits.

    `also` is a move that must be among the alternatives, however poor it is.
    """

    variant: Any
    state: Any
    rng: Random
    work: Work
    also: Any = None

    @property
    def seat(self) -> int:
        """The seat that chooses."""
        seat = self.state.to_move
        assert isinstance(seat, int)
        return seat


Thinker = Callable[[Turn], Alternatives]
"""How a level thinks: it returns its alternatives for a turn."""
