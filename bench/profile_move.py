"""Break one move down into the CPU time of its steps, and count its queries.

    .venv/bin/python bench/profile_move.py [--moves 500] [--functions 40] [--languages en es]

Whole games are played in this process through the site's own application, with both seats on
sockets, on a temporary SQLite database (or on DATABASE_URL, which must then be empty). The time of
a step is the CPU time that its thread spends in it, without the steps inside it.

With --languages it is measured instead what a move costs when the seats have these languages, and
when both have the first one: in two processes with the same cards and moves, which play each game
in turn on one core while the other waits.
"""

from __future__ import annotations

import argparse
import cProfile
import functools
import os
import pstats
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import uvloop
from asgiref.testing import ApplicationCommunicator

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

STEPS = (
    ("read the frame and its fields", "games.live.consumers", "_read_frame"),
    ("read the frame and its fields", "games.live.plays", "read_selection"),
    ("session: is the player still logged in", "accounts.sign_ins", "is_standing"),
    ("lock and read the game", "games.services.playing", "lock_game_for_move"),
    ("rules: read and check the move", "games.services.playing", "_check_move"),
    ("store a usual move", "games.services.quick", "_store"),
    ("rules: play it", "games.rules.variant", "Variant.play_legal"),
    ("insert a move, a round or a highlight", "games.services.writing", "insert_row"),
    ("update the game, a round or a seat", "games.services.writing", "save_row"),
    ("begin and commit", "django.db.transaction", "Atomic.__enter__"),
    ("begin and commit", "django.db.transaction", "Atomic.__exit__"),
    ("open and close the connection", "django.db", "close_old_connections"),
    (
        "open and close the connection",
        "django.db.backends.base.base",
        "BaseDatabaseWrapper.connect",
    ),
    ("tell the group", "config.groups", "Groups.send"),
    ("both views, and their parts", "games.live.consumers", "take_table"),
    ("both: what changed, as HTML", "games.live.consumers", "render_changed"),
    ("both: the whole table", "games.live.consumers", "render_whole"),
)  # fmt: skip


WARMING_UP = 8  # games, in which words are remembered that most games have


class Watch:
    """Adds up the CPU time of each step, without the steps measured inside it."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.calls: Counter[str] = Counter()
        self.local = threading.local()

    def wrap(self, step: str, function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def watched(*args: Any, **kwargs: Any) -> Any:
            outer = getattr(self.local, "inside", None)
            self.local.inside = 0.0
            began = time.thread_time()
            try:
                return function(*args, **kwargs)
            finally:
                took = time.thread_time() - began
                self.seconds[step] += took - self.local.inside
                self.calls[step] += 1
                self.local.inside = None if outer is None else outer + took

        return watched

    def install(self) -> None:
        """Wrap every step where it is looked up."""
        for step, module, path in STEPS:
            owner: Any = sys.modules[module]
            *parents, name = path.split(".")
            for parent in parents:
                owner = getattr(owner, parent)
            setattr(owner, name, self.wrap(step, getattr(owner, name)))


class Queries:
    """Counts the statements of every connection."""

    def __init__(self) -> None:
        self.kinds: Counter[str] = Counter()

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        self.kinds[sql.split(None, 1)[0]] += 1
        return execute(sql, params, many, context)


class Page:
    """One seat's socket, without a network."""

    def __init__(self, path: str, session: str, language: str = "en") -> None:
        import config.asgi

        headers = {
            b"origin": b"http://127.0.0.1:8000",
            b"host": b"127.0.0.1:8000",
            b"cookie": (
                f"csrftoken={'a' * 32}; sessionid={session}; django_language={language}".encode()
            ),
        }
        scope = {"type": "websocket", "path": path, "query_string": b"", "subprotocols": []}
        self.socket = ApplicationCommunicator(
            config.asgi.application, {**scope, "headers": list(headers.items())}
        )

    async def open(self) -> None:
        await self.socket.send_input({"type": "websocket.connect"})
        assert (await self.socket.receive_output(5))["type"] == "websocket.accept"
        await self.table()

    async def send(self, frame: str) -> None:
        await self.socket.send_input({"type": "websocket.receive", "text": frame})

    async def table(self) -> None:
        """Wait for the table; a game that begins or ends also changes the number of the bell."""
        while "bell-count" in (await self.socket.receive_output(5))["text"]:
            pass

    async def close(self) -> None:
        await self.socket.send_input({"type": "websocket.disconnect", "code": 1000})
        await self.socket.wait(5)


async def play(
    games: list[dict[str, Any]], moves: int, begin: Callable[[], None]
) -> tuple[int, dict[str, list[float]]]:
    """Play up to this many moves of these games.

    Return how many were played, and the milliseconds of CPU that each opening of both pages and
    each last move of a game took.
    """
    from config import groups

    groups.here()
    played = 0
    spent: dict[str, list[float]] = {"open both pages": [], "the last move": []}
    for number, game in enumerate(games):
        seats = [Page(game["path"], session) for session in game["sessions"]]
        began = time.process_time()
        for page in seats:
            await page.open()
        spent["open both pages"].append((time.process_time() - began) * 1000)
        if number == 1:  # the first game warms up
            begin()
            played = 0
        for seat, frame in game["moves"]:
            began = time.process_time()
            await seats[seat].send(frame)
            await seats[seat].table()
            await seats[1 - seat].table()
            played += 1
            if number and played == moves:
                return played, spent
        spent["the last move"].append((time.process_time() - began) * 1000)
        for page in seats:
            await page.close()
    return played, spent


async def measure_games(games: list[dict[str, Any]], languages: list[str]) -> None:
    """Play a game for each line that comes, and print what a move costs in milliseconds of CPU."""
    from config import groups

    groups.here()
    for game in games:
        sys.stdin.readline()
        seats = [
            Page(game["path"], *each) for each in zip(game["sessions"], languages, strict=True)
        ]
        for page in seats:
            await page.open()
        began = time.process_time()
        for seat, frame in game["moves"]:
            await seats[seat].send(frame)
            await seats[seat].table()
            await seats[1 - seat].table()
        took = time.process_time() - began
        for page in seats:
            await page.close()
        print(took / len(game["moves"]) * 1000, flush=True)


def count_games(moves: int) -> int:
    """Return how many games have at least so many moves, besides the first."""
    return moves // 48 + 2


def compare(moves: int, languages: list[str]) -> None:
    """Play the same games in one language and in two, and print what a move of each costs."""
    manage = [sys.executable, str(Path(__file__).resolve().parent.parent / "manage.py")]
    subprocess.run([*manage, "collectstatic", "--no-input", "-v0"], check=True)
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # two cores are never equally fast
    command = [sys.executable, __file__, "--moves", str(moves), "--only", "--languages"]
    ways = ([languages[0]] * 2, languages)
    players = [
        subprocess.Popen([*command, *way], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for way in ways
    ]
    costs: tuple[list[float], list[float]] = ([], [])
    for number in range(count_games(moves)):
        for way in (0, 1) if number % 2 else (1, 0):
            costs[way].append(play_next(players[way]))
    one, two = (each[WARMING_UP:] for each in costs)
    ratios = [mixed / same for same, mixed in zip(one, two, strict=True)]
    error = statistics.stdev(ratios) / len(ratios) ** 0.5
    print(
        f"{len(ratios)} games, ms of CPU per move: {statistics.mean(one):.2f} with both seats in "
        f"{languages[0]}, {statistics.mean(two):.2f} in {' and '.join(languages)}; mean of the "
        f"ratios {statistics.mean(ratios):.3f}, standard error {error:.3f}; ratio of the means "
        f"{statistics.mean(two) / statistics.mean(one):.3f}"
    )


def play_next(player: subprocess.Popen[str]) -> float:
    """Let a process play its next game, and return what a move of it cost."""
    assert player.stdin is not None
    assert player.stdout is not None
    player.stdin.write("\n")
    player.stdin.flush()
    return float(player.stdout.readline())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--moves", type=int, default=500)
    parser.add_argument(
        "--functions", type=int, default=0, help="how many of the most expensive functions to list"
    )
    parser.add_argument("--languages", nargs=2, help="the languages of the two seats")
    parser.add_argument("--only", action="store_true", help="with these languages, not compared")
    arguments = parser.parse_args()
    if arguments.languages and not arguments.only:
        compare(arguments.moves, arguments.languages)
        return
    with tempfile.TemporaryDirectory(prefix="bench-profile-") as directory:
        os.environ.setdefault("DATABASE_URL", f"sqlite:///{directory}/profile.sqlite3")
        os.environ.setdefault("LOG_LEVEL", "ERROR")
        os.environ["REDIS_URL"] = ""
        import random
        from unittest.mock import Mock, patch

        from django.core.management import call_command

        from bench.dealt import deal_game, start_ids_far_away

        if not arguments.only:
            call_command("collectstatic", interactive=False, verbosity=0)
        call_command("migrate", interactive=False, verbosity=0)
        start_ids_far_away()
        rng = random.Random(1)
        with patch("games.services.places.secrets", Mock(token_bytes=rng.randbytes)):
            games = [deal_game(number, 60, rng) for number in range(count_games(arguments.moves))]
        import config.asgi  # noqa: F401 (loads every module that is watched)
        from config.garbage import stop_automatic_collection

        stop_automatic_collection()  # as a web process does when it starts
        if arguments.languages:
            uvloop.run(measure_games(games, arguments.languages))
        else:
            report(games, arguments.moves, arguments.functions)


def report(games: list[dict[str, Any]], moves: int, functions: int) -> None:
    """Play, and print how long each step took."""
    from django.db.backends.signals import connection_created

    watch, queries = Watch(), Queries()

    def count_queries(connection: Any, **_: Any) -> None:
        if queries not in connection.execute_wrappers:
            connection.execute_wrappers.append(queries)

    connection_created.connect(count_queries)
    profile = cProfile.Profile()
    if functions:
        from games.live.consumers import TableConsumer

        move = TableConsumer._move
        TableConsumer._move = lambda *args: profile.runcall(move, *args)  # type: ignore[method-assign]
    else:
        watch.install()
    began = 0.0

    def begin() -> None:
        nonlocal began
        watch.seconds.clear()
        watch.calls.clear()
        queries.kinds.clear()
        profile.clear()
        began = time.process_time()

    played, spent = uvloop.run(play(games, moves, begin))
    total = time.process_time() - began
    if functions:
        pstats.Stats(profile).sort_stats("tottime").print_stats(functions)
        return
    print(f"{played} moves\n\n| step | calls per move | ms per move | share |\n|---|---|---|---|")
    for step in dict.fromkeys(step for step, *_ in STEPS):
        seconds, calls = watch.seconds[step], watch.calls[step]
        print(
            f"| {step} | {calls / played:.1f} | {seconds / played * 1000:.2f} "
            f"| {seconds / total * 100:.0f}% |"
        )
    rest = total - sum(watch.seconds.values())
    print(f"| the rest: sockets, threads, event loop | | {rest / played * 1000:.2f} "
          f"| {rest / total * 100:.0f}% |")  # fmt: skip
    print(f"| all | | {total / played * 1000:.2f} | 100% |")
    print()
    for name, times in spent.items():
        after = times[WARMING_UP:] or times
        print(
            f"{name}: {statistics.mean(after):.1f} ms on average, {statistics.median(after):.1f} "
            f"at the median of {len(after)}, without the first {len(times) - len(after)}"
        )
    print("\nStatements per move: ", end="")
    print(", ".join(f"{n / played:.2f} {kind}" for kind, n in queries.kinds.most_common()))


if __name__ == "__main__":
    main()
