"""The thread in which sockets use the database, and the connection that it keeps open."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.db import DatabaseError, OperationalError, connection

from accounts.models import User
from games.live.database import READERS, WRITERS, with_database, write_database
from tests.sockets import Socket

pytestmark = pytest.mark.django_db(transaction=True)

on_sqlite = pytest.mark.skipif("connection.vendor != 'sqlite'", reason="about SQLite's files")


@pytest.fixture(autouse=True)
async def _closed_at_the_end() -> AsyncIterator[None]:
    yield
    await write_database(lambda: connection.close())
    await one_after_another(lambda: connection.close())


async def one_after_another(function: Callable[[], Any]) -> list[Any]:
    """Call a function in each of the threads that read."""
    together = threading.Barrier(READERS)

    def call() -> Any:
        together.wait(30)
        return function()

    return await asyncio.gather(*[with_database(call) for _ in range(READERS)])


def open_connection() -> Any:
    connection.ensure_connection()
    return connection.connection


def query(statement: str) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchone()


@on_sqlite
async def test_the_connection_stays_open_from_one_use_to_the_next() -> None:
    first = await write_database(open_connection)
    assert await write_database(lambda: connection.connection) is first


async def test_a_connection_that_failed_is_not_used_again() -> None:
    def fail() -> None:
        connection.set_autocommit(False)
        query("SELECT * FROM nothing_of_that_name")

    with pytest.raises(DatabaseError):
        await write_database(fail)
    assert await write_database(lambda: connection.connection) is None
    assert await write_database(User.objects.count) == 0


async def test_a_connection_with_an_open_transaction_is_not_used_again() -> None:
    await write_database(lambda: connection.set_autocommit(False))
    assert await write_database(lambda: connection.connection) is None
    assert await write_database(lambda: connection.get_autocommit())


@on_sqlite
async def test_after_a_lock_that_lasted_too_long_the_next_use_works(alice: User) -> None:
    def rename(name: str) -> None:
        query("PRAGMA busy_timeout = 1")
        User.objects.update(display_name=name)

    await write_database(rename, "Alice")
    other = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(OperationalError, match="locked"):
        await write_database(rename, "Late")
    assert await write_database(lambda: connection.connection) is None
    other.execute("ROLLBACK")
    other.close()
    await write_database(rename, "Alicia")
    assert await write_database(lambda: User.objects.get().display_name) == "Alicia"


@on_sqlite
async def test_another_file_in_the_place_of_the_database_is_read_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("first", "second"):
        made = sqlite3.connect(tmp_path / name)
        made.execute("CREATE TABLE names (name)")
        made.execute("INSERT INTO names VALUES (?)", [name])
        made.commit()
        made.close()
    monkeypatch.setitem(connection.settings_dict, "NAME", tmp_path / "first")
    assert await write_database(query, "SELECT name FROM names") == ("first",)
    os.replace(tmp_path / "second", tmp_path / "first")
    assert await write_database(query, "SELECT name FROM names") == ("second",)


async def test_reading_waits_for_nobody_who_writes() -> None:
    is_over = threading.Event()
    busy = [asyncio.ensure_future(write_database(is_over.wait, 30)) for _ in range(WRITERS)]
    try:
        assert await asyncio.wait_for(with_database(query, "SELECT 1"), 10) == (1,)
    finally:
        is_over.set()
        await asyncio.gather(*busy)


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has one writer at a time")
async def test_writing_does_not_wait_for_another_writer() -> None:
    is_over = threading.Event()
    busy = asyncio.ensure_future(write_database(is_over.wait, 30))
    try:
        assert await asyncio.wait_for(write_database(query, "SELECT 1"), 10) == (1,)
    finally:
        is_over.set()
        await busy


@on_sqlite
async def test_sockets_and_pages_open_while_another_process_holds_the_lock(
    dealt: Any, watch: Any, as_alice: Any, as_bob: Any
) -> None:
    game = await database_sync_to_async(dealt)()
    alices, _ = await watch(game, as_alice)
    table, *others = (
        Socket(path, client=as_bob)
        for path in (f"/ws/games/{game.public_id}/", "/ws/lobby/", "/ws/mine/", "/ws/turns/")
    )
    other = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        await alices.send('{"seen": "2", "action": "drop", "card": "8C"}')
        async with asyncio.timeout(10):  # a writer waits 20 s for the lock
            assert await table.open()
            assert 'data-version="' in str(await table.receive())
            for socket in others:
                assert await socket.open()
            for path in (game.get_absolute_url(), "/", "/games/mine/"):
                page = await database_sync_to_async(as_bob.get)(path)
                assert page.status_code == 200
    finally:
        other.execute("ROLLBACK")
        other.close()
    while "8C" not in str(await table.receive()):
        pass
    for socket in (table, *others):
        await socket.close()


async def test_a_table_is_sent_while_the_threads_are_busy(
    dealt: Any, play: Any, watch: Any, alice: User, as_bob: Any
) -> None:
    game = await database_sync_to_async(dealt)()
    bobs, _ = await watch(game, as_bob)
    is_over = threading.Event()
    busy = [asyncio.ensure_future(with_database(is_over.wait, 30)) for _ in range(READERS)]
    busy += [asyncio.ensure_future(write_database(is_over.wait, 30)) for _ in range(WRITERS)]
    try:
        await database_sync_to_async(play)(game, alice, "8C")
        assert "8C" in await bobs.receive(10)
    finally:
        is_over.set()
        await asyncio.gather(*busy)
