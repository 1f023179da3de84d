"""The thread in which sockets use the database, and the connection that it keeps open."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.db import DatabaseError, OperationalError, connection

from accounts.models import User
from games.live.database import THREADS, with_database

pytestmark = pytest.mark.django_db(transaction=True)

on_sqlite = pytest.mark.skipif("connection.vendor != 'sqlite'", reason="about SQLite's files")


@pytest.fixture(autouse=True)
async def _closed_at_the_end() -> AsyncIterator[None]:
    yield
    await with_database(lambda: connection.close())


def open_connection() -> Any:
    connection.ensure_connection()
    return connection.connection


def query(statement: str) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchone()


@on_sqlite
async def test_the_connection_stays_open_from_one_use_to_the_next() -> None:
    first = await with_database(open_connection)
    assert await with_database(lambda: connection.connection) is first


async def test_a_connection_that_failed_is_not_used_again() -> None:
    def fail() -> None:
        connection.set_autocommit(False)
        query("SELECT * FROM nothing_of_that_name")

    with pytest.raises(DatabaseError):
        await with_database(fail)
    assert await with_database(lambda: connection.connection) is None
    assert await with_database(User.objects.count) == 0


async def test_a_connection_with_an_open_transaction_is_not_used_again() -> None:
    await with_database(lambda: connection.set_autocommit(False))
    assert await with_database(lambda: connection.connection) is None
    assert await with_database(lambda: connection.get_autocommit())


@on_sqlite
async def test_after_a_lock_that_lasted_too_long_the_next_use_works(alice: User) -> None:
    def rename(name: str) -> None:
        query("PRAGMA busy_timeout = 1")
        User.objects.update(display_name=name)

    await with_database(rename, "Alice")
    other = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(OperationalError, match="locked"):
        await with_database(rename, "Late")
    assert await with_database(lambda: connection.connection) is None
    other.execute("ROLLBACK")
    other.close()
    await with_database(rename, "Alicia")
    assert await with_database(lambda: User.objects.get().display_name) == "Alicia"


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
    assert await with_database(query, "SELECT name FROM names") == ("first",)
    os.replace(tmp_path / "second", tmp_path / "first")
    assert await with_database(query, "SELECT name FROM names") == ("second",)


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has one writer at a time")
async def test_a_use_of_the_database_does_not_wait_for_another() -> None:
    is_over = threading.Event()
    busy = asyncio.ensure_future(with_database(is_over.wait, 30))
    try:
        assert await asyncio.wait_for(with_database(query, "SELECT 1"), 10) == (1,)
    finally:
        is_over.set()
        await busy


async def test_a_table_is_sent_while_the_threads_are_busy(
    dealt: Any, play: Any, watch: Any, alice: User, as_bob: Any
) -> None:
    game = await database_sync_to_async(dealt)()
    bobs, _ = await watch(game, as_bob)
    is_over = threading.Event()
    busy = [asyncio.ensure_future(with_database(is_over.wait, 30)) for _ in range(THREADS)]
    try:
        await database_sync_to_async(play)(game, alice, "8C")
        assert "8C" in await bobs.receive(10)
    finally:
        is_over.set()
        await asyncio.gather(*busy)
