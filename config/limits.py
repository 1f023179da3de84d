"""Bodies larger than any form of this site are refused before they are kept."""

from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string

Application = Callable[[Any, Any, Any], Awaitable[None]]


class BodyLimit:
    """Answer 413 to a request with too large a body, told in advance or not."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self.limit: int = settings.DATA_UPLOAD_MAX_MEMORY_SIZE

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        told = dict(scope["headers"]).get(b"content-length", b"0")
        if not told.isdigit() or int(told) > self.limit:
            await self._refuse(send)
            return
        received = 0

        async def counted() -> Any:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > self.limit:
                await self._refuse(send)
                return {"type": "http.disconnect"}
            return message

        await self.application(scope, counted, send)

    @staticmethod
    async def _refuse(send: Any) -> None:
        headers = [(b"content-type", b"text/html; charset=utf-8"), (b"connection", b"close")]
        await send({"type": "http.response.start", "status": 413, "headers": headers})
        await send({"type": "http.response.body", "body": _page()})


@cache
def _page() -> bytes:
    return render_to_string("413.html", {"SITE_NAME": settings.SITE_NAME}).encode()
