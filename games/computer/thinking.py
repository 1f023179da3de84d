"""What a computer player is given, and what it may spend."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

Timer = Callable[[], bool]
"""Tells whether the time of a choice is up."""

StartTimer = Callable[[float], Timer]
"""Starts a timer, given the seconds that the choice may take."""


class Rated(NamedTuple):
    """A move with its expected points.

    `error` is the standard error of how far it is behind the best move, 0 where that is exact or
    not an average of samples.
    """

    move: Any
    points: float
    error: float = 0.0


Alternatives = tuple[Rated, ...]
"""Moves with their expected points, best first."""


class Work:
    """The limits of a choice: a number of work units, and a timer if there is one.

    The choice depends on the units alone, unless the time was up first (`was_cut`).
    """

    def __init__(self, limit: int, is_time_up: Timer | None = None) -> None:
        self.limit = limit
        self.used = 0
        self.was_cut = False
        self._is_time_up = is_time_up

    def spend(self, units: int = 1) -> None:
        """Count units of work as done."""
        self.used += units

    def is_spent(self) -> bool:
        """Return whether the units or the time are used up."""
        if self.used >= self.limit:
            return True
        if self._is_time_up is not None and self._is_time_up():
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
