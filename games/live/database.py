"""The threads in which sockets use the database. Connections stay open from one use to the next.

Opening and closing a connection for each move took longer than the move's queries. The pages'
threads end with their request, and their connections with them. SQLite has one writer at a time,
so one thread is enough there; on PostgreSQL one thread would wait for each commit in turn.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple, ParamSpec, TypeVar

from django.db import connection

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

THREADS = 1 if connection.vendor == "sqlite" else 3

_executor = ThreadPoolExecutor(max_workers=THREADS, thread_name_prefix="sockets")
_local = threading.local()


class DatabaseFile(NamedTuple):
    """Which file a path names. Another file at the same path is another database."""

    device: int
    inode: int


async def with_database(
    function: Callable[Parameters, Result], *args: Parameters.args, **kwargs: Parameters.kwargs
) -> Result:
    """Call a function that uses the database, in a thread of the sockets.

    It knows nothing of the caller's context: it speaks a language only if it says so itself.
    """
    call = partial(_call, function, *args, **kwargs)
    return await asyncio.get_running_loop().run_in_executor(_executor, call)


def _call(function: Callable[..., Result], *args: Any, **kwargs: Any) -> Result:
    _close_if_replaced()
    try:
        return function(*args, **kwargs)
    finally:
        _keep_open()


def _close_if_replaced() -> None:
    """Close the connection if the database is a file and another one is in its place."""
    file = _database_file()
    if connection.connection is not None and file != _local.file:
        connection.close()
    _local.file = file


def _keep_open() -> None:
    """Keep the connection open, unless an error may have spoilt it."""
    if connection.errors_occurred:
        connection.close()
    if connection.vendor == "sqlite":
        connection.close_at = None
    connection.close_if_unusable_or_obsolete()


def _database_file() -> DatabaseFile | None:
    if connection.vendor != "sqlite":
        return None
    try:
        found = os.stat(connection.settings_dict["NAME"])
    except OSError:
        return None
    return DatabaseFile(found.st_dev, found.st_ino)
