"""What is refused unread: bodies larger than any form of this site, and too many sockets."""

from collections import Counter
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import parse_cookie
from django.template.loader import render_to_string

from accounts.limits import sender_of
from config.connections import most_connections
from config.metrics import SOCKETS
from config.origin import Application
from games.messages.language import language_of, remembered, speak

SOCKETS_OF_ADDRESS = 500
"""How many sockets one address may have open in each web process: each page of a school has one."""
SOCKETS_OF_ALL = 0.75
"""The share of all connections that may be sockets: the others are for pages."""


class BodyLimit:
    """Answer 413 if the body is too large, whether or not its length was announced."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self.limit: int = settings.DATA_UPLOAD_MAX_MEMORY_SIZE

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        headers = dict(scope["headers"])
        announced = headers.get(b"content-length", b"0")
        if not announced.isdigit() or int(announced) > self.limit:
            await self._refuse(headers, send)
            return
        received = 0

        async def counted() -> Any:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > self.limit:
                await self._refuse(headers, send)
                return {"type": "http.disconnect"}
            return message

        await self.application(scope, counted, send)

    @staticmethod
    async def _refuse(request_headers: dict[bytes, bytes], send: Any) -> None:
        language = _language(request_headers)
        headers = [
            (b"content-type", b"text/html; charset=utf-8"),
            (b"content-language", language.encode()),
            (b"vary", b"Accept-Language, Cookie"),
            (b"connection", b"close"),
        ]
        await send({"type": "http.response.start", "status": 413, "headers": headers})
        with speak(language):
            page = _page()
        await send({"type": "http.response.body", "body": page})


class SocketLimit:
    """Refuse the sockets of an address that has too many, and all when there are too many."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self._open: Counter[str] = Counter()
        self._all = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        client = scope.get("client") or [""]
        address = sender_of(AnonymousUser(), client[0])
        if (
            self._open[address] >= SOCKETS_OF_ADDRESS
            or self._all >= SOCKETS_OF_ALL * most_connections()
        ):
            await receive()
            await send({"type": "websocket.close"})
            return
        self._open[address] += 1
        self._all += 1
        SOCKETS.inc()
        try:
            await self.application(scope, receive, send)
        finally:
            self._all -= 1
            SOCKETS.dec()
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]


def _language(headers: dict[bytes, bytes]) -> str:
    """Return the visitor's language: no middleware sees a request that is refused here."""
    cookies = parse_cookie(headers.get(b"cookie", b"").decode("latin-1"))
    return language_of(cookies, headers.get(b"accept-language", b"").decode("latin-1"))


@remembered(maxsize=100)
def _page() -> bytes:
    return render_to_string("413.html", {"SITE_NAME": settings.SITE_NAME}).encode()
