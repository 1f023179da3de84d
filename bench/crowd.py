"""Measure pages while thousands of sockets are open and silent connections press in.

    .venv/bin/python bench/crowd.py [--services] [--seconds 30]

Each of 300 addresses holds ten sockets of tables. One more address holds 1,000 connections that say
nothing, half a request or half a form, or open sockets without a cookie, and ten seconds later
opens a new one for each that the site ends. Meanwhile others load the lobby and the table of a
game. Everything runs on loopback, in a temporary database that is removed at the end.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import http.client
import itertools
import multiprocessing
import resource
import sys
import time
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.players import Socket, close, connect, cookies_of
from bench.site import Server, find_percentile, percentile
from bench.stores import add_services, end_after, store_of_site

ADDRESSES = 300
SOCKETS_OF_EACH = 10
SILENT = 1000
SILENT_ADDRESS = "127.9.9.9"
OPENED_AT_ONCE = 20
PAUSE = 0.1
COME_BACK = 10.0
SECONDS_AT_MOST = 900
MOST_MS = 300.0
"""The goal for 99 % of the pages in a crowd."""

REQUEST = "GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
FORM = "POST /play/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: 100\r\n\r\nhalf"
HANDSHAKE = (
    "GET /ws/lobby/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
KINDS = ["", REQUEST, FORM, HANDSHAKE]


class Crowd:
    """The connections of the one address, which says nothing and comes back."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.open = self.opened = 0

    async def stay(self, number: int) -> None:
        """Keep one connection open, and open another when the site has ended it."""
        octets = KINDS[number % len(KINDS)].format(port=self.port).encode()
        while True:
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", self.port, local_addr=(SILENT_ADDRESS, 0)
                )
                self.opened += 1
                self.open += 1
                try:
                    writer.write(octets)
                    while await reader.read(65536):
                        pass
                finally:
                    self.open -= 1
                    writer.transport.abort()
            await asyncio.sleep(COME_BACK)

    @contextlib.asynccontextmanager
    async def pressing(self) -> AsyncIterator[None]:
        tasks = [asyncio.create_task(self.stay(number)) for number in range(SILENT)]
        await asyncio.sleep(5)
        yield
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def open_sockets(server: Server) -> list[Socket]:
    """Open the sockets of all players, each player's from an address of their own."""
    seats = [(game["path"], session) for game in server.store.games for session in game["sessions"]]
    wanted = [
        (*seat, f"127.1.{number // 250}.{number % 250 + 1}")
        for number, seat in enumerate(seats[:ADDRESSES])
        for _ in range(SOCKETS_OF_EACH)
    ]
    opened: list[Socket] = []
    for start in range(0, len(wanted), OPENED_AT_ONCE):
        some = wanted[start : start + OPENED_AT_ONCE]
        opened += await asyncio.gather(
            *(connect(server.port, path, session, source=source) for path, session, source in some)
        )
    return opened


def load_pages(port: int, pages: Sequence[tuple[str, str]], seconds: float) -> list[float]:
    """Load the pages in turn, each on a new connection, and return the seconds that each took."""
    taken: list[float] = []
    until = time.perf_counter() + seconds
    for path, session in itertools.cycle(pages):
        began = time.perf_counter()
        if began > until:
            return taken
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        connection.request("GET", path, headers={"Cookie": cookies_of(session)})
        answer = connection.getresponse()
        answer.read()
        connection.close()
        if answer.status != 200:
            sys.exit(f"The page {path} answered {answer.status}.")
        taken.append(time.perf_counter() - began)
        time.sleep(PAUSE)
    return taken


async def measure(server: Server, seconds: float) -> float:
    """Print how long pages take with nobody else, with the sockets, and with the crowd as well.

    Return what 99 % of the pages took at most at the end, in milliseconds.
    """
    game = server.store.games[0]
    pages = [("/", ""), (game["path"].removeprefix("/ws"), game["sessions"][0])]

    # In a process of its own, which all those connections do not slow down.
    pool = ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))
    loop = asyncio.get_running_loop()

    async def row(name: str) -> float:
        before, _ = server.cpu()
        taken = await loop.run_in_executor(pool, load_pages, server.port, pages, seconds)
        share = (server.cpu()[0] - before) / seconds
        print(
            f"| {name} | {len(taken)} | {percentile(taken, 50)} | {percentile(taken, 99)} "
            f"| {share:.2f} |"
        )
        return find_percentile(taken, 99) * 1000

    print("| open | pages | p50 ms | p99 ms | CPU of the web process |\n|---|---|---|---|---|")
    await row("nothing")
    sockets = await open_sockets(server)
    try:
        await row(f"{len(sockets)} sockets")
        crowd = Crowd(server.port)
        async with crowd.pressing():
            slowest = await row(f"{len(sockets)} sockets and {SILENT} silent connections")
            print(f"  of the silent ones {crowd.open} were open at the end, {crowd.opened} in all")
        alive = sum(not socket.reader.done() for socket in sockets)
        print(f"  {alive} of {len(sockets)} sockets were still open")
    finally:
        await close(sockets)
        pool.shutdown()
    return slowest


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--services", action="store_true", help="on PostgreSQL and Redis")
    parser.add_argument("--seconds", type=float, default=30, help="length of each measurement")
    add_services(parser)
    arguments = parser.parse_args()
    end_after(SECONDS_AT_MOST)
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with ExitStack() as stack:
        store = stack.enter_context(store_of_site(arguments, ADDRESSES // 2))
        server = Server("site", [sys.executable, "manage.py", "serve"], store)
        stack.callback(server.stop)
        server.wait_until_ready()
        slowest = asyncio.run(measure(server, arguments.seconds))
    if slowest > MOST_MS:
        sys.exit(f"The goal of {MOST_MS:g} ms is missed.")


if __name__ == "__main__":
    main()
