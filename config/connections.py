"""Connections: how long a silent one is kept, and how many there may be.

Our own, since uvicorn limits neither the time for a request nor the connections of one address,
and its `limit_concurrency` counts open sockets as if they were requests in progress. A web server
in front has such limits of its own; without one, this keeps a crowd from taking the site down.
"""

from __future__ import annotations

import asyncio
import resource
from collections import OrderedDict

from django.contrib.auth.models import AnonymousUser
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from accounts.limits import sender_of

MOST_FILES = 65536
RESERVED_FILES = 2048
"""For the database, Redis, the files of pages, and what is accepted before it can be counted."""

HEADER_SECONDS = 10.0
BODY_SECONDS = 60.0
"""How long a request may take to arrive: a record of 1 MB needs 30 s on a slow phone."""
KEEP_ALIVE_SECONDS = 75
"""How long a connection waits for the next request: longer than the proxies in deploy/ keep it."""
WAITING_OF_ADDRESS = 200
"""A school behind one address has many connections open, but few of them wait at once."""


def raise_file_limit() -> int:
    """Let this process open as many files as the system allows it, and return how many."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return soft


def most_connections() -> int:
    """Return how many connections this process can hold and still open its database."""
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if files == resource.RLIM_INFINITY:
        files = MOST_FILES
    return max(files // 2, files - RESERVED_FILES)


class Waiting:
    """The connections on which no whole request has come, or none since the last answer.

    Where there are too many, the one that has waited longest ends. Somebody who uses the site is
    heard at once and so is never among those.
    """

    def __init__(self) -> None:
        # Each in the order in which its connections began to wait.
        self._all: OrderedDict[Connection, str] = OrderedDict()
        self._of_address: dict[str, OrderedDict[Connection, None]] = {}

    def __len__(self) -> int:
        return len(self._all)

    def add(self, connection: Connection, address: str) -> None:
        """Let a connection wait, as the last of its address; a proxy has no address here."""
        self.discard(connection)
        self._all[connection] = address
        if address:
            same = self._of_address.setdefault(address, OrderedDict())
            same[connection] = None
            if len(same) > WAITING_OF_ADDRESS:
                next(iter(same)).end()

    def discard(self, connection: Connection) -> None:
        """Let a connection wait no more."""
        address = self._all.pop(connection, "")
        if same := self._of_address.get(address):
            del same[connection]
            if not same:
                del self._of_address[address]

    def end_longest(self) -> None:
        """End the connection that has waited longest, if any waits."""
        if self._all:
            next(iter(self._all)).end()


waiting = Waiting()


class Connection(HttpToolsProtocol):
    """A connection of uvicorn that ends when a request takes too long to arrive."""

    address = ""
    _end: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        is_proxy = isinstance(self.app, ProxyHeadersMiddleware) and host in self.app.trusted_hosts
        self.address = "" if is_proxy else sender_of(AnonymousUser(), host)
        # A proxy may open a connection for a request that then takes another one.
        self._wait(KEEP_ALIVE_SECONDS if is_proxy else HEADER_SECONDS)
        if len(self.connections) > most_connections():
            waiting.end_longest()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._wait(HEADER_SECONDS)

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self._wait(BODY_SECONDS)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._wait_no_more()

    def on_response_complete(self) -> None:
        """Wait for the next request, or until the browser has read the last answer."""
        super().on_response_complete()
        if self.timeout_keep_alive_task is not None or self.transport.is_closing():
            self._wait(KEEP_ALIVE_SECONDS)

    def handle_websocket_upgrade(self) -> None:
        super().handle_websocket_upgrade()
        # Parser and connection hold each other. For a socket, uvicorn does not separate them.
        self.parser = None  # type: ignore[assignment]

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_more()
        # When a connection is reset, uvicorn does not stop this timer, which holds the request.
        self._unset_keepalive_if_required()
        super().connection_lost(exc)

    def end(self) -> None:
        """End the connection, whatever has not been sent yet."""
        self._wait_no_more()
        self.transport.abort()

    def _wait(self, seconds: float) -> None:
        self._wait_no_more()
        self._end = self.loop.call_later(seconds, self.end)
        waiting.add(self, self.address)

    def _wait_no_more(self) -> None:
        waiting.discard(self)
        if self._end is not None:
            self._end.cancel()
            self._end = None


class SocketConnection(WebSocketsSansIOProtocol):
    """A socket of uvicorn that ends even if its browser does not read what it was sent."""

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()
