"""The computer players of Triple Four."""

from collections.abc import Mapping
from typing import Final

from games.computer.thinking import Thinker
from games.computer.trays.club import think_club
from games.computer.trays.easy import think_beginner, think_easy
from games.computer.trays.strong import think_master, think_strong

__all__ = ["THINKERS"]

THINKERS: Final[Mapping[str, Thinker]] = {
    "beginner": think_beginner,
    "easy": think_easy,
    "club": think_club,
    "strong": think_strong,
    "master": think_master,
}
"""How each level thinks."""
