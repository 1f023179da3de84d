"""Measure how often the master level solves the last round, and print one table.

    .venv/bin/python -m bench.last_round --games 60

Seeded games for two are played by the club level. In every position in which all hidden cards must
be in the opponent's hand, and in which there is a choice, master gets its usual work units to solve
the rest. The table gives, by the number of cards in both hands, how many positions it solved, the
share with its 95% Wilson interval, and the CPU time of an attempt.
"""

import argparse
import random
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from statistics import mean
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.strength import SETUPS, choose_by, deal, find_wilson
from games import rules
from games.computer import LEVELS
from games.computer.piles.club import look_round
from games.computer.piles.endgame import is_open, solve_round
from games.computer.thinking import PileTurn, Turn, Work

MOST_CARDS = 8
FOR_TWO = [
    setup
    for setup, (name, players, _, _) in SETUPS.items()
    if players == 2 and rules.variant(name).board == "piles"
]


def last_turns(setup: str, seed: str) -> Iterator[tuple[Any, Any]]:
    """Yield the game, and what each seat to move knows in the last round of one deck."""
    game, state = deal(setup, seed)
    chance = random.Random(seed)
    while state.to_move is not None:
        if not state.stock and len(list(islice(game.moves(state), 2))) > 1:
            yield game, game.mask(state, state.to_move)
        state = game.play(state, choose_by("club", game, state, chance))


def measure(setup: str, games: int) -> dict[int, list[tuple[bool, float]]]:
    """Return, for each number of cards, whether each position was solved and the CPU time."""
    found: dict[int, list[tuple[bool, float]]] = {}
    for number in range(games):
        for game, view in last_turns(setup, f"{setup} {number}"):
            work = Work(LEVELS["master"].budget)
            turn: PileTurn = Turn(game, view, random.Random(number), work)
            outlook = look_round(turn)
            if not is_open(outlook):
                continue
            begun = time.process_time()
            is_solved = solve_round(turn, outlook) is not None
            spent = time.process_time() - begun
            found.setdefault(sum(map(len, view.hands)), []).append((is_solved, spent))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=60, help="games of each kind (60)")
    parser.add_argument("--variants", default=",".join(FOR_TWO), help="; ".join(FOR_TWO))
    options = parser.parse_args()
    print("| game | cards in hands | positions | solved | share | 95% interval | ms |")
    print("|---|---|---|---|---|---|---|")
    for setup in options.variants.split(","):
        found = measure(setup, options.games)
        for cards in range(MOST_CARDS, 1, -1):
            if cards not in found:
                continue
            solved = [is_solved for is_solved, _ in found[cards]]
            low, high = find_wilson(mean(solved), len(solved))
            print(
                f"| {SETUPS[setup][3]} | {cards} | {len(solved)} | {sum(solved)} "
                f"| {100 * mean(solved):.0f}% | {100 * low:.0f} to {100 * high:.0f}% "
                f"| {1000 * mean(spent for _, spent in found[cards]):.0f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
