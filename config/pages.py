"""The pages as an ASGI application: as many at once as the database can serve."""

from __future__ import annotations

import asyncio
import datetime as dt
import sys
from typing import Any

from django.core.handlers.asgi import ASGIHandler
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.defaults import server_error

from config import storage
from config.middleware import language_of_request
from games.messages.language import speak

AT_ONCE = 100
"""Each has a thread with a connection to the database, which on SQLite is three open files."""
WAIT_SECONDS = 10.0
ARRIVED_AT = "site.arrived_at"
"""Where a request says when it had arrived. No header of a visitor has such a name."""


class Pages(ASGIHandler):
    """Make so many pages at once; the others wait for their turn, and not for long."""

    # An answer goes out in one piece: whoever does not read it keeps no connection to the database.
    chunk_size = 2**24

    def __init__(self) -> None:
        super().__init__()
        self._places = asyncio.Semaphore(AT_ONCE)

    async def run_get_response(self, request: HttpRequest) -> HttpResponseBase:
        request.META[ARRIVED_AT] = timezone.now()
        try:
            async with asyncio.timeout(WAIT_SECONDS):
                await self._places.acquire()
        except TimeoutError:
            return answer_later(request)
        try:
            response: HttpResponseBase = await super().run_get_response(request)
            return response
        finally:
            self._places.release()


def arrival_of(request: HttpRequest) -> dt.datetime:
    """Return when a request had arrived as a whole, before it waited for anything."""
    arrived_at: dt.datetime = request.META.get(ARRIVED_AT) or timezone.now()
    return arrived_at


def answer_later(request: HttpRequest, *, is_full: bool = False) -> HttpResponse:
    """Return the page for a moment in which the site cannot answer: the same may be sent again."""
    with speak(language_of_request(request)):
        page = render_to_string("503.html", {"is_full": is_full})
    return HttpResponse(page, status=503, headers={"Retry-After": "5"})


def failed(request: HttpRequest, *arguments: Any) -> HttpResponse:
    """Answer a request that failed: with 503 if it was the database that did not answer."""
    if storage.note_failure(sys.exception()):
        return answer_later(request, is_full=True)
    if isinstance(sys.exception(), OperationalError | InterfaceError):
        return answer_later(request)
    with speak(language_of_request(request)):
        return server_error(request)
