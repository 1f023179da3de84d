"""Whether the site can store anything: on a full disk it cannot, and then nobody can move.

Whatever fails to store something for that reason notes it here. From then on nothing ends by
itself and no web process gives signs of life, until one has found room again (`config/signs.py`).
What was noted counts for ten seconds, so that a process that finds nothing out by itself, such as a
worker, does not believe it for ever. Several processes tell each other through the cache.
"""

from __future__ import annotations

import logging
import secrets
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db import DatabaseError, transaction

logger = logging.getLogger("config")

COUNTS_FOR = 10
"""How many seconds a failure counts. Web processes look every second whether it has passed."""
ROOM = 48_000
"""How many random bytes must find room, before the site counts as one that can store moves."""
KEY = "storage:failed"

# Disk quotas and disks that are read-only have codes of their own. The bytes above say more.
ON_SQLITE = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY}
ON_POSTGRESQL = {"53100", "58030"}  # disk_full, io_error

_failed_until = 0.0


def is_no_room(error: BaseException | None) -> bool:
    """Return whether an error, or what caused it, says that the database cannot write."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in ON_SQLITE:
            return True
        if getattr(error, "sqlstate", None) in ON_POSTGRESQL:
            return True
        error = error.__cause__ or error.__context__
    return False


def note_failure(error: BaseException | None) -> bool:
    """Note that nothing can be stored, if that is what an error says; return whether it is."""
    global _failed_until
    if not is_no_room(error):
        return False
    if not has_failed():
        logger.error("nothing can be stored: the disk is full, or may not be written to")
    _failed_until = time.monotonic() + COUNTS_FOR
    if not settings.EMBEDDED:
        cache.set(KEY, True, COUNTS_FOR)
    return True


def has_failed() -> bool:
    """Return whether something could not be stored, and no room has been found since."""
    if time.monotonic() < _failed_until:
        return True
    return not settings.EMBEDDED and cache.get(KEY) is not None


def forget_failure() -> None:
    """Note that there is room again."""
    global _failed_until
    _failed_until = 0.0
    if not settings.EMBEDDED:
        cache.delete(KEY)


def find_room() -> None:
    """Store something larger than a move, and delete it. Raises DatabaseError if there is no room.

    A smaller change may still find a place in what the database has already, when a move does not.
    It is committed in between, because only then SQLite writes to the disk. The key is new each
    time: several processes may look at once.
    """
    began = datetime.fromtimestamp(0, tz=UTC)
    row = Session(f"room-{secrets.token_hex(16)}", secrets.token_hex(ROOM // 2), began)
    with transaction.atomic():
        row.save()
    row.delete()


@contextmanager
def optional() -> Iterator[None]:
    """Go on when what is written in the block cannot be stored: it can wait."""
    try:
        yield
    except DatabaseError as error:
        if not note_failure(error):
            raise


@contextmanager
def contained(log: logging.Logger, message: str, *values: object) -> Iterator[None]:
    """Go on when the block fails, and log the message: a broken game must not stop others.

    The error's own words stay out of the log: they may name cards.
    """
    try:
        yield
    except Exception as error:  # noqa: BLE001
        note_failure(error)
        log.error(f"{message}: %s", *values, type(error).__name__)
