"""Time the turn composer: how long a player waits to learn what the chosen cards would do.

    .venv/bin/python bench/composer.py [--games 4]

Random games are played on a temporary SQLite database. On every turn the answers to what is likely
to be chosen are fetched, and each card of the hand is tried alone, with one pile and with two, as
whole requests through the site's middleware. Times are CPU times of this process, so other work on
the machine does not count.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from itertools import islice
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.in_process import empty_site


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=4)
    arguments = parser.parse_args()
    with empty_site():
        report(arguments.games, random.Random(1))


def report(games: int, rng: random.Random) -> None:
    """Play the games, and print how long the composer's answers took."""
    from django.test import Client

    from accounts.models import User

    players = [User.objects.create_user(name) for name in ("one", "other")]
    browsers = {player.pk: Client(SERVER_NAME="127.0.0.1") for player in players}
    for player in players:
        browsers[player.pk].force_login(player)
    hints: list[float] = []
    likely: list[float] = []
    answers: list[float] = []
    for number in range(games + 1):
        play(players, browsers, rng, hints, likely, answers)
        if number == 0:  # the first game warms up
            hints.clear()
            likely.clear()
            answers.clear()
    print("| | how many | median ms | p99 ms | worst ms |\n|---|---|---|---|---|")
    rows = (
        ("what a hand can be played on", hints),
        ("the answers to likely choices", likely),
        ("an answer", answers),
    )
    for name, times in rows:
        times.sort()
        middle, high = times[len(times) // 2], times[len(times) * 99 // 100]
        print(f"| {name} | {len(times)} | {middle:.2f} | {high:.2f} | {times[-1]:.2f} |")


def play(
    players: list[Any],
    browsers: dict[int, Any],
    rng: random.Random,
    hints: list[float],
    likely: list[float],
    answers: list[float],
) -> None:
    """Play one game with random moves, and ask the composer about every turn."""
    from django.utils import timezone

    from games import selectors, services
    from games.models import Game
    from games.rules.fishing import fishing
    from games.rules.state import TableState
    from games.views.compose import questions

    game = services.open_table(
        players[0], variant="trifecta", move_time=86_400, kind=Game.Kind.OPEN, invited=None
    )
    services.join_game(game.pk, user=players[1])
    for player in players:
        services.pick_secret(game.pk, user_id=player.pk, card="7H", arrived_at=timezone.now())
    while True:
        snapshot = selectors.find_game(game.public_id, players[0])
        if snapshot.game.status != Game.Status.PLAYING:
            return
        seat, state = snapshot.game.to_move, snapshot.dealt
        assert seat is not None
        assert isinstance(state, TableState)
        game_rules = fishing(snapshot.game.rules)
        begun = time.process_time()
        game_rules.uses(state, seat)
        hints.append((time.process_time() - begun) * 1000)
        mover = snapshot.seats[seat].user_id
        assert mover is not None
        questions.forget_all()  # nobody asks as often as this
        begun = time.process_time()
        answer = browsers[mover].post(f"/games/{game.public_id}/answers/")
        likely.append((time.process_time() - begun) * 1000)
        assert answer.status_code == 200
        for card in state.hands[seat]:
            for count in range(3):
                piles = [pile.key for pile in rng.sample(state.table, min(count, len(state.table)))]
                begun = time.process_time()
                answer = browsers[mover].post(
                    f"/games/{game.public_id}/compose/", {"card": card, "pile": piles}
                )
                answers.append((time.process_time() - begun) * 1000)
                assert answer.status_code == 200
        move = rng.choice(list(islice(snapshot.game.rules.moves(state), 40)))
        services.make_move(
            game.pk,
            user_id=mover,
            selection=services.Selection(snapshot.game.move_count, text=str(move)),
            arrived_at=timezone.now(),
        )


if __name__ == "__main__":
    main()
