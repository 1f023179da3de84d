"""Players in a storm: pages that send moves over sockets and POSTs until the site confirms them.

A page does what the site's own scripts do: it opens its socket again, asks now and then for the
newest table, and posts a move that its socket has not confirmed in three seconds.
"""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import random
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

import websockets

from tests.faults.history import Acknowledged, Entry, Sent, Shown

VERSION = re.compile(r'<div id="(?:game|changes)"[^>]* data-version="(\d+)"')
SEEN = re.compile(r'(?:data-seen="|name="seen" value=")(\d+)"')
SOCKET_SECONDS = 3.0
POLL_SECONDS = 5.0
PATIENCE = 50.0
"""How long a player tries to make one move: less than a move time."""
CSRF = "a" * 32


@dataclass(frozen=True, slots=True)
class Address:
    """Where a web process is reached: its own port, and that of a connection to it."""

    port: int
    via: int = 0

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"


@dataclass
class Play:
    """What is played in a storm, and all that became of it."""

    addresses: Sequence[Address]
    history: list[Entry] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    is_over: bool = False
    moves: int = 0
    """How many were acknowledged."""
    longest: float = 0.0
    """The seconds that the slowest of them took."""


class Page:
    """The page of one seat, which tries one web process after another."""

    def __init__(self, play: Play, game: dict[str, Any], seat: int) -> None:
        self.play, self.game, self.seat = play, game, seat
        self.cookies = f"csrftoken={CSRF}; sessionid={game['sessions'][seat]}"
        self.turn = seat
        self.seen = self.version = -1
        self.socket: Any = None
        self.changed = asyncio.Event()
        self.reader = asyncio.create_task(self._stay_connected())

    def next_address(self) -> Address:
        self.turn += 1
        return self.play.addresses[self.turn % len(self.play.addresses)]

    async def _stay_connected(self) -> None:
        while True:
            with contextlib.suppress(OSError, TimeoutError, websockets.WebSocketException):
                await self._read_socket(self.next_address())
            self.socket = None
            await asyncio.sleep(0.3)

    async def _read_socket(self, address: Address) -> None:
        async with websockets.connect(
            f"ws://{address.host}/ws{self.game['path']}",
            origin=f"http://{address.host}",  # type: ignore[arg-type]
            additional_headers={"Cookie": self.cookies},
            compression=None,
            max_size=None,
            open_timeout=5,
            close_timeout=0.5,
            ping_interval=None,
            proxy=None,
            host="127.0.0.1",
            port=address.via or address.port,
        ) as self.socket:
            async for text in self.socket:
                self._show(str(text), "socket")

    def _show(self, html: str, source: str) -> None:
        version, seen = VERSION.search(html), SEEN.search(html)
        if version is None:
            return
        shown = int(version[1])
        self.play.history.append(Shown(self.game["id"], f"seat {self.seat}", shown, source))
        if shown >= self.version:
            self.version = shown
            self.seen = max(self.seen, int(seen[1])) if seen else self.seen
        self.changed.set()

    async def shows(self, is_shown: Callable[[], bool], seconds: float) -> bool:
        """Wait until the page shows something; return whether it did in that time."""
        until = time.monotonic() + seconds
        while not is_shown():
            self.changed.clear()
            try:
                async with asyncio.timeout(until - time.monotonic()):
                    await self.changed.wait()
            except TimeoutError:
                return is_shown()
        return True

    async def ask(self, method: str, path: str, body: str = "") -> int:
        """Send a request as htmx does, show what it answers, and return the status or 0."""
        address = self.next_address()
        try:
            status, html = await asyncio.to_thread(self._request, address, method, path, body)
        except (OSError, http.client.HTTPException):
            return 0
        self._show(html, "page")
        return status

    def _request(self, address: Address, method: str, path: str, body: str) -> tuple[int, str]:
        connection = http.client.HTTPConnection(
            "127.0.0.1", address.via or address.port, timeout=10
        )
        headers = {
            "Host": address.host,
            "Cookie": self.cookies,
            "HX-Request": "true",
            "X-CSRFToken": CSRF,
            "Content-Type": "application/x-www-form-urlencoded",
        }
        with contextlib.closing(connection):
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            return response.status, response.read().decode()

    async def poll(self) -> int:
        return await self.ask("GET", f"{self.game['path']}live/?version={self.version}")

    async def follow(self, seen: int) -> None:
        """Wait until the page shows a table with so many moves, asking for it now and then."""
        until = time.monotonic() + PATIENCE
        while not await self.shows(lambda: self.seen >= seen, POLL_SECONDS):
            await self.poll()
            if time.monotonic() > until:
                raise TimeoutError(f"seat {self.seat} never saw {seen} moves")

    async def move(self, seen: int, text: str, *, over_socket: bool) -> None:
        """Make a move: try until the site has confirmed it."""
        move = (self.game["id"], self.seat, seen, text)
        sent = {"seen": str(seen), "move": text}
        until, status = time.monotonic() + PATIENCE, 0
        if over_socket and self.socket is not None:
            self.play.history.append(Sent(*move))
            with contextlib.suppress(OSError, websockets.WebSocketException):
                await self.socket.send(json.dumps({**sent, "HEADERS": {"HX-Request": "true"}}))
                if await self.shows(lambda: self.seen > seen, SOCKET_SECONDS):
                    status = 200
        while status != 200:
            if time.monotonic() > until:
                raise TimeoutError(f"the move {seen} {text} was never confirmed: {status}")
            self.play.history.append(Sent(*move))
            status = await self.ask("POST", f"{self.game['path']}move/", urlencode(sent))
            if status != 200:
                await asyncio.sleep(0.5)
        self.play.history.append(Acknowledged(*move))

    async def close(self) -> None:
        self.reader.cancel()
        await asyncio.gather(self.reader, return_exceptions=True)


async def play_game(play: Play, game: dict[str, Any], *, pace: float, seed: int) -> None:
    """Play a game, a move about every `pace` seconds, until the play is over; note what failed."""
    rng = random.Random(seed)
    pages = [Page(play, game, seat) for seat in range(len(game["sessions"]))]
    try:
        for seen, (seat, text) in enumerate(game["moves"], game["seen"]):
            await asyncio.sleep(pace * rng.uniform(0.5, 1.5))
            if play.is_over:
                return
            await pages[seat].follow(seen)
            began = time.monotonic()
            await pages[seat].move(seen, text, over_socket=rng.random() < 0.7)
            play.moves += 1
            play.longest = max(play.longest, time.monotonic() - began)
    except TimeoutError as error:
        play.failures.append(f"game {game['id']}: {error}")
    finally:
        for page in pages:
            await page.close()


async def look_at_the_end(play: Play, games: Sequence[dict[str, Any]]) -> None:
    """Let every page of these games ask for the newest table once more."""
    for game in games:
        for seat in range(len(game["sessions"])):
            page = Page(play, game, seat)
            until = time.monotonic() + PATIENCE
            while await page.poll() != 200 and time.monotonic() < until:
                await asyncio.sleep(0.2)
            await page.close()
