"""An answer of the database is not waited for longer than needed, and one that is back is found."""

from __future__ import annotations

import os
import socket
import time
from typing import Any

import psycopg
import pytest
from django.db import OperationalError, connection, connections
from psycopg_pool import ConnectionPool, PoolTimeout

from config import databases
from config.databases import check_database

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "postgresql", reason="only PostgreSQL has a pool"),
]


class Away(psycopg.Connection[Any]):
    """A connection to a database that may be away."""

    is_away = True

    @classmethod
    def connect(cls, *args: Any, **kwargs: Any) -> Any:
        if cls.is_away:
            raise psycopg.OperationalError("connection refused")
        return super().connect(*args, **kwargs)


def make_pool() -> ConnectionPool[Away]:
    """Return a pool with the site's settings whose database is away."""
    Away.is_away = True
    where = {"host": connection.settings_dict["HOST"], "port": connection.settings_dict["PORT"]}
    where |= {"user": connection.settings_dict["USER"], "dbname": "postgres"}
    options = connection.settings_dict["OPTIONS"]["pool"]
    return ConnectionPool(kwargs=where, connection_class=Away, open=False, **options)


def test_a_database_that_is_back_is_found_within_seconds() -> None:
    with make_pool() as pool:
        until = time.monotonic() + 4
        while time.monotonic() < until:  # as the sweep asks
            with pytest.raises(PoolTimeout):
                pool.getconn(timeout=0.5)
        Away.is_away = False
        back_at = time.monotonic()
        while True:
            try:
                pool.putconn(pool.getconn(timeout=0.5))
                break
            except PoolTimeout:
                assert time.monotonic() - back_at < 5
    # It doubles its pauses, and starts over when three seconds have passed.
    assert time.monotonic() - back_at < 2.5


def test_health_does_not_wait_as_long_as_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    check_database()
    monkeypatch.setattr(databases, "TELLS_WITHIN", 0.2)
    began_at = time.monotonic()
    with make_pool() as pool:
        pools: Any = vars(type(connections["default"]))["_connection_pools"]
        monkeypatch.setitem(pools, "default", pool)
        with pytest.raises(OperationalError):
            check_database()
    assert time.monotonic() - began_at < 3


def test_a_database_from_which_nothing_is_heard_is_given_up() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        connected = socket.socket(fileno=os.dup(connection.connection.fileno()))
    with connected:
        kept_alive = connected.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        sent, *silent = (
            connected.getsockopt(socket.IPPROTO_TCP, option)
            for option in (
                *(socket.TCP_USER_TIMEOUT, socket.TCP_KEEPIDLE),
                *(socket.TCP_KEEPINTVL, socket.TCP_KEEPCNT),
            )
        )
    idle, interval, count = silent
    assert kept_alive
    assert 0 < sent <= 10_000
    assert idle + interval * count <= 10
    assert connection.settings_dict["OPTIONS"]["connect_timeout"] <= 5
