"""The site in the process of a measurement, on a database of its own."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg


@contextmanager
def empty_site(server: str | None = None) -> Iterator[None]:
    """Set the site up on an empty SQLite database, or on a new one of a PostgreSQL server.

    Nothing of Django may be imported before. The database exists until the end of the block.
    """
    with _database(server) as url:
        os.environ |= {
            "DATABASE_URL": url,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "REDIS_URL": "",
        }
        os.environ.setdefault("LOG_LEVEL", "ERROR")
        import django
        from django.core.management import call_command
        from django.db import connection

        django.setup()
        call_command("collectstatic", interactive=False, verbosity=0)
        call_command("migrate", verbosity=0)
        call_command("createcachetable", verbosity=0)
        try:
            yield
        finally:
            connection.close()


@contextmanager
def _database(server: str | None) -> Iterator[str]:
    if server is None:
        with tempfile.TemporaryDirectory(prefix="bench-") as directory:
            yield f"sqlite:///{directory}/site.sqlite3"
        return
    name = f"bench_{os.getpid()}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}")
        try:
            yield f"{server}/{name}"
        finally:
            admin.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
