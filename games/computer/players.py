"""Choose a move at a given level: the entry point to the computer players."""

from collections.abc import Mapping
from itertools import islice
from random import Random
from typing import Any, Final

from games import rules
from games.computer import piles, trays
from games.computer.choices import Choice, view_hash
from games.computer.failures import describe_failure
from games.computer.levels import LEVELS
from games.computer.thinking import Alternatives, Thinker, Turn, Work
from games.rules.state import State

_BY_BOARD: Final[dict[str, Mapping[str, Thinker]]] = {
    "piles": piles.THINKERS,
    "trays": trays.THINKERS,
}
"""How each level thinks, by the kind of table on which the game is played."""

_FALL_BACKS: Final = ("club", "easy")
"""The levels that are tried, in this order, when the requested one fails."""

_SEED_BITS: Final = 48
_PATIENT_SECONDS: Final = 60.0


def choose(
    view: Mapping[str, Any],
    level: str,
    seed: int,
    budget: int | None = None,
    seconds: float | None = None,
    also: str | None = None,
) -> Choice:
    """Return a choice for the seat to move. It is always legal.

    `view` is the position document of that seat, with hidden cards as `??`. `budget` counts work
    units and `seconds` caps the time; None stands for the level's own limit. `also` is a legal move
    in notation that a searching level must rate too. Raises KeyError for an unknown level or game,
    and ValueError if the seat has nothing to choose.
    """
    limits = LEVELS[level]
    variant = rules.variant(view["variant"])
    state = variant.position(view)
    if state.to_move is None:
        raise ValueError("nobody is to move")
    work = Work(
        limits.budget if budget is None else budget, limits.seconds if seconds is None else seconds
    )
    asked = None if also is None else variant.parse(state, also)
    alternatives, used, spent, failure = _think(variant, state, level, seed, work, asked)
    return Choice(
        alternatives=tuple((str(move), float(points)) for move, points in alternatives),
        level=used,
        seed=seed,
        view_hash=view_hash(view),
        budget=spent.used if spent.was_cut else spent.limit,
        was_cut=spent.was_cut,
        failure=failure,
    )


def _think(
    variant: Any, state: State, level: str, seed: int, work: Work, also: Any
) -> tuple[Alternatives, str, Work, str]:
    """Return the alternatives, the level that rated them, its work, and what failed first."""
    forced = list(islice(variant.moves(state), 2))
    if len(forced) == 1:
        return ((forced[0], 0.0),), level, work, ""
    thinkers = _BY_BOARD[variant.board]
    failure = ""
    for name in (level, *_FALL_BACKS):
        try:
            spent = work if name == level else Work(LEVELS[name].budget, LEVELS[name].seconds)
            turn = Turn(variant, state, Random(seed), spent, also)
            return thinkers[name](turn), name, spent, failure
        except Exception as error:  # noqa: BLE001
            # Nobody should wait for a computer player that crashed.
            failure = failure or describe_failure(error)
    return ((forced[0], 0.0),), "", Work(0, None), failure


def repeat(view: Mapping[str, Any], level: str, seed: int, budget: int) -> Choice:
    """Repeat what that level chose with that seed and budget; this may take a minute."""
    return choose(view, level, seed, budget, _PATIENT_SECONDS)


def choose_move(
    view: Mapping[str, Any], rng: Random, level: str = "easy", budget: int | None = None
) -> str:
    """Return the move of `choose` alone, with a seed drawn from `rng`."""
    return choose(view, level, rng.getrandbits(_SEED_BITS), budget).move
