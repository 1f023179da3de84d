"""A storm: games are played on real processes while these are killed and their servers fail."""

from __future__ import annotations

import asyncio
import contextlib
import json
import math
import random
import signal
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import websockets

from tests.faults.history import StoredEvent, StoredGame, find_faults
from tests.faults.players import Address, Play, look_at_the_end, play_game
from tests.faults.proxy import Proxy
from tests.faults.servers import Postgres, Redis, own_servers
from tests.processes import eventually
from tests.running import Processes, Site, prepare

STARTS_IN = 40.0
SWEPT_WITHIN = 5.0
"""How many seconds after its return a worker has ended what was overdue."""
CLOSE = "from django.db import close_old_connections\nclose_old_connections()\n"
IDLE_GAMES = 4
CALLS = 10
REDELIVERED = """
from config.celery import app
for _ in range(20):
    for task in range(3):
        app.send_task("games.tasks.sweep", task_id=f"again-{task}")
"""


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
    """A site with its players, on which faults can be called."""

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

    async def rage(self, names: Sequence[str], *, gap: float, until: float) -> None:
        """Call one fault after the other until the time is over, each at least once."""
        called = 0
        while called < len(names) or time.monotonic() < until:
            await asyncio.sleep(gap)
            name = names[called % len(names)]
            await FAULTS[name](self)
            self.report.faults[name] += 1
            called += 1

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


async def kill_web(storm: Storm) -> None:
    """Kill a web process, and start it again."""
    number = storm.random.randrange(len(storm.processes.ports))
    storm.processes.end(f"web {number}")
    await asyncio.sleep(storm.random.uniform(0, storm.away))
    storm.processes.start_web(number)
    await storm.is_true(partial(storm.processes.is_live, number))


async def end_all_web(storm: Storm) -> None:
    """Stop or kill all web processes at once, and start them again: an outage."""
    number = storm.random.choice((signal.SIGTERM, signal.SIGKILL))
    await asyncio.to_thread(storm.processes.end_all_web, number)
    await asyncio.sleep(storm.random.uniform(0, storm.away))
    for web in range(len(storm.processes.ports)):
        storm.processes.start_web(web)
    await storm.is_true(partial(storm.processes.is_served, "/live"))


async def kill_worker(storm: Storm) -> None:
    storm.processes.end("worker")
    killed_at = time.monotonic()
    storm.processes.start_worker()
    await storm.is_true(partial(storm.has_swept, killed_at))


async def kill_beat(storm: Storm) -> None:
    storm.processes.end("beat")
    killed_at = time.monotonic()
    storm.processes.start_beat()
    await storm.is_true(partial(storm.has_swept, killed_at))


async def kill_computer(storm: Storm) -> None:
    """Kill the worker of quick computer players when some have moved: the others move, too."""
    games = await storm.call(f"deal_to_computers(seed={storm.random.getrandbits(30)})")
    for enough in (1, len(games)):
        storm.processes.start_computer()
        until = time.monotonic() + STARTS_IN
        while (answered := await storm.call(f"count_answered({games})")) < enough:
            if time.monotonic() > until:
                storm.report.wrong.append(f"{answered} of {len(games)} computer players moved")
                break
            await asyncio.sleep(0.1)
        storm.processes.end("computer")


async def leave_without(storm: Storm, name: str, start: Callable[[], None]) -> None:
    """Let ten minutes pass without a process: each idle turn is charged once when it is back."""
    storm.processes.end(name)
    idle = await storm.deal(IDLE_GAMES, attended=False)
    await storm.call(f"pass_time({[game['id'] for game in idle]}, 600)")
    start()
    started = time.time()
    back_at, charged = math.inf, [0]
    while not (all(charged) and back_at < math.inf) and time.time() < started + STARTS_IN:
        await asyncio.sleep(0.3)
        if back_at == math.inf:
            back_at = await asyncio.to_thread(storm.worker_seen_at, since=started)
        charged = [count_violations(game) for game in await storm.read(idle)]
    if back_at == math.inf:
        storm.report.wrong.append(f"no worker was seen after the {name} was back")
    await storm.call(REDELIVERED)
    stored = await storm.read(idle)
    newest = max(event.at for game in stored for event in game.events)
    # After an outage nothing ends for a while, whether or not there is a worker.
    rested_at = await storm.call("print_end_of_rest()")
    late = newest - max(rested_at, back_at + float(storm.shift.read_text()))
    if name == "worker" and late > SWEPT_WITHIN:
        storm.report.wrong.append(f"idle turns were charged {late:.1f} s after the worker was back")
    charged = [count_violations(game) for game in stored]
    if charged != [1] * IDLE_GAMES:
        storm.report.wrong.append(f"idle turns were charged {charged} times after the {name}")
    storm.report.wrong += find_faults([], stored)


def count_violations(game: StoredGame) -> int:
    return sum(event.kind == "timeout" for event in game.events)


async def leave_without_worker(storm: Storm) -> None:
    await leave_without(storm, "worker", storm.processes.start_worker)


async def leave_without_beat(storm: Storm) -> None:
    await leave_without(storm, "beat", storm.processes.start_beat)


async def start_second_beat(storm: Storm) -> None:
    storm.processes.start_beat("second beat")
    await asyncio.sleep(3 * storm.away)
    storm.processes.end("second beat")


async def deliver_again(storm: Storm) -> None:
    """Queue the same messages many times."""
    await storm.call(REDELIVERED)


async def flush_redis(storm: Storm) -> None:
    storm.redis.flush()


async def hang_redis(storm: Storm) -> None:
    storm.redis.hang(is_hung=True)
    await asyncio.sleep(storm.away)
    storm.redis.hang(is_hung=False)


async def kill_redis(storm: Storm) -> None:
    storm.redis.kill()
    await asyncio.sleep(storm.away)
    storm.redis.start()


async def lack_redis(storm: Storm) -> None:
    """Do without Redis for a minute. People play on, and the sweep runs again within 30 s."""
    storm.redis.kill()
    made = storm.play.moves
    await asyncio.sleep(30 * storm.away)
    if storm.play.moves == made:
        storm.report.wrong.append("nobody could move without Redis")
    storm.redis.start()
    await storm.is_true(lambda: '"sweep_age": 0.' in storm.processes.get(0, "/health")[1], 30)


async def restart_postgres(storm: Storm) -> None:
    await asyncio.to_thread(storm.postgres.stop)
    await asyncio.sleep(storm.away)
    await asyncio.to_thread(storm.postgres.start)


async def crash_postgres(storm: Storm) -> None:
    await asyncio.to_thread(storm.postgres.stop, signal.SIGQUIT)
    await asyncio.to_thread(storm.postgres.start)


async def terminate_connections(storm: Storm) -> None:
    await asyncio.to_thread(storm.postgres.terminate_connections)


async def read_slowly(storm: Storm) -> None:
    """Open a socket at every table that reads nothing."""
    async with AsyncExitStack() as stack:
        for game in storm.games[-20:]:
            port = storm.random.choice(storm.processes.ports)
            with contextlib.suppress(OSError, TimeoutError, websockets.WebSocketException):
                await stack.enter_async_context(
                    websockets.connect(
                        f"ws://127.0.0.1:{port}/ws{game['path']}",
                        origin=f"http://127.0.0.1:{port}",  # type: ignore[arg-type]
                        max_queue=1,
                        ping_interval=None,
                        close_timeout=0.2,
                        proxy=None,
                    )
                )
        await asyncio.sleep(2 * storm.away)


async def spoil_connections(storm: Storm) -> None:
    """Delay what players send and get, and break their connections off."""
    for proxy in storm.proxies:
        proxy.is_bad = True
    await asyncio.sleep(4 * storm.away)
    for proxy in storm.proxies:
        proxy.is_bad = False


async def set_clock(storm: Storm, seconds: float) -> None:
    before = float(storm.shift.read_text())
    storm.shift.write_text(str(before + seconds))
    await asyncio.sleep(2 * storm.away)


FAULTS: dict[str, Callable[[Storm], Awaitable[None]]] = {
    "web": kill_web,
    "all-web": end_all_web,
    "slow-readers": read_slowly,
    "connections": spoil_connections,
    "clock-forward": partial(set_clock, seconds=3600),
    "clock-back": partial(set_clock, seconds=-3600),
    "worker": kill_worker,
    "beat": kill_beat,
    "computer": kill_computer,
    "no-worker": leave_without_worker,
    "no-beat": leave_without_beat,
    "two-beats": start_second_beat,
    "redelivered": deliver_again,
    "redis-flushed": flush_redis,
    "redis-hung": hang_redis,
    "redis-killed": kill_redis,
    "redis-absent": lack_redis,
    "postgres-restarted": restart_postgres,
    "postgres-crashed": crash_postgres,
    "postgres-terminated": terminate_connections,
}
EMBEDDED = ("web", "all-web", "slow-readers", "connections", "clock-forward", "clock-back")
"""The faults that a site on SQLite can have."""


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


async def rage_on(
    storm: Storm,
    names: Sequence[str],
    *,
    seconds: float,
    tables: int = 4,
    pace: float = 0.5,
    gap: float = 1.0,
    away: float = 2.0,
) -> Report:
    """Play for so long while these faults happen in turn, and judge what came of it."""
    storm.away = away
    until = time.monotonic() + seconds
    return await play_during(
        storm, partial(storm.rage, names, gap=gap, until=until), tables=tables, pace=pace
    )


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
