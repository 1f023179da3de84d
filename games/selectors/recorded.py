"""The recorded game that the lobby shows while no public game is played."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from games.rules.record import Record, parse_record

FILE: Final = Path(__file__).resolve().parent.parent / "recorded" / "game.json"
SHOWN_STEP: Final = 24
"""The position that is shown before the game is played on: the table is full of possibilities."""


@cache
def recorded_game() -> Record:
    """Return a whole game of two computer players of the highest level; see `bench/recorded.py`."""
    return parse_record(FILE.read_bytes())
