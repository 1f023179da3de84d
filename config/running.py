"""Whether a site already runs on this database, which a command would break or be broken by."""

from __future__ import annotations

import fcntl
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils import timezone

from games.models import SiteClock

SIGN_WITHIN = 10.0
"""A running process of any release gives a sign of life at least this often, in seconds."""
LONG_SILENCE = 60.0  # seconds; the clocks of two machines differ by less


@contextmanager
def only_site_on_database() -> Iterator[None]:
    """Keep a second embedded site off the SQLite file: neither would hear of the other's moves."""
    if not settings.EMBEDDED or connection.vendor != "sqlite":
        yield
        return
    path = Path(f"{settings.DATABASES['default']['NAME']}.serving")
    try:
        lock = path.open("w")
    except OSError as error:
        sys.exit(
            f"The site cannot write {path}: {error.strerror}. Its user must own this file and be "
            "able to write in the directory, or DATABASE_URL name another place."
        )
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            sys.exit("The site is already running on this database. Stop it first.")
        yield


def is_site_running() -> bool:
    """Return whether a process of any release gives a sign of life, after waiting for one.

    Web processes and the worker of the queue `celery` give them, other workers do not. Only what
    1.0.0 stores too is read. Raises DatabaseError if the database does not answer.
    """
    clock = SiteClock.objects.filter(pk=1).values_list("web_seen_at", "swept_at")
    before = clock.first()
    silence = [timezone.now() - each for each in before or () if each is not None]
    if all(each.total_seconds() > LONG_SILENCE for each in silence):
        return False
    time.sleep(SIGN_WITHIN)
    return clock.first() != before
