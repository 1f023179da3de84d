"""Measure the rules engine beside python-chess, on one core, and print one table.

    python -m bench.engine --games 300 --seed 1

Both play the same number of seeded random games in this process: list every legal move, choose
one at random, play it. A second pass over the positions of those games lists only. Times are
CPU-seconds. The last lines give the time in which one move on a table of 40 loose cards is checked.
"""

import argparse
import contextlib
import gc
import random
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import chess

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games import rules

TRIFECTA = rules.variant("trifecta")


@dataclass
class Figures:
    """What one engine did in how many CPU-seconds."""

    played: int = 0
    play_time: float = 0.0
    listed: int = 0
    list_time: float = 0.0
    most: int = 0
    positions: list[Any] = field(default_factory=list)

    def rates(self) -> dict[str, float]:
        return {
            "legal moves listed per CPU-second": self.listed / self.list_time,
            "positions listed per CPU-second": len(self.positions) / self.list_time,
            "random moves played per CPU-second": self.played / self.play_time,
        }


def play_trifecta(figures: Figures, seed: str) -> None:
    chance = random.Random(seed)
    deck = list(TRIFECTA.pack)
    chance.shuffle(deck)
    state = TRIFECTA.deal(deck, secrets=chance.sample(deck, 2))
    begun = time.process_time()
    while state.to_move is not None:
        state = TRIFECTA.play(state, chance.choice(list(TRIFECTA.moves(state))))
        figures.played += 1
    figures.play_time += time.process_time() - begun


def play_chess(figures: Figures, seed: str) -> None:
    chance = random.Random(seed)
    board = chess.Board()
    begun = time.process_time()
    while board.halfmove_clock < 100 and (moves := list(board.legal_moves)):
        board.push(chance.choice(moves))
        figures.played += 1
    figures.play_time += time.process_time() - begun


def collect_trifecta(figures: Figures, seed: str) -> None:
    """Keep the positions of the game that was played with this seed, outside of any timing."""
    chance = random.Random(seed)
    deck = list(TRIFECTA.pack)
    chance.shuffle(deck)
    state = TRIFECTA.deal(deck, secrets=chance.sample(deck, 2))
    while state.to_move is not None:
        figures.positions.append(state)
        state = TRIFECTA.play(state, chance.choice(list(TRIFECTA.moves(state))))


def collect_chess(figures: Figures, seed: str) -> None:
    chance = random.Random(seed)
    board = chess.Board()
    while board.halfmove_clock < 100 and (moves := list(board.legal_moves)):
        figures.positions.append(board.copy(stack=False))
        board.push(chance.choice(moves))


def list_trifecta(figures: Figures) -> None:
    for state in figures.positions:
        begun = time.process_time()
        count = len(list(TRIFECTA.moves(state)))
        figures.list_time += time.process_time() - begun
        figures.listed += count
        figures.most = max(figures.most, count)


def list_chess(figures: Figures) -> None:
    for board in figures.positions:
        begun = time.process_time()
        count = len(list(board.legal_moves))
        figures.list_time += time.process_time() - begun
        figures.listed += count
        figures.most = max(figures.most, count)


def check_crowded(chance: random.Random, count: int) -> list[float]:
    """Return the times in ms in which moves on random tables of 40 loose cards are checked."""
    times = []
    for _ in range(count):
        pack = list(TRIFECTA.pack)
        chance.shuffle(pack)
        hands, table = [pack[:4], pack[4:8]], pack[8:48]
        document = {"variant": "trifecta", "hands": hands, "table": [{"cards": [c]} for c in table]}
        state = TRIFECTA.position(document)
        for card in hands[0]:
            taken = " ".join(chance.sample(table, chance.randint(1, 40)))
            numbers = [c for c in table if c[0] not in "JQK"]
            sums = " ".join(chance.sample(numbers, chance.randint(1, len(numbers))))
            for text in (f"{card} x {taken}", f"{card} x {sums}", f"{card} + {sums} = 9"):
                begun = time.process_time()
                with contextlib.suppress(rules.IllegalMove):
                    TRIFECTA.parse(state, text)
                times.append((time.process_time() - begun) * 1000)
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200, help="games of each kind (200)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random choices (1)")
    options = parser.parse_args()
    ours, theirs = Figures(), Figures()
    seeds = [f"{options.seed} {game}" for game in range(options.games)]
    for seed in seeds:
        play_trifecta(ours, seed)
        play_chess(theirs, seed)
    for seed in seeds:
        collect_trifecta(ours, seed)
        collect_chess(theirs, seed)
    gc.collect()
    gc.freeze()
    list_trifecta(ours)
    list_chess(theirs)
    print(f"{options.games} random games each, seed {options.seed}, every legal move listed")
    print(f"{'':36}{'trifecta':>12}{'chess':>12}{'ratio':>8}")
    for name, rate in ours.rates().items():
        other = theirs.rates()[name]
        print(f"{name:36}{rate:12,.0f}{other:12,.0f}{rate / other:8.2f}")
    for name, one, two in (
        ("moves played", ours.played, theirs.played),
        ("legal moves listed", ours.listed, theirs.listed),
        ("most moves in one position", ours.most, theirs.most),
    ):
        print(f"{name:36}{one:12,}{two:12,}")
    times = check_crowded(random.Random(options.seed), 100)
    print(f"one move checked among 40 loose cards, ms: {median(times):.3f}, worst {max(times):.3f}")


if __name__ == "__main__":
    main()
