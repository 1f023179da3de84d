"""The databases of measured servers, filled with games, and what the programs have in common."""

from __future__ import annotations

import argparse
import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import redis

ROOT = Path(__file__).resolve().parent.parent
SECRET_KEY = secrets.token_urlsafe(64)


@dataclass(frozen=True)
class Store:
    """Where one server stores its data, and the games that will be played on it."""

    database_url: str
    redis_url: str
    games: list[dict[str, Any]]


def environment(database_url: str, redis_url: str, port: int = 8000) -> dict[str, str]:
    """Return the settings of a site that is separate from any other on this machine."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": os.environ.get("HOME", "/tmp"),  # noqa: S108
        "SECRET_KEY": SECRET_KEY,
        "DATABASE_URL": database_url,
        "REDIS_URL": redis_url,
        "PORT": str(port),
        "LOG_LEVEL": "ERROR",
    }


def deal_games(database_url: str, games: int, moves_left: int) -> list[dict[str, Any]]:
    """Fill the database with running games."""
    print(f"  dealing {games} games ...", file=sys.stderr)
    run = subprocess.run(
        [
            *(sys.executable, "-m", "bench.dealt"),
            *("--games", str(games), "--moves-left", str(moves_left)),
        ],
        cwd=ROOT,
        env=environment(database_url, ""),
        stdout=subprocess.PIPE,
        check=True,
        timeout=300,
    )
    return list(json.loads(run.stdout))


@contextmanager
def embedded_stores(names: list[str], games: int, moves_left: int) -> Iterator[list[Store]]:
    """Yield an SQLite file for each server, with the same games."""
    with tempfile.TemporaryDirectory(prefix="bench-site-") as directory:
        files = [Path(directory, f"{name}.sqlite3") for name in names]
        dealt = deal_games(f"sqlite:///{files[0]}", games, moves_left)
        for file in files[1:]:
            shutil.copy(files[0], file)
        yield [Store(f"sqlite:///{file}", "", dealt) for file in files]


@contextmanager
def services_stores(
    names: list[str], games: int, moves_left: int, *, postgres: str, redis_address: str
) -> Iterator[list[Store]]:
    """Yield a PostgreSQL database for each server, with the same games, and an empty Redis."""
    databases = [f"bench_{name}_{os.getpid()}" for name in names]
    redis_url = empty_redis(redis_address)
    with psycopg.connect(f"{postgres}/postgres", autocommit=True) as server:
        try:
            server.execute(f"CREATE DATABASE {databases[0]}")
            dealt = deal_games(f"{postgres}/{databases[0]}", games, moves_left)
            for database in databases[1:]:
                server.execute(f"CREATE DATABASE {database} TEMPLATE {databases[0]}")
            server.execute("VACUUM ANALYZE")
            yield [Store(f"{postgres}/{database}", redis_url, dealt) for database in databases]
        finally:
            for database in databases:
                server.execute(f"DROP DATABASE IF EXISTS {database} WITH (FORCE)")
            redis.Redis.from_url(redis_url).flushdb()


@contextmanager
def store_of_site(arguments: argparse.Namespace, games: int) -> Iterator[Store]:
    """Yield the store of one site with so many games, on the services if they are asked for."""
    stores = (
        services_stores(
            ["site"], games, 2, postgres=arguments.postgres, redis_address=arguments.redis
        )
        if arguments.services
        else embedded_stores(["site"], games, 2)
    )
    with stores as (store,):
        yield store


def add_services(parser: argparse.ArgumentParser) -> None:
    """Let a program be told where PostgreSQL and Redis are."""
    parser.add_argument("--postgres", default="postgres://postgres@127.0.0.1:5432")
    parser.add_argument("--redis", default="redis://127.0.0.1:6379")


def end_after(seconds: int) -> None:
    """Let SIGTERM, or so many seconds, end this program with all that it has started."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    signal.signal(signal.SIGALRM, lambda *_: sys.exit("The benchmark took too long."))
    signal.alarm(seconds)


def empty_redis(address: str) -> str:
    """Return the address of an empty database of this Redis."""
    for number in range(15, 0, -1):
        if redis.Redis.from_url(f"{address}/{number}").dbsize() == 0:
            return f"{address}/{number}"
    sys.exit("Every database of that Redis is in use.")
