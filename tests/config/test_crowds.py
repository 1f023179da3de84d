"""A crowd of silent connections leaves the site to everybody else."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import re
import resource
import socket
import struct
import weakref
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from config import connections, limits
from config.connections import Connection, SocketConnection, most_connections, raise_file_limit
from config.limits import SocketLimit
from tests.running import ROOT, Site

pytestmark = pytest.mark.once  # nothing here reaches the database

HEADERS = b"GET / HTTP/1.1\r\nHost: testserver\r\n"
BODY = b"POST / HTTP/1.1\r\nHost: testserver\r\nContent-Length: 10\r\n\r\n12345"
HANDSHAKE = HEADERS + (
    b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
LARGE = 10_000_000


class Open:
    """A connection of a browser."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    def send(self, octets: bytes) -> None:
        self.writer.write(octets)

    async def ends(self, *, within: float = 10) -> bool:
        """Return whether the site ends the connection in that time."""
        try:
            async with asyncio.timeout(within):
                while await self.reader.read(65536):
                    pass
        except TimeoutError:
            return False
        except ConnectionError:
            pass
        return True

    async def stays(self) -> bool:
        return not await self.ends(within=0.1)

    async def answer(self) -> bytes:
        async with asyncio.timeout(10):
            return await self.reader.readuntil(b"\r\n\r\n")


async def until(condition: Callable[[], bool]) -> None:
    """Wait until this is so."""
    async with asyncio.timeout(10):
        while not condition():
            await asyncio.sleep(0.01)


class Server:
    """A server of the site's kind, with an application that answers once a request is whole."""

    def __init__(self, port: int, state: ServerState) -> None:
        self.port, self.state = port, state
        self.open: list[Open] = []

    async def connect(self, octets: bytes = b"", *, source: str = "127.0.0.1") -> Open:
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", self.port, local_addr=(source, 0)
        )
        self.open.append(Open(reader, writer))
        self.open[-1].send(octets)
        await asyncio.sleep(0.01)
        return self.open[-1]


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Answer a whole request, at /large with more than any buffer holds; keep sockets open."""
    message = await receive()
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        if scope["path"] == "/large":
            await send({"type": "websocket.send", "text": "x" * LARGE})
        while message["type"] != "websocket.disconnect":
            message = await receive()
        return
    while message.get("more_body"):
        message = await receive()
    if message["type"] == "http.disconnect":
        return
    body = b"x" * (LARGE if scope["path"] == "/large" else 2)
    headers = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


@contextlib.asynccontextmanager
async def serving(**options: Any) -> AsyncIterator[Server]:
    usual: dict[str, Any] = {
        **{"lifespan": "off", "log_config": None, "http": Connection, "ws": SocketConnection},
        **{"timeout_keep_alive": connections.KEEP_ALIVE_SECONDS, "proxy_headers": False},
    }
    config = uvicorn.Config(application, **usual | options)
    server = uvicorn.Server(config)
    server.config.load()
    server.lifespan = config.lifespan_class(config)
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        await server.startup(sockets=[listener])
        running = Server(listener.getsockname()[1], server.server_state)
        yield running
        for each in running.open:
            each.writer.transport.abort()
        await server.shutdown()


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every time pass quickly."""
    for name in ("HEADER_SECONDS", "BODY_SECONDS", "KEEP_ALIVE_SECONDS"):
        monkeypatch.setattr(connections, name, 0.1)


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize(
    "sent",
    [b"", b"G", HEADERS, BODY, HEADERS + b"\r\n", HEADERS + b"\r\n" + HEADERS],
    ids=["nothing", "a letter", "half the headers", "half the body", "one request", "one and half"],
)
async def test_a_connection_that_falls_silent_ends(sent: bytes) -> None:
    async with serving() as server:
        assert await (await server.connect(sent)).ends()
        await until(lambda: not connections.waiting)


@pytest.mark.usefixtures("short")
async def test_a_connection_whose_answer_is_not_read_ends() -> None:
    async with serving() as server:
        await server.connect(b"GET /large HTTP/1.0\r\n\r\n")
        await server.connect(b"GET /large HTTP/1.1\r\nHost: testserver\r\n\r\n")
        await until(lambda: server.state.total_requests == 2)
        await until(lambda: not (server.state.connections or connections.waiting))


async def test_nothing_is_kept_of_a_connection_that_is_reset_after_its_answer() -> None:
    async with serving() as server:
        opened = await server.connect(HEADERS + b"\r\n")
        assert (await opened.answer()).startswith(b"HTTP/1.1 200 ")
        (connection,) = map(weakref.ref, server.state.connections)
        client = opened.writer.get_extra_info("socket")
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        opened.writer.transport.abort()
        await until(lambda: not server.state.connections)
        gc.collect()
        assert connection() is None


async def test_nothing_is_kept_of_a_connection_that_a_socket_takes_over() -> None:
    async with serving() as server:
        opened = await server.connect(b"")
        await until(lambda: bool(server.state.connections))
        (connection,) = map(weakref.ref, server.state.connections)
        gc.disable()  # sockets open during moves, when nobody looks for cycles
        try:
            opened.send(HANDSHAKE)
            assert (await opened.answer()).startswith(b"HTTP/1.1 101 ")
            await until(lambda: connection() is None)
        finally:
            gc.enable()


@pytest.mark.usefixtures("short")
async def test_headers_that_drip_in_have_no_more_time() -> None:
    async with serving() as server:
        dripping = await server.connect(HEADERS)
        for _ in range(20):
            await asyncio.sleep(0.02)
            dripping.send(b"X: y\r\n")
        assert await dripping.ends()


@pytest.mark.usefixtures("short")
async def test_a_socket_is_no_silent_connection() -> None:
    async with serving() as server:
        opened = await server.connect(HANDSHAKE)
        assert (await opened.answer()).startswith(b"HTTP/1.1 101 ")
        await asyncio.sleep(0.1)
        assert await opened.stays()


async def test_a_socket_that_reads_nothing_ends() -> None:
    async with serving(ws_ping_interval=0.05, ws_ping_timeout=0.05) as server:
        opened = await server.connect(HANDSHAKE.replace(b"GET / ", b"GET /large "))
        assert (await opened.answer()).startswith(b"HTTP/1.1 101 ")
        opened.writer.transport.pause_reading()  # type: ignore[attr-defined]
        await until(lambda: not server.state.connections)


async def test_a_slow_request_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEADER_SECONDS", 0.1)
    async with serving() as server:
        slow = await server.connect(BODY)
        await asyncio.sleep(0.2)
        slow.send(b"67890")
        assert (await slow.answer()).startswith(b"HTTP/1.1 200 ")


async def test_of_too_many_waiting_from_one_address_the_longest_waiting_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connections, "WAITING_OF_ADDRESS", 3)
    async with serving() as server:
        elsewhere = await server.connect(HEADERS, source="127.0.0.2")
        many = [await server.connect(HEADERS) for _ in range(5)]
        assert [await each.ends() for each in many[:2]] == [True, True]
        assert [await each.stays() for each in (*many[2:], elsewhere)] == [True] * 4
        many[2].send(b"\r\n")
        assert (await many[2].answer()).startswith(b"HTTP/1.1 200 ")


async def test_a_proxy_has_as_many_as_it_wants(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "WAITING_OF_ADDRESS", 1)
    monkeypatch.setattr(connections, "HEADER_SECONDS", 0)
    trusted = {"proxy_headers": True, "forwarded_allow_ips": ["127.0.0.1"]}
    async with serving(**trusted) as server:
        many = [await server.connect() for _ in range(3)]
        assert [await each.stays() for each in many] == [True] * 3


async def test_where_files_run_out_the_longest_waiting_ends_and_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connections, "most_connections", lambda: 4)
    async with serving() as server:
        sockets = [await server.connect(HANDSHAKE) for _ in range(2)]
        for each in sockets:
            await each.answer()
        many = [await server.connect(HEADERS, source=f"127.0.0.{n}") for n in range(2, 7)]
        assert [await each.ends() for each in many[:3]] == [True] * 3
        assert [await each.stays() for each in (*many[3:], *sockets)] == [True] * 4


async def test_where_only_sockets_are_open_a_new_connection_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connections, "most_connections", lambda: 1)
    async with serving() as server:
        first = await server.connect(HANDSHAKE)
        await first.answer()
        assert await (await server.connect(HEADERS)).ends()
        assert await first.stays()


@pytest.mark.parametrize(
    ("files", "most"), [(1024, 512), (4096, 2048), (65536, 63488), (resource.RLIM_INFINITY, 63488)]
)
def test_files_are_left_for_the_database(
    files: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (files, files))
    assert most_connections() == most


@pytest.mark.parametrize(
    ("soft", "hard", "then"),
    [
        (1024, 524288, 65536),
        (1024, 4096, 4096),
        (100_000, 524288, 100_000),
        (1024, resource.RLIM_INFINITY, 65536),
    ],
)
def test_the_site_may_open_as_many_files_as_the_system_allows(
    soft: int, hard: int, then: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = [(soft, hard)]
    monkeypatch.setattr(resource, "getrlimit", lambda _: chosen[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda _, pair: chosen.append(pair))
    assert raise_file_limit() == then
    assert chosen[-1] == (then, hard)


# Sockets, counted by the address that a trusted proxy may tell


class Sockets:
    """An application behind the limit, and handshakes from addresses."""

    def __init__(self) -> None:
        self.application = SocketLimit(application)
        self.tasks: list[asyncio.Task[None]] = []

    async def is_opened(self, address: str) -> bool:
        events: asyncio.Queue[Any] = asyncio.Queue()
        answers: asyncio.Queue[Any] = asyncio.Queue()
        await events.put({"type": "websocket.connect"})
        scope = {"type": "websocket", "path": "/", "client": (address, 1)}
        call = self.application(scope, events.get, answers.put)
        self.tasks.append(asyncio.ensure_future(call))
        return bool((await answers.get())["type"] == "websocket.accept")


@pytest.fixture
async def sockets() -> AsyncIterator[Sockets]:
    opened = Sockets()
    yield opened
    for task in opened.tasks:
        task.cancel()
    await asyncio.gather(*opened.tasks, return_exceptions=True)
    assert not opened.application._open
    assert opened.application._all == 0


async def test_an_address_has_only_so_many_sockets(
    sockets: Sockets, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SOCKETS_OF_ADDRESS", 2)
    first = [await sockets.is_opened("192.0.2.1") for _ in range(3)]
    assert first == [True, True, False]
    assert await sockets.is_opened("192.0.2.2")
    # One household has a whole network of these.
    assert [await sockets.is_opened(f"2001:db8::{n}") for n in (1, 2, 3)] == [True, True, False]
    sockets.tasks[0].cancel()
    await asyncio.sleep(0)
    assert await sockets.is_opened("192.0.2.1")


async def test_connections_are_left_for_pages(
    sockets: Sockets, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "most_connections", lambda: 4)
    assert [await sockets.is_opened(f"192.0.2.{n}") for n in range(4)] == [True] * 3 + [False]


# What stands in deploy/


def seconds_in(text: str, directive: str) -> list[int]:
    return [int(found) for found in re.findall(rf"^\s*{directive} (\d+)s;?$", text, re.MULTILINE)]


def test_the_site_keeps_a_connection_longer_than_the_proxies_do() -> None:
    for file, directive in (("Caddyfile", "keepalive"), ("nginx.conf", "keepalive_timeout")):
        (kept,) = seconds_in((ROOT / "deploy" / file).read_text(), directive)
        assert kept < connections.KEEP_ALIVE_SECONDS - 10, file


def test_the_proxies_wait_as_long_for_a_request_as_the_site_does() -> None:
    for file, header, body in (
        ("Caddyfile", "read_header", "read_body"),
        ("nginx.conf", "client_header_timeout", "client_body_timeout"),
    ):
        text = (ROOT / "deploy" / file).read_text()
        assert seconds_in(text, header) == [connections.HEADER_SECONDS], file
        assert seconds_in(text, body) == [connections.BODY_SECONDS], file


def test_the_units_and_the_compose_file_allow_enough_files() -> None:
    unit = (ROOT / "deploy" / "systemd" / "trifecta-web@.service").read_text()
    compose = (ROOT / "deploy" / "compose.yaml").read_text()
    assert f"LimitNOFILE={connections.MOST_FILES}" in unit.splitlines()
    assert f"nofile: {connections.MOST_FILES}" in compose
    for other in (ROOT / "deploy" / "systemd").glob("*.service"):
        assert "LimitNOFILE=" in other.read_text(), other.name


# The whole site, with no more files than 1,100 connections would take


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    running = Site(tmp_path)
    yield running
    if running.process is not None:
        running.stop()


@pytest.mark.once
@pytest.mark.early
def test_eleven_hundred_silent_connections_take_no_page_away(site: Site) -> None:
    site.start(files="512:1024")
    assert site.process is not None
    assert resource.prlimit(site.process.pid, resource.RLIMIT_NOFILE) == (1024, 1024)
    own = f"Host: {site.host}\r\nOrigin: {site.url}".encode()  # without it, sockets are refused
    handshake = HANDSHAKE.replace(b"Host: testserver", own)
    silent = [b"", HEADERS, BODY, handshake.replace(b"GET /", b"GET /ws/lobby/")]
    with contextlib.ExitStack() as stack:
        for number in range(1100):
            opened = stack.enter_context(socket.create_connection(("127.0.0.1", site.port), 10))
            opened.sendall(silent[number % len(silent)])
        for _ in range(10):
            assert site.get("/")[0] == 200
    assert "Too many open files" not in site.printed()
    assert "unable to open database" not in site.printed()
