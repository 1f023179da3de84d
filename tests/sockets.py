"""A WebSocket for tests, through the real ASGI application.

(channels.testing has one too, but it cannot be imported without a second web server.)
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.testing import ApplicationCommunicator
from django.test import Client

from tests.built import BuiltPage

HOST = "testserver"


class Socket(ApplicationCommunicator):
    """A browser's socket: open it, then send text frames and receive what the page shows then.

    `frames` are the frames as they came: whole tables, or only what changed.
    """

    def __init__(
        self,
        path: str,
        *,
        client: Client | None = None,
        origin: str | None = f"http://{HOST}",
        application: Any = None,
    ) -> None:
        if application is None:
            from config.asgi import application
        headers = [(b"host", HOST.encode())]
        if origin is not None:
            headers.append((b"origin", origin.encode()))
        if client is not None:
            cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
            headers.append((b"cookie", cookies.encode()))
        path, _, query = path.partition("?")
        scope = {
            "type": "websocket",
            "path": path,
            "query_string": query.encode(),
            "headers": headers,
            "subprotocols": [],
        }
        super().__init__(application, scope)
        self.close_code: int | None = None
        self.page = BuiltPage()
        self.frames: list[str] = []

    async def receive_output(self, timeout: float = 30) -> Any:
        """Return the next event; raise what the application raises as soon as it fails."""
        output = asyncio.ensure_future(super().receive_output(timeout))
        await asyncio.wait({output, self.future}, return_when=asyncio.FIRST_COMPLETED)
        if not output.done() and self.output_queue.empty() and self.future.exception():
            output.cancel()
            self.future.result()
        return await output

    async def wait(self, timeout: float = 1) -> None:
        """Wait until the site's side has ended."""
        await super().wait(timeout)

    async def receive_nothing(self, timeout: float = 0.1, interval: float = 0.01) -> bool:
        """Return whether no event comes in that time."""
        return bool(await super().receive_nothing(timeout, interval))

    async def open(self, seconds: float = 30) -> bool:
        """Make the handshake; return whether the site accepts it."""
        await self.send_input({"type": "websocket.connect"})
        answer = await self.receive_output(seconds)
        if answer["type"] == "websocket.close":
            self.close_code = answer.get("code", 1000)
            return False
        return True

    async def send(self, text: str | None = None, *, octets: bytes | None = None) -> None:
        frame = {"text": text} if octets is None else {"bytes": octets}
        await self.send_input({"type": "websocket.receive"} | frame)

    async def receive(self, seconds: float = 30) -> str | None:
        """Return the page after the next text frame, or None if the site closes the socket."""
        answer = await self.receive_output(seconds)
        if answer["type"] == "websocket.close":
            self.close_code = answer.get("code", 1000)
            return None
        self.frames.append(str(answer["text"]))
        self.page.take(self.frames[-1])
        return self.page.html()

    async def close(self, code: int = 1001) -> None:
        """Disconnect, and wait until the site's side has ended; not if a test gave up waiting."""
        if self.future.cancelled():
            return
        await self.send_input({"type": "websocket.disconnect", "code": code})
        await self.wait(30)


Opener = Callable[..., Awaitable[Socket]]
"""Opens a browser's socket at a path."""
