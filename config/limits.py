"""Requests with a body larger than any form of this site are refused unread."""

from collections.abc import Awaitable, Callable
from typing import Any

from django.conf import settings
from django.http import parse_cookie
from django.template.loader import render_to_string

from games.messages.language import language_of, remembered, speak

Application = Callable[[Any, Any, Any], Awaitable[None]]


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


def _language(headers: dict[bytes, bytes]) -> str:
    """Return the visitor's language: no middleware sees a request that is refused here."""
    cookies = parse_cookie(headers.get(b"cookie", b"").decode("latin-1"))
    return language_of(cookies, headers.get(b"accept-language", b"").decode("latin-1"))


@remembered(maxsize=100)
def _page() -> bytes:
    return render_to_string("413.html", {"SITE_NAME": settings.SITE_NAME}).encode()
