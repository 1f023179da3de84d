"""Connections to SQLite, of which no command makes a database that others can read."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any


class PrivateConnection(sqlite3.Connection):
    """A connection that makes a new database for this user alone.

    The files that SQLite lays beside it are as private as the database. One that exists stays as
    it is.
    """

    may_create = True
    """Whether a database that does not exist is made; otherwise that is an error."""

    def __init__(self, database: Any, *arguments: Any, **options: Any) -> None:
        if not str(database).startswith((":memory:", "file:")):
            if self.may_create:
                with suppress(OSError):  # it exists, or SQLite says why it cannot be made
                    os.close(os.open(database, os.O_CREAT | os.O_EXCL, 0o600))
            elif is_missing(database):
                raise sqlite3.OperationalError(f"{database} does not exist")
        super().__init__(database, *arguments, **options)


@contextmanager
def only_existing() -> Iterator[None]:
    """Make no database where there is none: it would be empty, as if everything were lost."""
    PrivateConnection.may_create = False
    try:
        yield
    finally:
        PrivateConnection.may_create = True


def is_missing(database: Any) -> bool:
    """Return whether there is no such file, as far as this user may look."""
    try:
        os.stat(database)
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:
        return False  # nothing can be made there either, and to connect tells why
    return False
