"""The site as an ASGI application: pages, sockets and background work."""

import asyncio
import gc
import logging
import os
import sys
from typing import Any

import django
from channels.db import database_sync_to_async
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.sessions import CookieMiddleware
from django.conf import settings
from django.db import DatabaseError

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

# These imports need the app registry, which the line above has loaded.
from config import groups  # noqa: E402
from config.cookies import TakeOverCookies  # noqa: E402
from config.databases import tell_reason  # noqa: E402
from config.limits import BodyLimit, SocketLimit  # noqa: E402
from config.metrics_server import serve_metrics  # noqa: E402
from config.origin import Application, OwnOriginOnly  # noqa: E402
from config.pages import Pages  # noqa: E402
from config.signs import signs  # noqa: E402
from config.static_server import StaticFiles  # noqa: E402
from games import services  # noqa: E402
from games.live.consumers import websocket_urlpatterns  # noqa: E402

logger = logging.getLogger("config")

COLLECT_AFTER = (1_000, 500, 2) if sys.version_info < (3, 14) else (10_000,)
"""How many new containers, less those that were freed, start a garbage collection of the youngest,
how many of these one of the middle generation, and how many of those one of everything.

With Python's 700, 10 and 10, collections took a sixth of a move's time and found little, because
few things here form cycles. A move frees about as many older containers as it makes: after 10,000
there were 60,000 young ones, and each collection stopped the process for 50 ms. Python 3.14
collects older containers in another way.
"""


def collect_rarely() -> None:
    """Have the garbage collector leave alone what is there, and look at the rest in short steps."""
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)


class Lifespan:
    """Start and stop this process's background work together with the server."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif signs.is_starting:
            await signs.serve(self.application, scope, receive, send)
        else:
            await self.application(scope, receive, send)

    async def _live(self, receive: Any, send: Any) -> None:
        await receive()
        try:
            await self._start()
        except Exception as error:
            if isinstance(error, DatabaseError):
                logger.error(
                    "the database does not answer, or `manage.py serve prepare` did not run: %s",
                    tell_reason(error),
                )
            else:
                logger.exception("the site did not start")
            await send({"type": "lifespan.startup.failed", "message": str(error)})
            return
        signs.start()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await asyncio.to_thread(signs.stop)
        if settings.EMBEDDED:
            from config.embedded import worker

            await asyncio.to_thread(worker.stop)
        await send({"type": "lifespan.shutdown.complete"})

    async def _start(self) -> None:
        if not settings.DEBUG and settings.SECRET_KEY == settings.DEVELOPMENT_KEY:
            raise RuntimeError("there is no secret key: set SECRET_KEY or run ./serve once")
        await database_sync_to_async(services.create_clock)()
        if settings.EMBEDDED:
            # Before the first sweep: nobody can have moved since the last sign of life.
            await database_sync_to_async(services.record_web_absent)()
        groups.here()
        serve_metrics(with_health=True)
        collect_rarely()
        if settings.EMBEDDED:
            from config.embedded import worker

            await asyncio.to_thread(worker.start)


application: Application = Lifespan(
    ProtocolTypeRouter(
        {
            "http": BodyLimit(StaticFiles(TakeOverCookies(Pages()))),
            "websocket": SocketLimit(
                OwnOriginOnly(TakeOverCookies(CookieMiddleware(URLRouter(websocket_urlpatterns))))
            ),
        }
    )
)
