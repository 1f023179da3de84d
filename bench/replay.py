"""Time the steps of a replay: every step of whole games, requested as htmx requests it.

    .venv/bin/python bench/replay.py --games 20

Random games are played on an empty SQLite database of their own. The time is that of the whole
request inside the process: session, finding the game, the view, the template. On a busy machine
only CPU time can be compared.
"""

import argparse
import random
import statistics
import sys
import time
from itertools import islice
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.in_process import empty_site


def play_game(players: Any, rng: random.Random) -> str:
    """Play a random game to its end, and return the address of its replay."""
    from django.urls import reverse
    from django.utils import timezone

    from games import selectors, services

    game = services.open_table(players[0], variant="trifecta", move_time=60, kind="open")
    public_id = game.public_id
    services.join_game(selectors.find_game(public_id, players[0]).game.pk, user=players[1])
    now = selectors.find_game(public_id, players[0])
    for player in players:
        services.pick_secret(now.game.pk, user_id=player.pk, card="7H", arrived_at=timezone.now())
    now = selectors.find_game(public_id, players[0])
    while now.game.to_move is not None:
        moves = [str(move) for move in islice(now.game.rules.moves(now.state), 60)]
        captures = [text for text in moves if " x " in text]
        now = services.make_move(
            now.game.pk,
            user_id=players[now.game.to_move].pk,
            selection=services.Selection(now.game.move_count, text=rng.choice(captures or moves)),
            arrived_at=timezone.now(),
        )
    return reverse("replay", args=[public_id])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=20)
    arguments = parser.parse_args()
    if arguments.games < 2:
        parser.error("percentiles need two games at least")
    with empty_site():
        measure(arguments.games)


def measure(games: int) -> None:
    """Print the times of the first step viewed in each game, and of all others."""
    from django.test import Client

    from accounts.models import User

    players = [User.objects.create_user(username=name) for name in ("alice", "bob")]
    rng = random.Random(1)
    paths = [play_game(players, rng) for _ in range(games + 1)]
    client = Client()
    client.force_login(players[0])
    firsts: list[tuple[float, float]] = []
    others: list[tuple[float, float]] = []
    size = 0
    for number, path in enumerate(paths):
        step = 0
        while True:
            began = time.perf_counter(), time.process_time()
            answer = client.get(f"{path}{step}/", HTTP_HX_REQUEST="true", HTTP_HOST="127.0.0.1")
            took = time.perf_counter() - began[0], time.process_time() - began[1]
            if answer.status_code == 404:
                break
            if number:  # the first game warms up
                (others if step else firsts).append(took)
                size += len(answer.content)
            step += 1
    print("| | steps | CPU ms p50 | p99 | elapsed ms p50 | p99 |\n|---|---|---|---|---|---|")
    for name, steps in (("first look at a game", firsts), ("any other step", others)):
        elapsed, cpu = (
            statistics.quantiles([1000 * seconds for seconds in times], n=100)
            for times in zip(*steps, strict=True)
        )
        print(
            f"| {name} | {len(steps)} | {cpu[49]:.1f} | {cpu[98]:.1f} "
            f"| {elapsed[49]:.1f} | {elapsed[98]:.1f} |"
        )
    print(f"\n{size / (len(firsts) + len(others)) / 1000:.0f} KB per step")


if __name__ == "__main__":
    main()
