"""The record of what a computer player chose."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.computer.levels import PLAYERS_VERSION


@dataclass(frozen=True, slots=True)
class Choice:
    """What a computer player chose, and all that is needed to choose it again.

    `alternatives` are moves in notation with their expected points, best first. `errors` has for
    each the standard error of how far it is behind the first; see `thinking.Rated`. `level` is the
    level that chose, "" if any legal move was taken; `failure` describes why it was not the level
    that was asked. The same level, seed and budget with a view of the same hash give the same move
    again, unless the clock ended the search (`was_cut`; `budget` is then what had been spent).
    """

    alternatives: tuple[tuple[str, float], ...]
    level: str
    seed: int
    view_hash: str
    budget: int
    was_cut: bool = False
    failure: str = ""
    players_version: int = PLAYERS_VERSION
    errors: tuple[float, ...] = ()

    @property
    def move(self) -> str:
        """The chosen move in notation."""
        return self.alternatives[0][0]

    def rate(self, move: str) -> tuple[float, float, float]:
        """Return a move's expected points, what it cost against the best move, and its error.

        A move that is not among the alternatives is rated like the worst of them.
        """
        points = dict(self.alternatives)
        best = self.alternatives[0][1]
        made = min(best, points.get(move, min(points.values())))
        errors = zip(self.alternatives, self.errors, strict=False)
        error = next((error for (text, _), error in errors if text == move), 0.0)
        return made, best - made, error

    def recipe(self) -> dict[str, Any]:
        """Return what is stored with the move, so that it can be chosen again."""
        return {
            "level": self.level,
            "seed": self.seed,
            "view_hash": self.view_hash,
            "players_version": self.players_version,
            "budget": self.budget,
            "was_cut": self.was_cut,
        }


def view_hash(view: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a view as sorted JSON, in hexadecimal."""
    text = json.dumps(view, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
