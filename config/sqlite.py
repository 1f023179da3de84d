"""Connections to SQLite, of which no command makes a database that others can read."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from typing import Any


class PrivateConnection(sqlite3.Connection):
    """A connection that makes a new database for this user alone.

    The files that SQLite lays beside it are as private as the database. One that exists stays as
    it is.
    """

    def __init__(self, database: Any, *arguments: Any, **options: Any) -> None:
        if not str(database).startswith((":memory:", "file:")):
            with contextlib.suppress(OSError):  # it exists, or SQLite says why it cannot be made
                os.close(os.open(database, os.O_CREAT | os.O_EXCL, 0o600))
        super().__init__(database, *arguments, **options)
