"""Flood a site, held to one core, with games against master, and time the answers to others.

    .venv/bin/python bench/flood.py [--services] [--seconds 120]

Three guests have thirty games each against master and move in each as soon as they can, ask for
hints all the time, and have all their finished games analysed. Meanwhile others play one game each
against easy and against master, ask for hints, and one has a game analysed. Times are from a
person's move to the table with the computer's move: the natural pause of 0.6 to 1 s is in them.
Everything runs on loopback, in a temporary database that is removed at the end.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import os
import random
import re
import sys
import time
import urllib.error
import urllib.request
from collections import Counter, defaultdict
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.players import Socket, close, connect, cookies_of
from bench.site import Server, find_percentile
from bench.stores import add_services, end_after, environment, store_of_site

FLOODERS = 3
GAMES = 30
ANALYSES = 6
PLAYERS = {"easy": 4, "master": 2}
THREADS = 24
WARM_UP = 5.0
"""Seconds before the measurement begins. Moves made in them are not timed."""
PAUSE = 0.5
PATIENCE = 20.0
UNANSWERED = 3.0
"""After how many seconds a move that the game has not got is sent again, as a page does."""
PATIENCE_OF_GUESTS = 60.0
"""The thirty games of a guest take turns, so that each of them is answered after about 45 s."""
CHOSEN_AMONG = 30
SECONDS_AT_MOST = 900
GOALS = {"others, easy": 2.0, "others, master": 5.0}
"""The most seconds for 99 % of the answers in a flood."""

Times = dict[str, list[float]]


class Person:
    """Somebody with an account and a log-in, and the games against computer players."""

    def __init__(self, name: str) -> None:
        from accounts.models import User
        from tests.sessions import sign_in

        self.user = User.objects.create_user(name)
        self.session = sign_in(self.user)

    def begin(self, level: str) -> Any:
        """Start a game against a computer player."""
        from games import services

        return services.play_computer(self.user, variant="royal", move_time=0, levels=[level])

    def finish_game(self, opponent: Person, rng: random.Random) -> Any:
        """Play a whole game against somebody, and return it."""
        from django.utils import timezone

        from games import services
        from games.selectors.operations import read_snapshot

        people = [self.user, opponent.user]
        game = services.open_table(people[0], variant="royal", move_time=86_400, kind="link")
        services.join_game(game.pk, user=people[1])
        while (snapshot := read_snapshot(game.pk)).game.to_move is not None:
            services.make_move(
                game.pk,
                user_id=people[snapshot.game.to_move].pk,
                selection=services.Selection(
                    snapshot.game.move_count, text=any_move(snapshot, rng)
                ),
                arrived_at=timezone.now(),
            )
        return game

    async def post(self, port: int, path: str) -> tuple[int, str]:
        """Post an empty form like htmx does, and return the status and the answer."""
        return await asyncio.to_thread(self._send, port, path, f"csrfmiddlewaretoken={'a' * 32}")

    async def get(self, port: int, path: str) -> tuple[int, str]:
        return await asyncio.to_thread(self._send, port, path, None)

    def _send(self, port: int, path: str, body: str | None) -> tuple[int, str]:
        request = urllib.request.Request(
            f"http://127.0.0.1:{port}{path}",
            body.encode() if body is not None else None,
            {"Cookie": cookies_of(self.session), "HX-Request": "true"},
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, ""


async def in_thread(step: Callable[..., Any], *arguments: Any) -> Any:
    """Do something with the database in a thread that keeps no connection from the others."""
    from django.db import close_old_connections

    def do() -> Any:
        try:
            return step(*arguments)
        finally:
            close_old_connections()

    return await asyncio.to_thread(do)


def any_move(snapshot: Any, rng: random.Random) -> str:
    moves = snapshot.game.rules.moves(snapshot.state)
    return str(rng.choice(list(itertools.islice(moves, CHOSEN_AMONG))))


def read_turn(game_id: int, rng: random.Random) -> tuple[int | None, int, str]:
    """Return whose turn it is, the number of moves so far, and a legal move of the person."""
    from games.selectors.operations import read_snapshot

    snapshot = read_snapshot(game_id)
    game = snapshot.game
    return game.to_move, game.move_count, any_move(snapshot, rng) if game.to_move == 0 else ""


def patience_of(kind: str) -> float:
    """Return after how many seconds an answer of a kind counts as never given."""
    return PATIENCE_OF_GUESTS if kind.startswith("the guests") else PATIENCE


class Flood:
    """All who play at the same time, and the times of the answers that they got."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.rng = random.Random(1)
        self.times: Times = defaultdict(list)
        self.began: float | None = None
        self.failures: Counter[str] = Counter()

    def note(self, kind: str, sent: float, came: float) -> None:
        """Note how long an answer took, unless it was asked for before the measurement began."""
        if self.began is not None and sent >= self.began:
            self.times[kind].append(came - sent)

    async def play(
        self, person: Person, game: Any, level: str, kind: str, pause: float = 0.0
    ) -> None:
        """Play a game against a level and others after it, and note the times of the answers."""
        while True:
            socket = await connect(self.port, f"/ws{game.get_absolute_url()}", person.session)
            try:
                await self._play_game(socket, game.pk, kind, pause)
            finally:
                await close([socket])
            game = await in_thread(person.begin, level)

    async def _play_game(self, socket: Socket, game_id: int, kind: str, pause: float) -> None:
        while True:
            to_move, seen, move = await in_thread(read_turn, game_id, self.rng)
            if to_move is None:
                return
            if to_move != 0:
                await asyncio.sleep(1)
                continue
            await asyncio.sleep(pause)
            sent, frame = time.perf_counter(), json.dumps({"seen": str(seen), "move": move})
            await socket.connection.send(frame)
            at = await self._wait(socket, game_id, seen, frame, kind)
            if at is not None:
                self.note(kind, sent, at)

    async def _wait(
        self, socket: Socket, game_id: int, seen: int, frame: str, kind: str
    ) -> float | None:
        """Wait for the answer to a move, and return when it came, None if there is none."""
        until = time.perf_counter() + patience_of(kind)
        while time.perf_counter() < until:
            shown = socket.shows(seen + 2)
            try:
                return await asyncio.wait_for(shown, UNANSWERED)
            except TimeoutError:
                to_move, count, _ = await in_thread(read_turn, game_id, self.rng)
                if to_move is None or (to_move == 0 and count == seen + 1):
                    return None
                if count == seen:
                    await socket.connection.send(frame)
        self.failures[kind] += 1
        return None

    async def ask_hints(self, person: Person, kind: str, pause: float) -> None:
        """Ask for hints in a game in which it is the person's turn, and make a move after each."""
        while True:
            game = await in_thread(person.begin, "easy")
            socket = await connect(self.port, f"/ws{game.get_absolute_url()}", person.session)
            path = f"{game.get_absolute_url()}hint/"
            try:
                to_move: int | None = 1
                while to_move is not None:
                    to_move, seen, move = await in_thread(read_turn, game.pk, self.rng)
                    if to_move == 0:
                        await self._ask_hint(person, path, kind)
                        await socket.connection.send(json.dumps({"seen": str(seen), "move": move}))
                    await asyncio.sleep(pause)
            finally:
                await close([socket])

    async def _ask_hint(self, person: Person, path: str, kind: str) -> None:
        sent = time.perf_counter()
        status, text = await person.post(self.port, path)
        while status == 200 and "<b>Hint.</b>" not in text:
            if time.perf_counter() - sent > patience_of(kind):
                self.failures[kind] += 1
                return
            await asyncio.sleep(0.2)
            status, text = await person.get(self.port, path)
        if status == 200:
            self.note(kind, sent, time.perf_counter())

    async def analyse(self, person: Person, games: list[Any], kind: str) -> None:
        """Have finished games analysed, and note how long the first one takes."""
        sent = time.perf_counter()
        for game in games:
            await person.post(self.port, f"{game.get_absolute_url()}analysis/")
        while True:
            _, text = await person.get(self.port, f"{games[0].get_absolute_url()}analysis/")
            if "analysis is complete" in re.sub(r"\s+", " ", text):
                self.note(kind, sent, time.perf_counter())
                return
            await asyncio.sleep(0.5)


async def run(port: int, seconds: float, *, is_flooded: bool) -> tuple[Times, Counter[str]]:
    """Let everybody play for so long, and return the times."""
    flood, rng = Flood(port), random.Random(2)
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(THREADS))
    suffix = "flooded" if is_flooded else "quiet"
    everybody: list[Coroutine[Any, Any, None]] = []

    def person(name: str) -> Person:
        return Person(f"{name}-{suffix}")

    def prepare() -> None:
        for number in range(FLOODERS if is_flooded else 0):
            guest, who = person(f"guest-{number}"), "the guests"
            foes = [person(f"foe-{number}-{each}") for each in range(ANALYSES)]
            played = [guest.finish_game(foe, rng) for foe in foes]
            for _ in range(GAMES - 1):
                game = guest.begin("master")
                everybody.append(flood.play(guest, game, "master", f"{who}, master"))
            everybody.append(flood.ask_hints(guest, f"{who}, hints", 0.5))
            everybody.append(flood.analyse(guest, played, f"{who}, an analysis"))
        for level, count in PLAYERS.items():
            for number in range(count):
                other = person(f"{level}-{number}")
                game = other.begin(level)
                everybody.append(flood.play(other, game, level, f"others, {level}", PAUSE))
        everybody.append(flood.ask_hints(person("hints"), "others, hints", 2.5))

    await in_thread(prepare)
    analyst = await in_thread(person, "analyst")
    own = await in_thread(analyst.finish_game, await in_thread(person, "foe"), rng)
    tasks = [asyncio.create_task(each) for each in everybody]
    await asyncio.sleep(WARM_UP)
    flood.began = time.perf_counter()
    tasks.append(asyncio.create_task(flood.analyse(analyst, [own], "others, an analysis")))
    await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    failed = [task.exception() for task in tasks if task.done() and not task.cancelled()]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for error in failed:
        if error is not None:
            raise error
    return flood.times, flood.failures


def print_times(name: str, times: Times, failures: Counter[str]) -> None:
    for kind, values in sorted(times.items()):
        figures = (find_percentile(values, 50), find_percentile(values, 99), max(values))
        print(
            f"| {name} | {kind} | {len(values)} | "
            + " | ".join(f"{seconds:.2f}" for seconds in figures)
            + " |",
            flush=True,
        )
    for kind, number in failures.items():
        print(f"  {kind}: {number} answers did not come")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--services", action="store_true", help="on PostgreSQL and Redis")
    parser.add_argument("--seconds", type=float, default=120, help="length of each measurement")
    add_services(parser)
    parser.add_argument("--core", default="0", help="the core to which the site is held")
    arguments = parser.parse_args()
    end_after(SECONDS_AT_MOST)
    with ExitStack() as stack:
        store = stack.enter_context(store_of_site(arguments, 1))
        os.environ.update(environment(store.database_url, store.redis_url))
        import bench.dealt  # noqa: F401 (sets Django up)

        command = ["taskset", "-c", arguments.core, sys.executable, "manage.py", "serve"]
        server = Server("site", command, store)
        stack.callback(server.stop)
        server.wait_until_ready()
        print("| site | who | answers | p50 s | p99 s | most s |\n|---|---|---|---|---|---|")
        for name, is_flooded in (("quiet", False), ("flooded", True)):
            times, failures = asyncio.run(
                run(server.port, arguments.seconds, is_flooded=is_flooded)
            )
            print_times(name, times, failures)
    missed = [
        kind
        for kind, most in GOALS.items()
        if not times[kind] or find_percentile(times[kind], 99) > most
    ]
    if failures or missed:
        sys.exit(f"Missed in the flood: {', '.join(missed) or 'some answers never came'}.")


if __name__ == "__main__":
    main()
