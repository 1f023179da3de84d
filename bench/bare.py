"""Serve the cheapest possible move over a socket, as the yardstick of `bench/site.py`.

It makes the same login check, session check, row lock, insert, update, commit and group message as
the site, through the same ORM, channel layer and server options, but has no rules and no table:
both seats get 1.6 KB of padding.
"""

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from channels.auth import AuthMiddlewareStack
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.db import connection, transaction
from django.urls import path
from django.utils import timezone

import config.asgi
from config.origin import OwnOriginOnly
from games.management.commands.serve import listen, run_web
from games.models import Event, Game

PADDING = "x" * 1600
IN_MEMORY = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}


class BareConsumer(AsyncWebsocketConsumer):
    """Store what is sent as a move, tell the group, and answer both seats."""

    async def connect(self) -> None:
        public_id = self.scope["url_route"]["kwargs"]["public_id"]
        game = await Game.objects.aget(public_id=public_id)
        self.game_id, self.group = game.pk, f"bare.{game.pk}"
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()
        await self.send(page(game.move_count))

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(self.group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        seen = await database_sync_to_async(self._move)(json.loads(text_data or "{}"))
        await self.channel_layer.group_send(self.group, {"type": "game.changed", "version": seen})

    def _move(self, sent: dict[str, Any]) -> int:
        session = self.scope["session"]
        stored = session.__class__(session.session_key).load()
        assert all(stored[key] == session[key] for key in (SESSION_KEY, HASH_SESSION_KEY))
        with transaction.atomic():
            game = Game.objects.select_for_update().get(pk=self.game_id)
            game.version += 1
            game.event_count += 1
            game.move_count += 1
            move = Event(
                game_id=game.pk,
                number=game.event_count,
                seat=0,
                text=sent.get("move") or sent.get("card") or "pass",
                at=timezone.now(),
            )
            move.save(force_insert=True)
            game.save(update_fields=["version", "event_count", "move_count"])
        return game.move_count

    async def game_changed(self, message: dict[str, Any]) -> None:
        await self.send(page(message["version"]))


def page(seen: int) -> str:
    return f'<div data-seen="{seen}">{PADDING}'


class Lifespan:
    """Answer uvicorn at start and stop; nothing runs besides the sockets."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "lifespan":
            await self.application(scope, receive, send)
            return
        for step in ("startup", "shutdown"):
            await receive()
            await send({"type": f"lifespan.{step}.complete"})
            await asyncio.sleep(0)


if __name__ == "__main__":
    settings.CHANNEL_LAYERS = settings.CHANNEL_LAYERS or IN_MEMORY
    sockets = URLRouter([path("ws/games/<str:public_id>/", BareConsumer.as_asgi())])
    config.asgi.application = Lifespan(  # the server keeps the options of the site
        ProtocolTypeRouter({"websocket": OwnOriginOnly(AuthMiddlewareStack(sockets))})
    )
    # As in the site's main thread: SQLite copies its log back when the last connection closes.
    connection.ensure_connection()
    run_web(listen())
