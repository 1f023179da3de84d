"""A bad connection: a TCP proxy that delays what passes, and breaks some connections off."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Proxy:
    """Passes connections to a port on; while it is bad, slowly and not to their end."""

    def __init__(self, target: int, *, seed: int) -> None:
        self.target, self.is_bad = target, False
        self.port = 0
        self._random = random.Random(seed)
        self._open: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Proxy]:
        server = await asyncio.start_server(self._pass_on, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            server.close()
            for task in list(self._open):
                task.cancel()
            await asyncio.gather(*self._open, return_exceptions=True)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        try:
            there = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.transport.abort()
            self._open.discard(task)
            return
        both = (self._copy(reader, there[1]), self._copy(there[0], writer))
        copies = [asyncio.ensure_future(copy) for copy in both]
        try:
            await asyncio.wait(copies, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for copy in copies:
                copy.cancel()
            for end in (writer, there[1]):
                end.transport.abort() if self.is_bad else end.close()
            self._open.discard(task)

    async def _copy(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while received := await reader.read(2000):
            if self.is_bad:
                if self._random.random() < 0.1:
                    return
                await asyncio.sleep(self._random.uniform(0.05, 0.4))
            writer.write(received)
            await writer.drain()
