"""The players of `bench/site.py`: sockets that send prepared moves and wait for both tables."""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections import deque
from collections.abc import Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import websockets

SEEN = re.compile(r'data-seen="(\d+)"')
ANSWER_SECONDS = 10
IN_FLIGHT = 8


@dataclass
class Timing:
    """What was measured while moves were played."""

    answers: list[float] = field(default_factory=list)
    opponents: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    failures: int = 0


class Socket:
    """The page of one seat, which remembers how many moves its newest table shows."""

    def __init__(self, connection: Any) -> None:
        self.connection = connection
        self.seen = -1
        self.size = 0
        self.wanted: tuple[int, asyncio.Future[float]] | None = None
        self.reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for text in self.connection:
            at = time.perf_counter()
            shown = SEEN.search(text)
            self.seen, self.size = int(shown[1]) if shown else self.seen, len(text.encode())
            if self.wanted is not None and self.seen >= self.wanted[0]:
                if not self.wanted[1].done():
                    self.wanted[1].set_result(at)
                self.wanted = None

    def shows(self, seen: int) -> asyncio.Future[float]:
        """Return the moment at which a table with that many moves arrives."""
        moment: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        self.wanted = (seen, moment)
        if self.seen >= seen:
            moment.set_result(time.perf_counter())
        return moment


class Table:
    """One game: its two sockets, and the moves still to be sent."""

    def __init__(self, game: dict[str, Any]) -> None:
        self.game = game
        self.seen: int = game["seen"]
        self.moves: deque[tuple[int, str]] = deque(map(tuple, game["moves"]))
        self.sockets: list[Socket] = []

    async def play(self, timing: Timing) -> None:
        """Send the next move and wait until both seats see it."""
        seat, frame = self.moves.popleft()
        mine, theirs = self.sockets[seat], self.sockets[1 - seat]
        answer, opponent = mine.shows(self.seen + 1), theirs.shows(self.seen + 1)
        sent = time.perf_counter()
        await mine.connection.send(frame)
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                answered, shown = await answer, await opponent
        except TimeoutError:
            timing.failures += 1
            self.moves.clear()
            return
        self.seen += 1
        timing.answers.append(answered - sent)
        timing.opponents.append(shown - sent)
        timing.sizes.append(mine.size)


async def connect(port: int, path: str, session: str = "", *, source: str = "127.0.0.1") -> Socket:
    """Open a page's socket in the same way as a browser."""
    connection = await websockets.connect(
        f"ws://127.0.0.1:{port}{path}",
        origin=f"http://127.0.0.1:{port}",  # type: ignore[arg-type]
        additional_headers={"Cookie": cookies_of(session)},
        compression=None,
        max_size=None,
        open_timeout=20,
        ping_interval=None,
        proxy=None,
        local_addr=(source, 0),
    )
    return Socket(connection)


def cookies_of(session: str) -> str:
    """Return a visitor's cookies."""
    return "csrftoken=" + "a" * 32 + (f"; sessionid={session}" if session else "")


@asynccontextmanager
async def seated(port: int, games: list[dict[str, Any]]) -> Any:
    """Open both seats' sockets of every game, each with its first table."""
    tables = [Table(game) for game in games]
    for number, table in enumerate(tables):
        # Each game from an address of its own: one address may open only so many sockets.
        source = f"127.0.{1 + number // 250}.{1 + number % 250}"
        for session in table.game["sessions"]:
            socket = await connect(port, table.game["path"], session, source=source)
            table.sockets.append(socket)
    try:
        for table in tables:
            for socket in table.sockets:
                await asyncio.wait_for(socket.shows(table.seen), ANSWER_SECONDS)
        yield tables
    finally:
        await close(socket for table in tables for socket in table.sockets)


async def close(sockets: Iterator[Socket] | list[Socket]) -> None:
    """Close all these sockets."""
    listed = list(sockets)
    await asyncio.gather(*(socket.connection.close() for socket in listed), return_exceptions=True)
    for socket in listed:
        socket.reader.cancel()


@asynccontextmanager
async def playing(tables: list[Table], pace: float | None, timing: Timing) -> Any:
    """Play in the background: a move every `pace` seconds in each game, or all at full speed.

    At full speed eight moves are in flight at any time, each in a different game.
    """
    waiting = deque(tables)

    async def play_at_pace(table: Table, pace: float) -> None:
        at = time.perf_counter() + random.random() * pace
        while table.moves:
            await asyncio.sleep(max(0.0, at - time.perf_counter()))
            await table.play(timing)
            at += pace

    async def play_any() -> None:
        while waiting:
            table = waiting.popleft()
            if table.moves:
                await table.play(timing)
                waiting.append(table)

    work = (
        [asyncio.create_task(play_any()) for _ in range(IN_FLIGHT)]
        if pace is None
        else [asyncio.create_task(play_at_pace(table, pace)) for table in tables]
    )
    try:
        yield
    finally:
        for task in work:
            task.cancel()
        await asyncio.gather(*work, return_exceptions=True)
