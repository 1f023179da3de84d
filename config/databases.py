"""Whether the database answers, why not, and how programs that serve nobody connect to it."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DatabaseError, connection

ANSWERS_WITHIN = 5
"""Seconds in which a server has to answer; by itself a program would wait for minutes."""

TELLS_WITHIN = 4
"""Seconds after which it is said that the database does not answer. A page waits longer."""

MISSING = {"42P01", "42703"}
"""What PostgreSQL says of a missing table or column."""


@contextmanager
def one_connection() -> Iterator[None]:
    """Connect without a pool, which tries for a long time and then does not say why it failed."""
    options = connection.settings_dict["OPTIONS"]
    pool = options.pop("pool", None)
    if pool is None:
        yield
        return
    try:
        yield
    finally:
        connection.close()
        options["pool"] = pool


def check_database() -> None:
    """Ask the database for an answer. Raises DatabaseError if there is none in `TELLS_WITHIN`."""
    pool = getattr(connection, "pool", None)
    if pool is None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        return
    pool.open()
    with connection.wrap_database_errors, pool.connection(timeout=TELLS_WITHIN) as direct:
        direct.execute("SELECT 1")


def tell_reason(error: DatabaseError) -> str:
    """Return what the database has answered in one line, without advice and a full stop."""
    line, *_ = str(error).strip().splitlines() or ["no reason is known"]
    return line.rstrip(".")


def is_unprepared(error: DatabaseError) -> bool:
    """Return whether a table or column of this release is missing."""
    if getattr(error.__cause__, "sqlstate", "") in MISSING:
        return True
    return bool(re.match("no such (table|column): |table .* has no column ", str(error)))


def tell_remedy(error: DatabaseError) -> str:
    """Return what to do about a database that does not answer, in one sentence."""
    if connection.vendor == "postgresql":
        return "Start PostgreSQL, or correct DATABASE_URL."
    code = getattr(error.__cause__, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_FULL:
        return "Make room on the disk where it lies."
    if code == sqlite3.SQLITE_READONLY:
        return "The user of the site must be able to write it."
    file = connection.settings_dict["NAME"]
    if code == sqlite3.SQLITE_CANTOPEN and os.path.isfile(file):
        return f"Run as root: chown <user of the site> {file}*"
    return "Correct DATABASE_URL, or restore a backup."
