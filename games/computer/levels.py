"""The levels of the computer players, as a table offers them."""

from dataclasses import dataclass
from typing import Final

PLAYERS_VERSION: Final = 4
"""Stored with each choice, because only the same version can repeat it. Raise it when a level
chooses differently or gets a different view."""


_QUICK_SECONDS: Final = 0.05


@dataclass(frozen=True, slots=True)
class Level:
    """A level of play and the limits of one choice.

    `budget` is in work units; one unit is one position examined. `seconds` is the most time that a
    choice may take on one core of a slow machine.
    """

    name: str
    budget: int
    seconds: float

    @property
    def is_quick(self) -> bool:
        """Whether the level answers at once, without a search."""
        return self.seconds < _QUICK_SECONDS


_ORDERED: Final = (
    Level("beginner", 400, 0.02),
    Level("easy", 400, 0.02),
    Level("club", 600, 0.02),
    Level("strong", 2500, 0.3),
    Level("master", 16000, 1.0),
)

LEVELS: Final = {level.name: level for level in _ORDERED}
"""Every level by name, weakest first."""
