"""The site as an ASGI application: pages, sockets and background work."""

import asyncio
import logging
import os
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
from config.garbage import (  # noqa: E402
    GarbageCollection,
    collect_everything_regularly,
    stop_automatic_collection,
)
from config.limits import BodyLimit, SocketLimit  # noqa: E402
from config.metrics_server import serve_metrics  # noqa: E402
from config.origin import Application, OwnOriginOnly  # noqa: E402
from config.pages import Pages  # noqa: E402
from config.signs import signs  # noqa: E402
from config.static_server import StaticFiles  # noqa: E402
from games import services  # noqa: E402
from games.live.consumers import websocket_urlpatterns  # noqa: E402

logger = logging.getLogger("config")


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
        stop_automatic_collection()
        collect_everything_regularly()
        if settings.EMBEDDED:
            from config.embedded import worker

            await asyncio.to_thread(worker.start)


application: Application = Lifespan(
    ProtocolTypeRouter(
        {
            "http": GarbageCollection(BodyLimit(StaticFiles(TakeOverCookies(Pages())))),
            "websocket": SocketLimit(
                OwnOriginOnly(TakeOverCookies(CookieMiddleware(URLRouter(websocket_urlpatterns))))
            ),
        }
    )
)
