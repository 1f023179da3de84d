"""Choose a move at a given level: the entry point to the computer players."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any, Final

from games import rules
from games.computer import piles, trays
from games.computer.choices import Choice, view_hash
from games.computer.failures import describe_failure
from games.computer.levels import LEVELS
from games.computer.thinking import Alternatives, Rated, StartTimer, Thinker, Turn, Work

_BY_BOARD: Final[dict[str, Mapping[str, Thinker]]] = {
    "piles": piles.THINKERS,
    "trays": trays.THINKERS,
}
"""How each level thinks, by the kind of table on which the game is played."""

_FALL_BACKS: Final = ("club", "easy")
"""The levels that are tried, in this order, when the requested one fails."""

_SEED_BITS: Final = 48


def choose(
    view: Mapping[str, Any],
    level: str,
    seed: int,
    budget: int | None = None,
    start_timer: StartTimer | None = None,
    also: str | None = None,
) -> Choice:
    """Return a choice for the seat to move. It is always legal.

    `view` is the position document of that seat, with hidden cards as `??`. `budget` counts work
    units; None stands for the level's own. `start_timer` is given the seconds of the level; without
    it, only the budget limits the choice, which can then be repeated. `also` is a legal move in
    notation that a searching level must rate too. Raises KeyError for an unknown level or game, and
    ValueError if the seat has nothing to choose.
    """
    work = _limit(level, budget, start_timer)
    variant = rules.variant_of(view)
    state = variant.position(view)
    if state.to_move is None:
        raise ValueError("nobody is to move")
    asked = None if also is None else variant.parse(state, also)
    turn = Turn(variant, state, Random(seed), work, asked)
    alternatives, used, spent, failure = _think(turn, level, seed, start_timer)
    return Choice(
        alternatives=tuple((str(each.move), float(each.points)) for each in alternatives),
        errors=tuple(each.error for each in alternatives),
        level=used,
        seed=seed,
        view_hash=view_hash(view),
        budget=spent.used if spent.was_cut else spent.limit,
        was_cut=spent.was_cut,
        failure=failure,
    )


def _limit(level: str, budget: int | None, start_timer: StartTimer | None) -> Work:
    """Return the limits of a level's choice, with its own budget if none is given."""
    limits = LEVELS[level]
    is_time_up = None if start_timer is None else start_timer(limits.seconds)
    return Work(limits.budget if budget is None else budget, is_time_up)


def _think(
    turn: Turn[Any, Any, Any], level: str, seed: int, start_timer: StartTimer | None
) -> tuple[Alternatives, str, Work, str]:
    """Return the alternatives, the level that rated them, its work, and what failed first."""
    forced = list(islice(turn.variant.moves(turn.state), 2))
    if len(forced) == 1:
        return (Rated(forced[0], 0.0),), level, turn.work, ""
    thinkers = _BY_BOARD[turn.variant.board]
    failure = ""
    for name in (level, *_FALL_BACKS):
        try:
            work = turn.work if name == level else _limit(name, None, start_timer)
            tried = replace(turn, rng=Random(seed), work=work)
            return thinkers[name](tried), name, work, failure
        except Exception as error:  # noqa: BLE001
            # Nobody should wait for a computer player that crashed.
            failure = failure or describe_failure(error)
    return (Rated(forced[0], 0.0),), "", Work(0), failure


def choose_move(
    view: Mapping[str, Any], rng: Random, level: str = "easy", budget: int | None = None
) -> str:
    """Return the move of `choose` alone, with a seed drawn from `rng`."""
    return choose(view, level, rng.getrandbits(_SEED_BITS), budget).move
