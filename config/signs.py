"""Signs of life: a web process tells every second that it serves, and when it stops.

Only a process that has served a page or a socket does so, not one that has only started. Its first
page ends an outage (`games/services/outage.py`), before anything on it is read. While the site is
not away, an answer to a load balancer is enough to begin with. A process that cannot store anything
serves no longer: nobody can move there.
"""

from __future__ import annotations

import asyncio
import logging
import math
import threading
import time
from typing import Any

from channels.db import database_sync_to_async
from django.conf import settings
from django.db import connection
from django.utils import timezone

from config import storage
from config.origin import Application
from games import services

logger = logging.getLogger("config")

SIGN_SECONDS = 1.0
HUNG_SECONDS = 3.0
"""After how long an event loop that does not turn serves no longer."""
UNASKED_SECONDS = 60.0
"""After how long a process that nobody asks for anything counts as one that serves."""
PROBES = ("/live", "/health")
"""What programs ask for that look after the site: no page, so they end no outage."""


class SignsOfLife:
    """The signs of this process. They come from a thread of their own, as long as others wait.

    A process may sign once it is known that nobody is owed time for an outage, and serves when it
    has also answered somebody. After it could not store anything, it must find that out again.
    """

    def __init__(self) -> None:
        self.is_starting = False
        """Whether requests must be looked at, because none has been served yet."""
        self.started = -math.inf
        """When this process began, on the monotonic clock."""
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin, in the event loop that serves."""
        self._loop = asyncio.get_running_loop()
        self._asking = asyncio.Lock()
        self._beginning = threading.Lock()
        self._ended.clear()
        self._asked_at = timezone.now()
        self.started = self._turned = time.monotonic()
        self._was_asked = False  # for a page, and any outage ended before it was made
        self._may_sign = False  # nobody is owed time for an outage any more
        self._has_answered = False  # anything, even a probe
        self._has_served = False  # a page or a socket; or nobody has asked for one for long
        self._is_failing = False  # could not sign, which the log says only once
        self.is_starting = True
        self._thread = threading.Thread(target=self._run, name="signs of life", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Give no more signs, and store when this process stopped if it served."""
        thread, self._thread = self._thread, None
        if thread is None:
            return
        self._ended.set()
        thread.join()
        self.is_starting = False

    async def serve(self, application: Application, scope: Any, receive: Any, send: Any) -> None:
        """Serve a request of a process that has not served anything yet."""
        is_probe = scope["path"] in PROBES
        if not is_probe:
            await self._ask()

        async def watched(message: Any) -> None:
            if _is_answer(message):
                self._has_answered = True
                self._has_served = self._has_served or (self._was_asked and not is_probe)
            elif message.get("status", 500) < 500 and not is_probe and not self._has_served:
                self._serve_no_longer()  # that was no page: the first one is still to come
            await send(message)

        await application(scope, receive, watched)

    async def _ask(self) -> None:
        """End an outage if there is one, before anything is read for the first page."""
        async with self._asking:
            if self._was_asked:
                return
            try:
                self._was_asked = await database_sync_to_async(self._begin_for_page)()
            except Exception as error:
                if not storage.note_failure(error):
                    logger.exception("nobody could be given the time of an outage back")

    def _run(self) -> None:
        while not self._ended.wait(SIGN_SECONDS):
            self.give()
        try:
            if self._serves:
                services.record_web_stopped()
        except Exception:
            logger.exception("it was not recorded that this process stopped")
        finally:
            connection.close()

    def give(self) -> None:
        """Give a sign of life if this process serves; otherwise see whether it does now."""
        if self._is_hung():
            return
        if not self._was_asked and time.monotonic() - self.started > UNASKED_SECONDS:
            self._has_served = True
        try:
            self._sign()
        except Exception as error:
            if not (storage.note_failure(error) or self._is_failing):
                logger.exception("the sign of life was not recorded")
            connection.close()
            self._is_failing = True
            self._serve_no_longer()
        else:
            self._is_failing = False
        is_starting = not self._serves
        if self.is_starting and not is_starting:
            logger.info("this process serves: it gives signs of life")
        self.is_starting = is_starting

    @property
    def _serves(self) -> bool:
        return self._may_sign and self._has_served

    def _serve_no_longer(self) -> None:
        self._asked_at = timezone.now()
        self._was_asked = self._may_sign = False

    def _sign(self) -> None:
        if self._may_sign and storage.has_failed():
            self._serve_no_longer()
        if self._serves:
            services.record_web_alive()
        elif self._has_served:
            self._begin()
        elif self._has_answered:
            self._may_sign = self._has_served = services.has_others(since=self._asked_at)

    def _begin_for_page(self) -> bool:
        """Begin to serve; return False if nothing can be stored, for which the thread looks."""
        if storage.has_failed():
            return False
        self._asked_at = timezone.now()
        self._begin()
        return True

    def _begin(self) -> None:
        with self._beginning:
            if self._may_sign:
                return
            if storage.has_failed():
                storage.find_room()
            if settings.EMBEDDED:
                services.record_web_absent()  # there is no other process
            self._may_sign = services.begin_serving(asked_at=self._asked_at)
            if self._may_sign:
                storage.forget_failure()

    def _is_hung(self) -> bool:
        """Return whether the event loop had not turned for too long, and ask it to."""
        is_hung = time.monotonic() - self._turned > HUNG_SECONDS
        self._loop.call_soon_threadsafe(self._note_turn)
        return is_hung

    def _note_turn(self) -> None:
        self._turned = time.monotonic()


def _is_answer(message: Any) -> bool:
    """Return whether a message begins the answer to a request, or accepts a socket."""
    if message["type"] == "http.response.start":
        return bool(message["status"] < 400)
    return bool(message["type"] == "websocket.accept")


signs = SignsOfLife()
