"""The levels of the computer players, as a table offers them."""

from dataclasses import dataclass
from typing import Final

PLAYERS_VERSION: Final = 2
"""Stored with each choice. Raised when a level chooses otherwise or is shown another view: only the
same players can repeat a choice."""


@dataclass(frozen=True, slots=True)
class Level:
    """How well a computer player plays, and what a choice of its may cost.

    `budget` is counted in work units: positions looked at, one after the other. `seconds` is the
    most that a choice may take of one core of a slow machine.
    """

    name: str
    label: str
    description: str
    budget: int
    seconds: float


_ORDERED: Final = (
    Level("beginner", "Beginner", "Knows the rules and overlooks a lot.", 400, 0.02),
    Level("easy", "Easy", "Takes the points that lie there, and thinks no further.", 400, 0.02),
    Level("club", "Club", "Counts the cards and minds what it leaves on the table.", 600, 0.02),
    Level("strong", "Strong", "Thinks ahead, with all in mind that you may hold.", 2500, 0.3),
    Level("master", "Master", "Thinks longest, and looks furthest ahead.", 16000, 1.0),
)

LEVELS: Final = {level.name: level for level in _ORDERED}
"""Every level by name, the weakest first."""
