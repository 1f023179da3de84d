"""A storm: games are played on real processes while these are killed and their servers fail."""

from __future__ import annotations

import asyncio
import json
import math
import random
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from tests.faults.history import StoredEvent, StoredGame, find_faults
from tests.faults.players import Address, Play, look_at_the_end, play_game
from tests.faults.proxy import Proxy
from tests.faults.servers import Postgres, Redis, own_servers
from tests.processes import eventually
from tests.running import Processes, Site, prepare

STARTS_IN = 40.0
CLOSE = "from django.db import close_old_connections\nclose_old_connections()\n"
CALLS = 10


@dataclass
class Report:
    """What a storm was, and everything that went wrong in it."""

    seconds: float = 0.0
    faults: Counter[str] = field(default_factory=Counter)
    games: int = 0
    moves: int = 0
    longest: float = 0.0
    notes: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        faults = ", ".join(f"{name} {count}" for name, count in sorted(self.faults.items()))
        lines = [
            f"{self.games} games, {self.moves} acknowledged moves in {self.seconds:.0f} s",
            f"faults: {faults or 'none'}",
            *self.notes,
            f"the slowest move took {self.longest:.1f} s",
            *(self.wrong or ["nothing was lost, doubled or charged"]),
        ]
        return "\n".join(lines)


class Storm:
    """A site with its players, into which faults can be injected."""

    def __init__(
        self, processes: Processes, shift: Path, servers: tuple[Postgres, Redis] | None, seed: int
    ) -> None:
        self.processes, self.site, self.shift = processes, processes.site, shift
        self.servers = servers
        self.random = random.Random(seed)
        self.play = Play([])
        self.report = Report()
        self.games: list[dict[str, Any]] = []
        self.proxies: list[Proxy] = []
        self.away = 2.0
        """For how many seconds what fails is away."""
        self._calling = asyncio.Lock()

    @property
    def postgres(self) -> Postgres:
        assert self.servers is not None
        return self.servers[0]

    @property
    def redis(self) -> Redis:
        assert self.servers is not None
        return self.servers[1]

    def worker_seen_at(self, *, since: float) -> float:
        """Return when a worker of the clock has said since then that it is alive, or infinity."""
        _, printed = self.processes.get(0, "/health")
        try:
            seen_at = time.time() - json.loads(printed)["workers"]["celery"]
        except (ValueError, KeyError, TypeError):
            return math.inf
        return seen_at if seen_at > since else math.inf

    def has_swept(self, since: float) -> bool:
        """Return whether a sweep has ended since a time of the monotonic clock."""
        _, printed = self.processes.get(0, "/health")
        try:
            return bool(json.loads(printed)["sweep_age"] < time.monotonic() - since)
        except (ValueError, KeyError, TypeError):
            return False

    async def call(self, program: str) -> Any:
        """Call a function of the dealing module on the site's database, and return its answer.

        Its connection may be one that was just terminated, so it tries more than once.
        """
        source = f"{CLOSE}from tests.faults.dealing import *\n{program}"
        for _ in range(CALLS):
            try:
                async with self._calling:  # one process answers all calls, one by one
                    printed = await asyncio.to_thread(self.site.run, source)
            except AssertionError as error:
                failed = error
                await asyncio.sleep(0.5)
            else:
                return json.loads(printed) if printed else None
        raise failed

    async def deal(self, number: int, *, attended: bool = True) -> list[dict[str, Any]]:
        seed = self.random.getrandbits(30)
        return list(await self.call(f"deal_games({number}, seed={seed}, attended={attended})"))

    async def read(
        self, games: Sequence[dict[str, Any]], to_show: Mapping[int, int] | None = None
    ) -> list[StoredGame]:
        """Return what the site has stored of games whose pages have to show these versions."""
        found = await self.call(f"read_games({[game['id'] for game in games]})")
        dealt = {game["id"]: game for game in games}
        return [
            StoredGame(
                **{**game, "events": [StoredEvent(*event) for event in game["events"]]},
                version_to_show=(to_show or {}).get(game["id"], game["version"]),
                first_moves=dealt[game["id"]]["seen"],
                is_attended=dealt[game["id"]]["is_attended"],
            )
            for game in found
        ]

    async def is_true(self, question: Callable[[], object], seconds: float = STARTS_IN) -> None:
        if not await asyncio.to_thread(eventually, question, seconds):
            self.report.wrong.append("the site did not recover in time")

    async def keep_playing(self, pace: float) -> None:
        """Play the games that are dealt, and deal again when one is over, until the play is."""
        async with asyncio.TaskGroup() as group:
            for game in self.games:
                group.create_task(self._keep_table(game, pace))

    async def _keep_table(self, game: dict[str, Any], pace: float) -> None:
        while True:
            await play_game(self.play, game, pace=pace, seed=self.random.getrandbits(30))
            if self.play.is_over:
                return
            (game,) = await self.deal(1)
            self.games.append(game)

    async def judge(self) -> None:
        """Let every page look once more, and compare its history with what is stored."""
        report, play = self.report, self.play
        await self.is_true(partial(self.processes.is_served, "/live"))
        to_show = {game.id: game.version for game in await self.read(self.games)}
        await look_at_the_end(play, self.games)
        stored = await self.read(self.games, to_show)
        report.games, report.moves, report.longest = len(self.games), play.moves, play.longest
        report.wrong += play.failures + find_faults(play.history, stored)
        try:
            await asyncio.to_thread(self.site.run, CLOSE + VERIFY)
        except AssertionError as error:
            report.wrong.append(f"the audit: {error}")


VERIFY = """
from django.core.management import call_command
call_command("verify_games", "--running")
"""


@contextmanager
def running_parts(*, embedded: bool, seed: int, **settings: str) -> Iterator[Storm]:
    """Run the processes of a site, with servers of its own or embedded, and these settings."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="storm-")))
        shift = folder / "shift"
        shift.write_text("0")
        changed = {"DJANGO_SETTINGS_MODULE": "tests.faults.settings", "SHIFT": str(shift)}
        changed |= settings
        servers = None if embedded else stack.enter_context(own_servers())
        if servers is not None:
            changed |= {"DATABASE_URL": servers[0].url, "REDIS_URL": servers[1].url}
        site = Site(folder, **changed)
        prepare(site.environment)
        processes = Processes(site, web=1 if embedded else 2)
        try:
            for number in range(len(processes.ports)):
                processes.start_web(number)
            if not embedded:
                processes.start_clock()
            assert eventually(lambda: processes.is_served("/live"), 60), site.printed()
            yield Storm(processes, shift, servers, seed)
        finally:
            if site.runner is not None:
                site.runner.kill()
                site.runner.communicate()
            for name in list(processes.running):
                processes.end(name)


@asynccontextmanager
async def _proxies(storm: Storm) -> AsyncIterator[None]:
    """Let the players' connections pass through proxies."""
    async with AsyncExitStack() as stack:
        for number, port in enumerate(storm.processes.ports):
            proxy = await stack.enter_async_context(Proxy(port, seed=number).running())
            storm.proxies.append(proxy)
        storm.play.addresses = [Address(each.target, each.port) for each in storm.proxies]
        yield


async def play_during(
    storm: Storm, happening: Callable[[], Awaitable[None]], *, tables: int, pace: float
) -> Report:
    """Play at so many tables while something happens, and judge what came of it."""
    async with _proxies(storm):
        storm.games += await storm.deal(tables)
        began = time.monotonic()
        playing = asyncio.create_task(storm.keep_playing(pace))
        await happening()
        storm.play.is_over = True
        await playing
        storm.report.seconds = time.monotonic() - began
        await storm.judge()
    return storm.report
