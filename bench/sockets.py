"""Time the opening of a socket on the page of a table that shows the newest version already.

    .venv/bin/python bench/sockets.py [--sockets 200]

One player of a running game opens and closes sockets one after the other, through the site's own
application in this process, on a temporary SQLite database. Times are CPU times of this process,
all its threads included, so other work on the machine does not count.
"""

from __future__ import annotations

import argparse
import asyncio
import html
import random
import re
import statistics
import sys
import time
from pathlib import Path
from unittest.mock import patch

import uvloop
from asgiref.testing import ApplicationCommunicator

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.in_process import empty_site

MOVES_LEFT = 30
WARMING_UP = 20
SECONDS = 5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sockets", type=int, default=200)
    arguments = parser.parse_args()
    with empty_site():
        from bench.dealt import deal_game

        game = deal_game(0, MOVES_LEFT, random.Random(1))
        import config.asgi  # noqa: F401 (loads all that is frozen)
        from config.garbage import stop_automatic_collection

        stop_automatic_collection()  # as a web process does when it starts
        cookies = {"csrftoken": "a" * 32, "sessionid": game["sessions"][0]}
        address = find_address(game["path"].removeprefix("/ws"), cookies)
        times = uvloop.run(open_sockets(address, cookies, arguments.sockets))
    print("| | sockets | least ms | median ms |\n|---|---|---|---|")
    for name, each in times.items():
        print(f"| {name} | {len(each)} | {min(each):.2f} | {statistics.median(each):.2f} |")


def find_address(path: str, cookies: dict[str, str]) -> str:
    """Return the address of the socket on a game's page, which says what the page shows."""
    from django.test import Client

    browser = Client(SERVER_NAME="127.0.0.1")
    browser.cookies.load(cookies)
    page = browser.get(path).content.decode()
    found = re.search(r'ws-connect="([^"]+)"', page)
    assert found is not None
    return html.unescape(found[1])


async def open_sockets(address: str, cookies: dict[str, str], count: int) -> dict[str, list[float]]:
    """Open and close sockets, and return the milliseconds of CPU that each took."""
    from config import groups
    from games.live.consumers import TableConsumer

    groups.here()
    connect, is_open = TableConsumer.connect, asyncio.Event()

    async def connect_and_tell(consumer: TableConsumer) -> None:
        await connect(consumer)
        is_open.set()

    times: dict[str, list[float]] = {"open": [], "close": []}
    with patch.object(TableConsumer, "connect", connect_and_tell):
        for _ in range(WARMING_UP + count):
            is_open.clear()
            socket = make_socket(address, cookies)
            began = time.process_time()
            await socket.send_input({"type": "websocket.connect"})
            await asyncio.wait_for(is_open.wait(), SECONDS)
            opened = time.process_time()
            await socket.send_input({"type": "websocket.disconnect", "code": 1000})
            await socket.wait(SECONDS)
            times["open"].append((opened - began) * 1000)
            times["close"].append((time.process_time() - opened) * 1000)
            assert (await socket.receive_output(SECONDS))["type"] == "websocket.accept"
            assert socket.output_queue.empty()  # the page shows everything already
    return {name: each[WARMING_UP:] for name, each in times.items()}


def make_socket(address: str, cookies: dict[str, str]) -> ApplicationCommunicator:
    """Return a socket without a network."""
    import config.asgi

    path, _, query = address.partition("?")
    headers = {
        b"origin": b"http://127.0.0.1:8000",
        b"host": b"127.0.0.1:8000",
        b"cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()).encode(),
    }
    scope = {"type": "websocket", "path": path, "query_string": query.encode(), "subprotocols": []}
    return ApplicationCommunicator(
        config.asgi.application, {**scope, "headers": list(headers.items())}
    )


if __name__ == "__main__":
    main()
