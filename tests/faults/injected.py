"""The faults that can be injected into a running site, and a storm of them."""

from __future__ import annotations

import asyncio
import contextlib
import math
import signal
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from functools import partial

import websockets

from tests.faults.history import StoredGame, find_faults
from tests.faults.storm import STARTS_IN, Report, Storm, play_during

SWEPT_WITHIN = 5.0
"""How many seconds after its return a worker has ended what was overdue."""
IDLE_GAMES = 4
REDELIVERED = """
from config.celery import app
for _ in range(20):
    for task in range(3):
        app.send_task("games.tasks.sweep", task_id=f"again-{task}")
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


async def rage(storm: Storm, names: Sequence[str], *, gap: float, until: float) -> None:
    """Inject one fault after the other until the time is over, each at least once."""
    injected = 0
    while injected < len(names) or time.monotonic() < until:
        await asyncio.sleep(gap)
        name = names[injected % len(names)]
        await FAULTS[name](storm)
        storm.report.faults[name] += 1
        injected += 1


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
        storm, partial(rage, storm, names, gap=gap, until=until), tables=tables, pace=pace
    )
