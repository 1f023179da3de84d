"""The site as an ASGI application: pages, sockets and background work."""

import asyncio
import contextlib
import gc
import logging
import os
from typing import Any

from channels.db import database_sync_to_async
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.sessions import CookieMiddleware
from django.conf import settings
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
pages = get_asgi_application()

# These imports need the app registry, which the line above has loaded.
from config import groups  # noqa: E402
from config.limits import BodyLimit  # noqa: E402
from config.origin import Application, OwnOriginOnly  # noqa: E402
from games import services  # noqa: E402
from games.live.consumers import websocket_urlpatterns  # noqa: E402

logger = logging.getLogger("config")

ALIVE_SECONDS = 5
COLLECT_AFTER = 10_000
"""How many new containers start a garbage collection. With Python's 700, collections took a sixth
of a move's time and found little, because few things here form cycles."""


class Lifespan:
    """Start and stop this process's background work together with the server."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        else:
            await self.application(scope, receive, send)

    async def _live(self, receive: Any, send: Any) -> None:
        await receive()
        try:
            await self._start()
        except Exception as error:
            logger.exception("the site did not start")
            await send({"type": "lifespan.startup.failed", "message": str(error)})
            return
        alive = asyncio.create_task(tell_alive())
        await send({"type": "lifespan.startup.complete"})
        await receive()
        alive.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await alive
        if settings.EMBEDDED:
            from config.embedded import worker

            await asyncio.to_thread(worker.stop)
        await send({"type": "lifespan.shutdown.complete"})

    async def _start(self) -> None:
        if not settings.DEBUG and settings.SECRET_KEY == settings.DEVELOPMENT_KEY:
            raise RuntimeError("there is no secret key: set SECRET_KEY or run ./serve once")
        # Before the first sweep: the gap since the last heartbeat counts as an outage.
        await tell_alive_once()
        groups.here()
        gc.freeze()
        gc.set_threshold(COLLECT_AFTER)
        if settings.EMBEDDED:
            from config.embedded import worker

            await asyncio.to_thread(worker.start)


async def tell_alive_once() -> None:
    await database_sync_to_async(services.record_web_alive)()


async def tell_alive() -> None:
    """Record a heartbeat every few seconds: this process can take moves."""
    while True:
        await asyncio.sleep(ALIVE_SECONDS)
        try:
            await tell_alive_once()
        except Exception:
            logger.exception("the heartbeat was not recorded")


application: Application = Lifespan(
    ProtocolTypeRouter(
        {
            "http": BodyLimit(pages),
            "websocket": OwnOriginOnly(CookieMiddleware(URLRouter(websocket_urlpatterns))),
        }
    )
)
