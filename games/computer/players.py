"""The computer players by level."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from games.computer.easy import choose_easy_move
from games.rules import Move

LEVELS: Final = {"easy": choose_easy_move}


def choose_move(
    view: Mapping[str, Any], rng: Random, level: str = "easy", budget: int | None = None
) -> Move:
    """Return a legal move for the seat to move.

    `view` is the position document of that seat, hidden cards as `??`. `budget` is the number of
    moves looked at, the level's own when None. Raises KeyError for an unknown level.
    """
    chosen = LEVELS[level]
    return chosen(view, rng) if budget is None else chosen(view, rng, budget)


def choose_secret(pack: Sequence[str], rng: Random) -> str:
    """Return a secret card: a heart or a club, whose suits score nothing by themselves."""
    return rng.choice([card for card in pack if card[1] in "HC"])
