"""What a computer player is asked, what it may spend, and what it answers."""

import hashlib
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final

PATIENCE: Final = 8
"""How many times the seconds of a core may pass on the clock."""

Alternatives = tuple[tuple[Any, float], ...]
"""Moves with the points that each is expected to bring, the best first."""


class Work:
    """What a choice may cost: units of work, and seconds as a cap that only ever cuts it short.

    The seconds are those of one core; on a machine that is busy with other things they may take
    some times as long, and no longer.

    What is chosen depends on the units alone, unless the cap was reached (`was_cut`).
    """

    def __init__(self, limit: int, seconds: float | None) -> None:
        self.limit = limit
        self.used = 0
        self.was_cut = False
        self._until = None if seconds is None else time.thread_time() + seconds
        self._latest = None if seconds is None else time.monotonic() + PATIENCE * seconds

    def spend(self, units: int = 1) -> None:
        """Count work that is done."""
        self.used += units

    def is_spent(self) -> bool:
        """Tell whether to come to an end, because of the units or the clock."""
        if self.used >= self.limit:
            return True
        if self._until is None or self._latest is None:
            return False
        if time.thread_time() > self._until or time.monotonic() > self._latest:
            self.was_cut = True
        return self.was_cut


@dataclass(frozen=True, slots=True)
class Turn:
    """A choice to make: the position as the seat sees it, a random source and what it may cost.

    `also` is a move that shall be among the alternatives, whatever the player thinks of it.
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


@dataclass(frozen=True, slots=True)
class Thought:
    """The outcome of thinking: moves with expected points, the best first; the first is played.

    `worlds` counts the ways in which the hidden cards were laid out to try the moves.
    """

    alternatives: Alternatives
    worlds: int = 0


@dataclass(frozen=True, slots=True)
class Choice:
    """A chosen move and how it came about.

    The same `seed` and `budget` with a view of the same hash choose the same move again, unless
    `was_cut` says that the clock ended the thinking early, or `failure` names the error after
    which a simpler level chose. `level` is the one that did choose.
    """

    move: Any
    level: str
    seed: int
    view_hash: str
    budget: int
    worlds: int
    work: int
    alternatives: Alternatives
    was_cut: bool = False
    failure: str = ""


def view_hash(view: Mapping[str, Any]) -> str:
    """Return a name for what a seat saw: SHA-256 of the view as sorted JSON, in hexadecimal."""
    text = json.dumps(view, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
