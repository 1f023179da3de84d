"""Measure how far an analysis can be trusted: what a second one, with another seed, says of a move.

    python -m bench.noise --positions 60

Each position of games of easy against easy is judged twice by master, as an analysis does it. Each
line gives the cost of a move, on average and as its error, with how often the two costs differ by
more than twice their joint error, and how often only one of them calls the move a mistake, with
and without the rule that a mistake must cost at least twice its error.
"""

import argparse
import random
import sys
from math import hypot, sqrt
from pathlib import Path
from statistics import mean
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.strength import SETUPS, deal
from games import rules
from games.computer import choose, choose_move

CERTAIN = 2.0
HEADER = (
    "| game | positions | mean cost | its error | measured error | beyond two errors "
    "| mistakes | told apart without errors | with errors |\n|---|---|---|---|---|---|---|---|---|"
)

Judged = tuple[float, float]
"""The cost of a move, and its standard error."""


def judge(view: dict[str, Any], made: str, seed: int) -> Judged:
    _, lost, error = choose(view, "master", seed, also=made).rate(made)
    return lost, error


def gather(setup: str, positions: int, seed: int) -> list[tuple[Judged, Judged]]:
    """Return two judgements of each of so many moves, from all parts of games."""
    chance = random.Random(seed)
    found: list[tuple[Judged, Judged]] = []
    number = 0
    while len(found) < positions:
        game, state = deal(setup, f"{seed} {setup} {number}")
        number += 1
        while not state.is_over and game.awaited_shuffle(state) is None:
            view = game.document(state, state.to_move)
            made = choose_move(view, chance)
            if chance.random() < 0.15 and len(list(game.moves(state))) > 1:
                one, two = (judge(view, made, chance.getrandbits(48)) for _ in range(2))
                found.append((one, two))
            state = game.play(state, made)
    return found[:positions]


def is_mistake(judged: Judged, least: float, *, by_errors: bool) -> bool:
    lost, error = judged
    return lost >= (max(least, CERTAIN * error) if by_errors else least)


def write(setup: str, found: list[tuple[Judged, Judged]]) -> str:
    """Return the figures of one game as a row of a Markdown table."""
    least = rules.variant(SETUPS[setup][0]).mistake_points
    lost = mean(one[0] for one, _ in found)
    stated = sqrt(mean(one[1] ** 2 for one, _ in found))
    measured = sqrt(mean((one[0] - two[0]) ** 2 for one, two in found) / 2)
    beyond = sum(
        abs(one[0] - two[0]) > CERTAIN * hypot(one[1], two[1]) + 0.01 for one, two in found
    )
    called = sum(is_mistake(one, least, by_errors=True) for one, _ in found)
    apart = [
        sum(
            is_mistake(one, least, by_errors=by_errors)
            != is_mistake(two, least, by_errors=by_errors)
            for one, two in found
        )
        for by_errors in (False, True)
    ]
    return (
        f"| {SETUPS[setup][3]} | {len(found)} | {lost:.2f} | {stated:.2f} | {measured:.2f} "
        f"| {beyond} | {called} | {apart[0]} | {apart[1]} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=60, help="positions of each game (60)")
    parser.add_argument("--seed", type=int, default=1, help="seed of all shuffles (1)")
    parser.add_argument("--variants", default="trifecta,casino,royal,triple_four")
    options = parser.parse_args()
    print(HEADER, flush=True)
    for setup in options.variants.split(","):
        print(write(setup, gather(setup, options.positions, options.seed)), flush=True)


if __name__ == "__main__":
    main()
