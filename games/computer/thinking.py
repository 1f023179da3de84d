"""What a computer player is given, and what it may spend."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

from games.rules.fishing import AnyFishing
from games.rules.notation import Move as PileMove
from games.rules.state import State, TableState
from games.rules.triple_four import TripleFour
from games.rules.triple_four.notation import Move as TrayMove
from games.rules.triple_four.state import TripleFourState
from games.rules.variant import AnyMove, AnyVariant

G = TypeVar("G", bound=AnyVariant)
S = TypeVar("S", bound=State)
M = TypeVar("M", bound=AnyMove)

Timer = Callable[[], bool]
"""Tells whether the time of a choice is up."""

StartTimer = Callable[[float], Timer]
"""Starts a timer, given the seconds that the choice may take."""


class Rated(NamedTuple):
    """A move with its expected points.

    `error` is the standard error of how far it is behind the best move, 0 where that is exact or
    not an average of samples.
    """

    move: AnyMove
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
class Turn(Generic[G, S, M]):
    """A choice to make: the position as the seat sees it, a random source and the limits.

    `also` is a move that must be among the alternatives, however poor it is.
    """

    variant: G
    state: S
    rng: Random
    work: Work
    also: M | None = None

    @property
    def seat(self) -> int:
        """The seat that chooses."""
        assert self.state.to_move is not None
        return self.state.to_move


PileTurn = Turn[AnyFishing, TableState, PileMove]
"""A choice on a table of piles."""

TrayTurn = Turn[TripleFour, TripleFourState, TrayMove]
"""A choice in Triple Four, where each player has a tray."""


def rank(moves: Iterable[M], rate: Callable[[M], float], work: Work) -> Alternatives:
    """Return the moves by their rates. If the work ends early, at least the first of them.

    Moves with equal rates stay in the order in which they are given.
    """
    rated: list[Rated] = []
    for move in moves:
        if rated and work.is_spent():
            break
        rated.append(Rated(move, rate(move)))
    rated.sort(key=lambda each: each.points, reverse=True)
    return tuple(rated)


Thinker = Callable[[Turn[Any, Any, Any]], Alternatives]
"""How a level thinks: it returns its alternatives for a turn."""
