"""Serve a small game server on Starlette, as a peer of the site in `bench/site.py`.

It checks the session, raises the version of the game and stores the move in the site's own tables,
in one transaction, and sends both seats 1.6 KB. It has no rules, no table and no other process. It
runs in an environment of its own, with the packages of `bench/peer-requirements.txt`.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import json
import os
import sqlite3
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any

import psycopg_pool
import uvicorn
from starlette.applications import Starlette  # type: ignore[import-not-found]
from starlette.routing import WebSocketRoute  # type: ignore[import-not-found]
from starlette.websockets import WebSocket, WebSocketDisconnect  # type: ignore[import-not-found]

DATABASE_URL = os.environ["DATABASE_URL"]
PADDING = "x" * 1600
FIND = "SELECT id, move_count FROM games_game WHERE public_id = ?"
CHECK = "SELECT 1 FROM django_session WHERE session_key = ? AND expire_date > ?"
RAISE = """
UPDATE games_game
SET version = version + 1, event_count = event_count + 1, move_count = move_count + 1
WHERE id = ? RETURNING event_count, move_count
"""
STORE = """
INSERT INTO games_event (game_id, number, kind, seat, text, at, seconds)
VALUES (?, ?, 'move', 0, ?, ?, 0)
"""


class SqliteStore:
    """One connection that stays open, in a thread of its own."""

    def __init__(self) -> None:
        self.thread = ThreadPoolExecutor(1)

    async def open(self) -> None:
        await self._run(self._connect)

    def _connect(self) -> None:
        path = DATABASE_URL.removeprefix("sqlite:///")
        self.connection = sqlite3.connect(path, isolation_level=None, timeout=20)
        self.connection.execute("PRAGMA synchronous = NORMAL")

    async def _run(self, work: Any, *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self.thread, work, *arguments)

    async def find(self, public_id: str) -> Any:
        return await self._run(self._find, public_id)

    def _find(self, public_id: str) -> Any:
        return self.connection.execute(FIND, (public_id,)).fetchone()

    async def move(self, game_id: int, session: str, text: str) -> int:
        return int(await self._run(self._move, game_id, session, text))

    def _move(self, game_id: int, session: str, text: str) -> int:
        now = str(dt.datetime.now(dt.UTC).replace(tzinfo=None))
        run = self.connection.execute
        run("BEGIN IMMEDIATE")
        try:
            assert run(CHECK, (session, now)).fetchone()
            number, moves = run(RAISE, (game_id,)).fetchone()
            run(STORE, (game_id, number, text, now))
        except BaseException:
            run("ROLLBACK")
            raise
        run("COMMIT")
        return int(moves)


class PostgresStore:
    """A pool of asynchronous connections."""

    async def open(self) -> None:
        self.pool = psycopg_pool.AsyncConnectionPool(
            DATABASE_URL, min_size=4, max_size=4, open=False
        )
        await self.pool.open(wait=True)

    async def find(self, public_id: str) -> Any:
        async with self.pool.connection() as connection:
            found = await connection.execute(FIND.replace("?", "%s"), (public_id,))
            return await found.fetchone()

    async def move(self, game_id: int, session: str, text: str) -> int:
        now = dt.datetime.now(dt.UTC)
        async with self.pool.connection() as connection:
            run = connection.execute
            checked = await run(CHECK.replace("?", "%s"), (session, now))
            assert await checked.fetchone()
            raised = await run(RAISE.replace("?", "%s"), (game_id,))
            number, moves = await raised.fetchone() or (0, 0)
            await run(STORE.replace("?", "%s"), (game_id, number, text, now))
        return int(moves)


store: Any = SqliteStore() if DATABASE_URL.startswith("sqlite") else PostgresStore()
open_sockets: defaultdict[int, set[WebSocket]] = defaultdict(set)


def page(seen: int) -> str:
    return f'<div data-seen="{seen}">{PADDING}'


async def play(socket: WebSocket) -> None:
    """Store each move that is sent, and then tell both seats."""
    game_id, seen = await store.find(socket.path_params["public_id"])
    session = socket.cookies.get("sessionid", "")
    await socket.accept()
    sockets = open_sockets[game_id]
    sockets.add(socket)
    try:
        await socket.send_text(page(seen))
        while True:
            sent = json.loads(await socket.receive_text())
            text = sent.get("move") or sent.get("card") or "pass"
            shown = page(await store.move(game_id, session, text))
            for each in list(sockets):
                await each.send_text(shown)
    except WebSocketDisconnect:
        pass
    finally:
        sockets.discard(socket)


@asynccontextmanager
async def lifespan(_: Starlette) -> Any:
    await store.open()
    yield


if __name__ == "__main__":
    application = Starlette(
        routes=[WebSocketRoute("/ws/games/{public_id}/", play)], lifespan=lifespan
    )
    uvicorn.run(
        application,
        host="127.0.0.1",
        port=int(os.environ["PORT"]),
        log_level="error",
        ws_per_message_deflate=False,
    )
