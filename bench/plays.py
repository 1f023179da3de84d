"""Measure how long a search takes to list a position and to play a move, and print one table.

    .venv/bin/python -m bench.plays

The positions are those that strong searches in seeded games. Each is listed, and one of its moves
is played, by the computer players' own table and by the rules. Times are CPU time for each.
"""

import random
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.strength import SETUPS, choose_by, deal
from games import rules
from games.computer import choose
from games.computer.piles.table import KINDS, Play, Table, lay_play
from games.rules import Pile
from games.rules.cards import HIDDEN, cards_in

GAMES = 4
SAMPLE = 200
KIND_OF = {number: kind for kind, number in KINDS.items()}
SEARCHED = [setup for setup in SETUPS if rules.variant(SETUPS[setup][0]).board == "piles"]

Position = tuple[Any, ...]
Listing = tuple[Table, Position]


def record_listings(state: Any, game: Any, found: list[Listing]) -> None:
    """Let strong choose a move, and add what it lists."""
    list_plays = Table.list_plays

    def note(table: Table, *position: Any) -> list[Play]:
        found.append((table, position))
        return list_plays(table, *position)

    with patch.object(Table, "list_plays", note):
        choose(game.document(state, state.to_move), "strong", 1)


def make_state(state: Any, position: tuple[Any, ...]) -> Any:
    """Return a listed position as a state of the rules."""
    hand, loose, builds, seat, _ = position
    hands: list[tuple[str, ...]] = [(HIDDEN,)] * len(state.hands)
    hands[seat] = cards_in(sum(hand))
    piles = [Pile((card,)) for card in cards_in(loose)]
    for bits, value, owner, kind in builds:
        piles.append(Pile(cards_in(bits), value, owner, KIND_OF[kind]))
    return replace(state, hands=tuple(hands), table=tuple(piles), to_move=seat)


def time_in_us(count: int, run: Callable[[], object]) -> float:
    begun = time.process_time()
    run()
    return 1e6 * (time.process_time() - begun) / count


def measure(setup: str) -> list[float]:
    """Return the times of the table and of the rules, each to list and to play, in µs."""
    listings: list[tuple[Any, Listing]] = []
    for number in range(GAMES):
        game, state = deal(setup, f"{setup} {number}")
        chance = random.Random(number)
        turns = 0
        while state.to_move is not None:
            if turns % 6 == number and not game.is_pick(str(next(game.moves(state)))):
                found: list[Listing] = []
                record_listings(state, game, found)
                sample = random.Random(turns).sample(found, min(SAMPLE, len(found)))
                listings += [(state, listing) for listing in sample]
            state = game.play(state, choose_by("easy", game, state, chance))
            turns += 1
    plays = [(table.list_plays(*position)[0], position) for _, (table, position) in listings]
    states = [make_state(state, position) for state, (_, position) in listings]
    chance = random.Random(1)
    moves = [(state, chance.choice(list(game.moves(state)))) for state in states]
    count = len(listings)
    return [
        time_in_us(count, lambda: [table.list_plays(*at) for _, (table, at) in listings]),
        time_in_us(count, lambda: [lay_play(play, at[1], at[2]) for play, at in plays]),
        time_in_us(count, lambda: [list(game.moves(state)) for state in states]),
        # Without the check of the move, which a search would not need either.
        time_in_us(count, lambda: [game._play(state, move) for state, move in moves]),
    ]


def main() -> None:
    print("| game | list here | play here | list by the rules | play by the rules |")
    print("|---|---|---|---|---|")
    for setup in SEARCHED:
        times = " | ".join(f"{each:.1f}" for each in measure(setup))
        print(f"| {SETUPS[setup][3]} | {times} |", flush=True)


if __name__ == "__main__":
    main()
