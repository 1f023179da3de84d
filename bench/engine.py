"""Measure the rules engine against python-chess, on one core, and print one table.

    python -m bench.engine --games 300 --seed 1

The same number of seeded random games of each kind is played in this process (for Casino, a single
deck for two players): list every legal move, choose one at random, play it. A second pass over the
positions of those games only lists. Times are CPU-seconds. The last lines give the time that it
takes to check one move on a table of 40 loose cards.
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

OPTIONS: dict[str, dict[str, Any]] = {"trifecta": {}, "casino": {"target": None}, "royal": {}}
TOP = {"trifecta": 12, "casino": 10, "royal": 14}


@dataclass
class Figures:
    """What one engine did, and in how many CPU-seconds."""

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


def deal(name: str, chance: random.Random) -> Any:
    deck = list(rules.variant(name).pack)
    chance.shuffle(deck)
    options = OPTIONS[name]
    if name == "trifecta":
        options = {"secrets": chance.sample(deck, 2)}
    return rules.variant(name).deal(deck, **options)


def play_ours(name: str, figures: Figures, seed: str) -> None:
    game = rules.variant(name)
    chance = random.Random(seed)
    state = deal(name, chance)
    begun = time.process_time()
    while state.to_move is not None:
        state = game.play(state, chance.choice(list(game.moves(state))))
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


def collect_ours(name: str, figures: Figures, seed: str) -> None:
    """Keep the positions of the game that was played with this seed, without timing it."""
    game = rules.variant(name)
    chance = random.Random(seed)
    state = deal(name, chance)
    while state.to_move is not None:
        figures.positions.append(state)
        state = game.play(state, chance.choice(list(game.moves(state))))


def collect_chess(figures: Figures, seed: str) -> None:
    chance = random.Random(seed)
    board = chess.Board()
    while board.halfmove_clock < 100 and (moves := list(board.legal_moves)):
        figures.positions.append(board.copy(stack=False))
        board.push(chance.choice(moves))


def list_ours(name: str, figures: Figures) -> None:
    game = rules.variant(name)
    for state in figures.positions:
        begun = time.process_time()
        count = len(list(game.moves(state)))
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


def check_crowded(name: str, chance: random.Random, count: int) -> list[float]:
    """Return the times in ms that checking moves takes on random tables of 40 loose cards."""
    game = rules.variant(name)
    times = []
    for _ in range(count):
        pack = list(game.pack)
        chance.shuffle(pack)
        hands, table = [pack[:4], pack[4:8]], pack[8:48]
        state = game.position(
            {"variant": name, "hands": hands, "table": [{"cards": [card]} for card in table]}
        )
        for card in hands[0]:
            taken = " ".join(chance.sample(table, chance.randint(1, 40)))
            numbers = [c for c in table if name == "royal" or c[0] not in "JQK"]
            sums = " ".join(chance.sample(numbers, chance.randint(1, len(numbers))))
            build = f"{card} + {sums} = {chance.choice([9, TOP[name]])}"
            for text in (f"{card} x {taken}", f"{card} x {sums}", build):
                begun = time.process_time()
                with contextlib.suppress(rules.IllegalMove):
                    game.parse(state, text)
                times.append((time.process_time() - begun) * 1000)
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200, help="games of each kind (200)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random choices (1)")
    options = parser.parse_args()
    figures = {name: Figures() for name in (*OPTIONS, "chess")}
    seeds = [f"{options.seed} {game}" for game in range(options.games)]
    for seed in seeds:
        for name in OPTIONS:
            play_ours(name, figures[name], seed)
        play_chess(figures["chess"], seed)
    for seed in seeds:
        for name in OPTIONS:
            collect_ours(name, figures[name], seed)
        collect_chess(figures["chess"], seed)
    gc.collect()
    gc.freeze()
    for name in OPTIONS:
        list_ours(name, figures[name])
    list_chess(figures["chess"])
    print(f"{options.games} random games each, seed {options.seed}, listing every legal move")
    print(f"{'':36}" + "".join(f"{name:>12}" for name in figures) + f"{'trifecta/chess':>16}")
    rates = {name: figure.rates() for name, figure in figures.items()}
    for label in rates["chess"]:
        ratio = rates["trifecta"][label] / rates["chess"][label]
        print(
            f"{label:36}" + "".join(f"{r[label]:12,.0f}" for r in rates.values()) + f"{ratio:16.2f}"
        )
    for label, name in (
        ("moves played", "played"),
        ("legal moves listed", "listed"),
        ("most moves in one position", "most"),
    ):
        print(f"{label:36}" + "".join(f"{getattr(f, name):12,}" for f in figures.values()))
    for name in OPTIONS:
        times = check_crowded(name, random.Random(options.seed), 100)
        print(
            f"{name}: checking one move among 40 loose cards: median {median(times):.3f} ms, "
            f"worst {max(times):.3f} ms"
        )


if __name__ == "__main__":
    main()
