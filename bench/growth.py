"""Measure the pages and the sweep of a site with many finished games.

    .venv/bin/python bench/growth.py [--games 100000] [--running 5000] [--postgres URL]

This fills an empty SQLite database in a temporary folder, or a new PostgreSQL database that is
dropped afterwards, with finished games: `--own` of them are one player's, half of those private.
`--running` games over days are being played, 50 of them by another player, and a few wait. It then
asks for each page through the site's middleware. The figures are CPU time of this process, plus on
PostgreSQL that of the database's own process. The time of a page does not depend on the number of
games, so a few hundred will do to measure one.
"""

from __future__ import annotations

import argparse
import datetime as dt
import os
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.in_process import empty_site

TICKS = os.sysconf("SC_CLK_TCK")
PLAYERS = 500
BATCH = 5000
WAITING = 20
BUSY = 50
"""How many games over days one player plays."""
MOVES = ("5D", "4H", "9D x 5D 4H", "KD", "TH", "3S", "8C", "2H")
BEGAN = dt.datetime(2025, 1, 1, tzinfo=dt.UTC)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--own", type=int, default=10_000, help="how many are one player's")
    parser.add_argument("--running", type=int, default=5000, help="how many are being played")
    parser.add_argument("--repeat", type=int, default=20, help="how often each page is asked for")
    parser.add_argument("--postgres", help="a server, such as postgres://postgres@127.0.0.1:5432")
    arguments = parser.parse_args()
    with empty_site(arguments.postgres):
        from django.db import connection

        fill(arguments.games, arguments.own, arguments.running)
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE" if arguments.postgres else "ANALYZE")
        # Opened again: SQLite reads its statistics when a connection opens.
        connection.close()
        report(arguments.repeat)


def fill(games: int, own: int, running: int) -> None:
    """Store the finished games, `own` of them of the first player, and the unfinished ones."""
    from django.db import transaction
    from django.utils import timezone

    from accounts.models import User
    from games.models import Tally
    from games.selectors.tallies import count_tallies

    users = User.objects.bulk_create(
        User(username=f"player{number}", avatar="owl") for number in range(PLAYERS)
    )
    rng, first = random.Random(1), users[0]
    # Spread evenly over the time, so that others' games lie between the player's own.
    every = games / own if own else 0
    numbers = {round(number * every) for number in range(own)}
    for begin in range(0, games, BATCH):
        with transaction.atomic():
            store(
                [
                    finished_game(rng, number, users, first if number in numbers else None)
                    for number in range(begin, min(begin + BATCH, games))
                ]
            )
    for begin in range(0, PLAYERS, 50):
        counted = count_tallies([user.pk for user in users[begin : begin + 50]])
        Tally.objects.bulk_create(
            Tally(player_id=player, viewer_id=viewer, variant=variant, **results)
            for (player, viewer, variant), results in counted.items()
        )
    with transaction.atomic():
        now = timezone.now()
        store([waiting_game(rng, users, now) for _ in range(WAITING)])
        store([running_game(rng, users, number < BUSY, now) for number in range(running)])


def finished_game(
    rng: random.Random, number: int, users: list[Any], own: Any
) -> tuple[Any, list[Any]]:
    """Return a finished game and its seats; half of the games are private."""
    from games.models import Game, Seat

    ended = BEGAN + dt.timedelta(minutes=5 * number)
    reason = rng.choice(("score", "score", "score", "draw", "resignation", "forfeit"))
    game = Game(
        variant=rng.choice(("trifecta", "trifecta", "casino", "royal")),
        rules_version=1,
        kind=rng.choice(("queue", "open", "computer", "link")),
        move_time=60,
        status=Game.Status.FINISHED,
        reason=reason,
        created_at=ended - dt.timedelta(minutes=12),
        started_at=ended - dt.timedelta(minutes=10),
        finished_at=ended,
        event_count=60,
        move_count=rng.randrange(30, 60),
    )
    players = rng.sample(users[1:], 2)
    if own is not None:
        players[0] = own
    rng.shuffle(players)
    computer = rng.randrange(2) if game.kind == Game.Kind.COMPUTER else None
    if computer is not None and players[computer] is own:
        computer = 1 - computer
    results = (
        ("drawn", "drawn") if reason == "draw" else rng.choice((("won", "lost"), ("lost", "won")))
    )
    seats = [
        Seat(
            index=index,
            user=None if index == computer else player,
            computer="club" if index == computer else "",
            finished_at=ended,
            result=results[index],
            total="9",
        )
        for index, player in enumerate(players)
    ]
    return game, seats


def waiting_game(rng: random.Random, users: list[Any], now: dt.datetime) -> tuple[Any, list[Any]]:
    """Return a game that waits for its second player, and its seat."""
    from games.models import Game, Seat

    game = Game(
        variant="trifecta",
        rules_version=1,
        kind="open",
        move_time=86_400,
        status=Game.Status.WAITING,
        seen_at=now,
        created_at=now,
    )
    return game, [Seat(index=0, user=rng.choice(users))]


def running_game(
    rng: random.Random, users: list[Any], is_busy: bool, now: dt.datetime
) -> tuple[Any, list[Any]]:
    """Return a game over days that is being played, and its seats; `is_busy` seats that player."""
    from games.models import Game, Seat

    game = Game(
        variant=rng.choice(("trifecta", "casino", "royal")),
        rules_version=1,
        kind="link",  # the front page would show a public one, whose cards are not stored
        move_time=3 * 86_400,
        status=Game.Status.PLAYING,
        to_move=rng.randrange(2),
        standing="3.0 4.5",
        turn_started_at=now,
        deadline=now + dt.timedelta(seconds=rng.randrange(3600, 3 * 86_400)),
        created_at=now,
        started_at=now,
        event_count=len(MOVES),
        move_count=len(MOVES),
    )
    players = [users[1], rng.choice(users[2:])] if is_busy else rng.sample(users[2:], 2)
    rng.shuffle(players)
    return game, [Seat(index=index, user=user) for index, user in enumerate(players)]


def store(made: list[tuple[Any, list[Any]]]) -> None:
    """Write games, seats, decks, rounds and highlights, and the latest moves of running games."""
    from games.models import Deck, Event, Game, Highlight, Round, Seat

    games = Game.objects.bulk_create(game for game, _ in made)
    for game, seats in made:
        for seat in seats:
            seat.game = game
    Seat.objects.bulk_create(seat for _, seats in made for seat in seats)
    decks = Deck.objects.bulk_create(
        Deck(game=game, recipe=1, seed=b"", commitment="", cards="AS", starter=0) for game in games
    )
    Round.objects.bulk_create(
        Round(deck=deck, index=index, starter=0, sheet=[]) for deck in decks for index in (1, 2)
    )
    Highlight.objects.bulk_create(
        Highlight(game=game, number=10, seat=0, kind="stolen_build")
        for game in games[::3]
        if game.finished_at
    )
    Event.objects.bulk_create(
        Event(game=game, number=number, seat=number % 2, text=text, at=game.created_at)
        for game in games
        if game.status == Game.Status.PLAYING
        for number, text in enumerate(MOVES, start=1)
    )


def report(repeat: int) -> None:
    """Print how long each page and a sweep take."""
    from django.test import Client
    from django.utils import timezone

    from accounts.models import User
    from games import services
    from games.models import SiteClock
    from games.selectors import find_turns
    from games.tasks import sweep

    first, other = User.objects.order_by("pk")[:2]
    browsers = {name: Client(SERVER_NAME="127.0.0.1") for name in ("nobody", "first", "other")}
    browsers["first"].force_login(first)
    browsers["other"].force_login(other)
    name = first.username

    def get(browser: str, path: str) -> Callable[[], None]:
        def ask() -> None:
            assert browsers[browser].get(path).status_code == 200, path

        return ask

    # As long as the site is alive, the sweep looks for what is due.
    SiteClock.objects.create(web_seen_at=timezone.now() + dt.timedelta(hours=1))
    assert services.overdue_games(now=timezone.now()) == []

    works: dict[str, Callable[[], object]] = {
        "lobby, of somebody not logged in": get("nobody", "/"),
        "lobby, of the player": get("first", "/"),
        "archive, public games": get("nobody", "/archive/?show=public"),
        "archive, the player’s own games": get("first", "/archive/?show=mine"),
        "archive, public games of the player": get("nobody", f"/archive/?player={name}"),
        "archive, games of one variant": get("nobody", "/archive/?variant=casino"),
        "the player’s page, seen by nobody": get("nobody", f"/players/{name}/"),
        "the player’s page, seen by another": get("other", f"/players/{name}/"),
        "the player’s page, seen by the player": get("first", f"/players/{name}/"),
        "a player’s 50 running games": get("other", "/games/mine/"),
        "lobby, of that player": get("other", "/"),
        "in how many of them it is the player’s turn": lambda: find_turns(other),
        "a sweep, every second": sweep,
    }
    print("| | CPU ms | of these, the queries | the least here |\n|---|---|---|---|")
    for what, work in works.items():
        times = " | ".join(f"{seconds * 1000:.1f}" for seconds in cpu_of(work, repeat))
        print(f"| {what} | {times} |", flush=True)


def cpu_of(work: Callable[[], object], repeat: int) -> tuple[float, float, float]:
    """Return the CPU-seconds of the work and of its queries, with the database’s own process.

    The third number is the least that the work took in this process alone, which other programs on
    the machine disturb least.
    """
    from django.db import connection

    queries = 0.0

    def time_query(execute: Callable[..., Any], *query: Any) -> Any:
        nonlocal queries
        begun = time.process_time()
        try:
            return execute(*query)
        finally:
            queries += time.process_time() - begun

    work()
    here, there = time.process_time(), database_cpu()
    least = float("inf")
    with connection.execute_wrapper(time_query):
        for _ in range(repeat):
            begun = time.process_time()
            work()
            least = min(least, time.process_time() - begun)
    here, there = time.process_time() - here, database_cpu() - there
    return (here + there) / repeat, (queries + there) / repeat, least


def database_cpu() -> float:
    """Return the CPU-seconds that PostgreSQL’s process for this connection has used so far."""
    from django.db import connection

    if connection.vendor != "postgresql":
        return 0.0
    connection.ensure_connection()
    pid = connection.connection.info.backend_pid
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


if __name__ == "__main__":
    main()
