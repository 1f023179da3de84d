"""How programs that serve nobody connect to the database, and why it does not answer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DatabaseError, connection

ANSWERS_WITHIN = 5
"""Seconds in which a server has to answer; by itself a program would wait for minutes."""


@contextmanager
def one_connection() -> Iterator[None]:
    """Connect without a pool, which tries for a long time and then does not say why it failed."""
    options = connection.settings_dict["OPTIONS"]
    pool = options.pop("pool", None)
    if pool is None:
        yield
        return
    before = dict(options)
    options.setdefault("connect_timeout", ANSWERS_WITHIN)
    try:
        yield
    finally:
        connection.close()
        options.clear()
        options.update(before, pool=pool)


def tell_reason(error: DatabaseError) -> str:
    """Return what the database has answered in one line, without advice and a full stop."""
    line, *_ = str(error).strip().splitlines() or ["no reason is known"]
    return line.rstrip(".")
