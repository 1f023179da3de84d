"""A disk without room for the database: real errors of SQLite and PostgreSQL, in chosen tables.

SQLite raises its own error, because it may use no more pages. PostgreSQL has the code of a full
disk from a trigger.
"""

from __future__ import annotations

import os
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, connections
from django.db.backends.signals import connection_created

from games.live import database

CHANGES = ("INSERT", "UPDATE", "DELETE")
MOST_PAGES = 2000
TOO_MUCH = 20_000_000


class Disk:
    """The disk of the test's database: it can be full, and get room again."""

    def __init__(self) -> None:
        self._made: list[str] = []

    def fill(self, *tables: str) -> None:
        """Leave no room for what is written to these tables, or to any."""
        for table in tables or connection.introspection.table_names():
            for statement, undo in _refusals(table):
                _run(statement)
                self._made.append(undo)

    def empty(self) -> None:
        """Have room again."""
        while self._made:
            _run(self._made.pop())


@contextmanager
def small_disk() -> Iterator[Disk]:
    """Yield the disk of the database."""
    disk = Disk()
    is_sqlite = connection.vendor == "sqlite"
    if is_sqlite:
        connection_created.connect(_limit_pages)
        _close_all()
        _run("CREATE TABLE ballast (weight blob)")
    else:
        _run(
            "CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ "
            "BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$"
        )
    try:
        yield disk
    finally:
        disk.empty()
        _run("DROP TABLE ballast" if is_sqlite else "DROP FUNCTION no_room()")
        connection_created.disconnect(_limit_pages)
        _close_all()


@contextmanager
def real_disk(directory: Path, megabytes: int = 4) -> Iterator[Path]:
    """Yield a file that fills a small file system, to which the database has been moved.

    Only the system's administrator may mount one, so the test is skipped for everybody else.
    """
    directory.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(directory)]
    if os.geteuid() or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("no file system can be mounted here")
    settings: Any = connections.settings["default"]
    usual = settings["NAME"]
    try:
        with sqlite3.connect(usual) as source, sqlite3.connect(directory / "moved") as copy:
            source.backup(copy)
        source.close()
        copy.close()
        _close_all()
        settings["NAME"] = directory / "moved"
        yield directory / "ballast"
    finally:
        settings["NAME"] = usual
        _close_all()
        subprocess.run(["umount", "--lazy", directory], check=True)


def fill_file(ballast: Path) -> None:
    """Let a file take all the room that there is."""
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(4096))


def _refusals(table: str) -> Iterator[tuple[str, str]]:
    if connection.vendor != "sqlite":
        yield (
            f'CREATE TRIGGER no_room BEFORE {" OR ".join(CHANGES)} ON "{table}" '
            "FOR EACH STATEMENT EXECUTE FUNCTION no_room()",
            f'DROP TRIGGER no_room ON "{table}"',
        )
        return
    if table == "ballast":
        return
    takes_room = f"INSERT INTO ballast VALUES (zeroblob({TOO_MUCH}))"  # noqa: S608
    for change in CHANGES:
        name = f"no_room_{table}_{change}"
        yield (
            f'CREATE TRIGGER {name} BEFORE {change} ON "{table}" BEGIN {takes_room}; END',
            f"DROP TRIGGER {name}",
        )


def _run(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def _limit_pages(connection: Any, **_: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA max_page_count = {MOST_PAGES}")


def _close_all() -> None:
    """Close this thread's connection and those that the sockets keep open to write."""
    connections.close_all()
    for _ in range(database.WRITERS):
        database._writing.submit(connections.close_all).result()
