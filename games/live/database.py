"""The threads in which sockets use the database. Connections stay open from one use to the next.

Opening and closing a connection for each move took longer than the move's queries. The pages'
threads end with their request, and their connections with them. Reading has threads of its own,
because whatever writes may have to wait: on SQLite for another process, on PostgreSQL for a row.
SQLite has one writer at a time, so one thread is enough there; on PostgreSQL one thread would wait
for each commit in turn.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple, ParamSpec, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

READERS = 2
WRITERS = 1 if connection.vendor == "sqlite" else 3

_reading = ThreadPoolExecutor(max_workers=READERS, thread_name_prefix="sockets-read")
_writing = ThreadPoolExecutor(max_workers=WRITERS, thread_name_prefix="sockets-write")
_local = threading.local()


class DatabaseFile(NamedTuple):
    """Which file a path names. Another file at the same path is another database."""

    device: int
    inode: int


async def with_database(
    function: Callable[Parameters, Result], *args: Parameters.args, **kwargs: Parameters.kwargs
) -> Result:
    """Call a function that only reads the database, in a thread of the sockets.

    It knows nothing of the caller's context: it speaks a language only if it says so itself.
    """
    call = partial(_call, function, *args, **kwargs)
    return await asyncio.get_running_loop().run_in_executor(_reading, call)


async def write_database(
    function: Callable[Parameters, Result], *args: Parameters.args, **kwargs: Parameters.kwargs
) -> Result:
    """Call a function that may write to the database. It knows nothing of the caller’s context."""
    call = partial(_call, function, *args, **kwargs)
    return await asyncio.get_running_loop().run_in_executor(_writing, call)


def _call(function: Callable[..., Result], *args: Any, **kwargs: Any) -> Result:
    database = connections[DEFAULT_DB_ALIAS]  # `connection` looks it up at each use
    _close_if_replaced(database)
    try:
        return function(*args, **kwargs)
    finally:
        _keep_open(database)


def _close_if_replaced(database: BaseDatabaseWrapper) -> None:
    """Close the connection if the database is a file and another one is in its place."""
    file = _database_file(database)
    if database.connection is not None and file != _local.file:
        database.close()
    _local.file = file


def _keep_open(database: BaseDatabaseWrapper) -> None:
    """Keep the connection open, unless an error may have spoilt it."""
    if database.errors_occurred:
        database.close()
    if database.vendor == "sqlite":
        database.close_at = None
    database.close_if_unusable_or_obsolete()


def _database_file(database: BaseDatabaseWrapper) -> DatabaseFile | None:
    if database.vendor != "sqlite":
        return None
    try:
        found = os.stat(database.settings_dict["NAME"])
    except OSError:
        return None
    return DatabaseFile(found.st_dev, found.st_ino)
