"""Measure how strong the levels of the computer players are, and print one table.

    python -m bench.strength --seconds 60
    python -m bench.strength --pairs master-strong --variants trifecta --games 400
    python -m bench.strength --pairs all

Each line plays one level against another. Every deal is played twice with the same cards and the
seats swapped. Wins are given with their 95% Wilson interval (a draw is half a win), the lead in
points per deck with the 95% interval of its mean. A line stops after --games or --seconds,
whichever comes first; a bar below the table shows its progress.
Besides the levels there are "random", which plays any legal move, and for the games with piles
"informed", which is strong with all hands shown to it, as a yardstick.
"""

import argparse
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games import rules
from games.computer import LEVELS, choose

RANDOM = "random"
INFORMED = "informed"
Z = 1.96
BAR = 20
SETUPS: dict[str, tuple[str, int, dict[str, Any], str]] = {
    "trifecta": ("trifecta", 2, {}, "Trifecta, one game"),
    "casino": ("casino", 2, {"target": None}, "Casino, one deck"),
    "match": ("casino", 2, {"target": 21}, "Casino, game to 21"),
    "partners": ("casino", 4, {"target": None, "partnership": True}, "Casino, partners, one deck"),
    "spade": ("spade", 2, {"target": None}, "Spade Casino, one deck"),
    "royal": ("royal", 2, {}, "Royal Cassino, one game"),
    "royal_casino": ("royal_casino", 2, {"target": None}, "Royal Casino to 21, one deck"),
    "triple_four": ("triple_four", 2, {}, "Triple Four, one game"),
}


@dataclass
class Tally:
    """The figures of one line of the table, for the first of its two levels."""

    results: list[float] = field(default_factory=list)
    leads: list[float] = field(default_factory=list)
    times: dict[str, list[float]] = field(default_factory=dict)

    def write(self, setup: str, first: str, second: str) -> str:
        """Return the line as a row of a Markdown table."""
        low, high = find_wilson(mean(self.results), len(self.results))
        lead = f"{mean(self.leads):+.2f}".replace("-", "−")
        if len(self.leads) > 1:
            lead += f" ± {Z * stdev(self.leads) / sqrt(len(self.leads)):.2f}"
        times = self.times.get(first, [0.0])
        return (
            f"| {SETUPS[setup][3]} | {first} : {second} | {len(self.results)} "
            f"| {100 * mean(self.results):.1f}% | {100 * low:.1f} to {100 * high:.1f}% "
            f"| {lead} | {1000 * mean(times):.1f} | {1000 * max(times):.0f} |"
        )


HEADER = (
    "| game | levels | games | won | 95% interval | points per deck | ms per choice | most ms |\n"
    "|---|---|---|---|---|---|---|---|"
)


def find_wilson(share: float, count: int) -> tuple[float, float]:
    """Return the Wilson interval of a share won in this many games."""
    middle = share + Z * Z / (2 * count)
    spread = Z * sqrt(share * (1 - share) / count + Z * Z / (4 * count * count))
    scale = 1 + Z * Z / count
    return (middle - spread) / scale, (middle + spread) / scale


def shuffle(cards: tuple[str, ...], *seed: object) -> list[str]:
    return random.Random(" ".join(map(str, seed))).sample(cards, len(cards))


def deal(setup: str, seed: str) -> tuple[Any, Any]:
    name, players, options, _ = SETUPS[setup]
    game = rules.variant(name)
    packs = {pack: shuffle(cards, seed, pack) for pack, cards in game.extra_packs}
    starter = random.Random(seed).randrange(players)
    deck = shuffle(game.pack, seed)
    return game, game.begin(deck, players=players, starter=starter, options={**options, **packs})


def play(setup: str, seed: str, levels: tuple[str, str], tally: Tally) -> tuple[float, float]:
    """Play a game, and return the result of side 0 and its lead in points per deck."""
    game, state = deal(setup, seed)
    chance = random.Random(f"{seed} moves")
    decks = 1
    while not state.is_over:
        if awaited := game.awaited_shuffle(state):
            word, cards = awaited
            state = game.play(state, f"{word} {' '.join(shuffle(cards, seed, decks))}")
            decks += 1
            continue
        seat = state.to_move
        level = levels[seat % 2]
        begun = time.process_time()
        state = game.play(state, choose_by(level, game, state, chance))
        tally.times.setdefault(level, []).append(time.process_time() - begun)
    outcome = game.outcome(state)
    assert outcome is not None
    totals = [float(total) for total in game.totals(state)]
    result = 0.5 if len(outcome[0]) != 1 else float(outcome[0][0] == 0)
    return result, (totals[0] - totals[1]) / (decks if game.board == "piles" else 1)


def choose_by(level: str, game: Any, state: Any, chance: random.Random) -> Any:
    if level == RANDOM:
        return chance.choice(list(game.moves(state)))
    view = game.document(state, state.to_move)
    if level == INFORMED:
        view["hands"] = game.document(state)["hands"]
        level = "strong"
    return choose(view, level, chance.getrandbits(48)).move


def measure(
    setup: str, first: str, second: str, options: argparse.Namespace
) -> Iterator[tuple[Tally, float]]:
    """Yield the tally after each deal, and the share of the line that is done."""
    tally = Tally()
    begun = time.monotonic()
    deals = (options.games + 1) // 2
    for number in range(deals):
        seed = f"{options.seed} {setup} {number}"
        won, lead = play(setup, seed, (first, second), tally)
        lost, behind = play(setup, seed, (second, first), tally)
        tally.results += [won, 1 - lost]
        tally.leads.append((lead - behind) / 2)
        spent = (time.monotonic() - begun) / options.seconds
        yield tally, min(1.0, max(spent, (number + 1) / deals))
        if spent >= 1:
            break


def draw_bar(share: float, row: str) -> str:
    """Return a progress bar for a line of the table, with its figures so far."""
    full = round(BAR * share)
    return f"[{'#' * full}{'.' * (BAR - full)}] {row.replace('|', '').strip()}"


def main() -> None:
    names = [RANDOM, *LEVELS]
    neighbours = [f"{better}-{worse}" for worse, better in zip(names, names[1:], strict=False)]
    every = ",".join([f"easy-{RANDOM}", *neighbours])
    all_pairs = [f"{better}-{worse}" for worse, better in combinations(names, 2)]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200, help="the most games in a line (200)")
    parser.add_argument(
        "--seconds", type=float, default=60, help="the most seconds for a line (60)"
    )
    pairs = (
        "levels, such as strong-club,master-strong, or all (default: easy-random and neighbours)"
    )
    parser.add_argument("--pairs", default=every, help=pairs)
    parser.add_argument("--variants", default=",".join(SETUPS), help=f"any of {', '.join(SETUPS)}")
    parser.add_argument("--seed", type=int, default=1, help="seed of all shuffles (1)")
    options = parser.parse_args()
    print(HEADER, flush=True)
    for setup in options.variants.split(","):
        for pair in all_pairs if options.pairs == "all" else options.pairs.split(","):
            first, second = pair.split("-")
            for tally, share in measure(setup, first, second, options):
                row = tally.write(setup, first, second)
                sys.stderr.write(f"\r\033[K{draw_bar(share, row)}")
                sys.stderr.flush()
            sys.stderr.write("\r\033[K")
            print(row, flush=True)


if __name__ == "__main__":
    main()
