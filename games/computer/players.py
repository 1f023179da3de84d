"""Choose a move at a given level: the entry point to the computer players."""

from collections.abc import Callable, Mapping
from itertools import islice
from random import Random
from typing import Any, Final

from games import rules
from games.computer import piles, trays
from games.computer.levels import LEVELS
from games.computer.thinking import Choice, Thought, Turn, Work, view_hash

Thinkers = Mapping[str, Callable[[Turn], Thought]]

_BY_BOARD: Final[dict[str, Thinkers]] = {"piles": piles.THINKERS, "trays": trays.THINKERS}
"""How each level thinks, by the kind of table on which the game is played."""

_FALL_BACKS: Final = ("club", "easy")
"""The levels that are tried, in this order, when the requested one fails."""

_SEED_BITS: Final = 48


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
    chosen = LEVELS[level]
    limit = chosen.budget if budget is None else budget
    variant = rules.variant(view["variant"])
    state = variant.position(view)
    if state.to_move is None:
        raise ValueError("nobody is to move")
    work = Work(limit, chosen.seconds if seconds is None else seconds)
    asked = None if also is None else variant.parse(state, also)
    thought, used, failure = _think(variant, state, level, seed, work, asked)
    return Choice(
        move=thought.alternatives[0][0],
        level=used,
        seed=seed,
        view_hash=view_hash(view),
        budget=limit,
        worlds=thought.worlds,
        work=work.used,
        alternatives=thought.alternatives,
        was_cut=work.was_cut,
        failure=failure,
    )


def _think(
    variant: Any, state: Any, level: str, seed: int, work: Work, also: Any
) -> tuple[Thought, str, str]:
    """Return the thought, the level that produced it, and the kind of error that came first."""
    forced = list(islice(variant.moves(state), 2))
    if len(forced) == 1:
        return Thought(((forced[0], 0.0),)), level, ""
    thinkers = _BY_BOARD[variant.board]
    failure = ""
    for name in (level, *_FALL_BACKS):
        try:
            spent = work if name == level else _new_work(name)
            turn = Turn(variant, state, Random(seed), spent, also)
            return thinkers[name](turn), name, failure
        except Exception as error:  # noqa: BLE001
            # Nobody should wait for a computer player that crashed. Only the kind of error is
            # kept: its message may name cards.
            failure = failure or type(error).__name__
    return Thought(((forced[0], 0.0),)), "", failure


def _new_work(level: str) -> Work:
    return Work(LEVELS[level].budget, LEVELS[level].seconds)


def choose_move(
    view: Mapping[str, Any], rng: Random, level: str = "easy", budget: int | None = None
) -> Any:
    """Return the move of `choose` alone, with a seed drawn from `rng`."""
    return choose(view, level, rng.getrandbits(_SEED_BITS), budget).move
