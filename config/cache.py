"""The caches: that of the database in embedded mode, and Redis in services mode.

People can go on playing when neither takes anything: then a cache is as good as empty. Only what is
counted for limits is then kept in the memory of this process, so that nobody can guess passwords
as often as they like, and nobody is refused because nothing can be counted.
"""

from __future__ import annotations

import datetime as dt
import logging
from enum import Enum
from functools import cache
from typing import Any, TypeVar

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.db import DatabaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from django.db import DatabaseError, connections
from redis import ConnectionPool
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import ResponseError
from redis.exceptions import TimeoutError as RedisTimeoutError

logger = logging.getLogger("config")

AWAY = (RedisConnectionError, RedisTimeoutError, ResponseError)
"""Redis does not answer, or refuses: then it is full, cannot save, or is a replica."""
COUNTED = ("limit:", "allauth:rl:")
"""How the keys of counts begin, ours and those of allauth."""
GUESSES = "limit:guess:user:"
"""How the keys begin that count the guesses at an account."""
LOCK = ":lock"
"""How the keys of locks end."""
LONGEST = 24 * 3600
"""After how many seconds no count matters any more."""
MOST_COUNTS = 20_000


Answer = TypeVar("Answer")


class Kept(Enum):
    """What memory has of a key in place of a value."""

    NOTHING = "nothing"
    GONE = "gone"
    """The value was deleted, but not where it is stored."""


def make_memory() -> LocMemCache:
    """Return the memory of this process, which all its threads share."""
    return LocMemCache("counts", {"OPTIONS": {"MAX_ENTRIES": MOST_COUNTS}})


def is_count(key: str) -> bool:
    """Return whether a key, with its prefix and version, is that of a count or of its lock."""
    return key.split(":", 2)[-1].startswith(COUNTED)


class EmbeddedCache(DatabaseCache):
    """Keep locks in memory, as there is one web process, and counts when the disk is full."""

    def __init__(self, table: str, params: dict[str, Any]) -> None:
        super().__init__(table, params)
        self._memory = make_memory()

    def add(
        self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> bool:
        if key.endswith(LOCK):
            return bool(self._memory.add(self._full(key, version), value, timeout))
        return bool(super().add(key, value, timeout, version))

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        full = self._full(key, version)
        kept = self._memory.get(full, Kept.NOTHING) if is_count(full) else Kept.NOTHING
        if kept is Kept.NOTHING:
            return super().get(key, default, version)
        return default if kept is Kept.GONE else kept

    def set(
        self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> None:
        full = self._full(key, version)
        try:
            is_stored = self._base_set("set", full, value, timeout)  # type: ignore[attr-defined]
        except DatabaseError:
            is_stored = False
        if is_stored:
            self._memory.delete(full)
        elif is_count(full):
            self._memory.set(full, value, timeout)

    def delete(self, key: str, version: int | None = None) -> bool:
        full = self._full(key, version)
        is_kept = self._memory.delete(full)
        return is_kept if key.endswith(LOCK) else bool(self._base_delete_many([full])) or is_kept

    def clear(self) -> None:
        self._memory.clear()
        super().clear()

    def _cull(self, db: str, cursor: Any, now: dt.datetime, num: int) -> None:
        """Make room: delete what has expired, and then what expires first.

        The guesses at an account stay, or whoever fills the cache could make it forget them. There
        are no more of these than accounts. (Django would delete by the alphabet.)
        """
        connection = connections[db]
        table = connection.ops.quote_name(self._table)  # type: ignore[attr-defined]
        expired = connection.ops.adapt_datetimefield_value(now)
        cursor.execute(f"DELETE FROM {table} WHERE expires < %s", [expired])  # noqa: S608
        left = num - cursor.rowcount
        if left > self._max_entries:
            first = (
                f"SELECT cache_key FROM {table} WHERE cache_key NOT LIKE %s "  # noqa: S608
                "ORDER BY expires LIMIT %s"
            )
            cursor.execute(
                f"DELETE FROM {table} WHERE cache_key IN ({first})",  # noqa: S608
                [f"%:{GUESSES}%", left // self._cull_frequency],
            )

    def _full(self, key: str, version: int | None) -> str:
        return str(self.make_and_validate_key(key, version=version))

    def _base_delete_many(self, keys: list[str]) -> bool:
        """Delete what somebody asks for, and what has expired when it is read."""
        try:
            return bool(super()._base_delete_many(keys))  # type: ignore[misc]
        except DatabaseError:
            for key in filter(is_count, keys):
                self._memory.set(key, Kept.GONE, LONGEST)
            return False


@cache
def make_pool(url: str, **options: Any) -> ConnectionPool:
    """Return the connections of this process to a Redis, which all its threads share."""
    return ConnectionPool.from_url(url, **options)


class PatientClient(RedisCacheClient):
    """Treat a Redis that cannot be reached or takes nothing as an empty cache, and count in memory.

    A count stays in memory until Redis takes it again.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._memory = make_memory()

    def _get_connection_pool(self, write: bool) -> ConnectionPool:
        """Return the shared connections: Django makes new ones for each thread and context."""
        options = self._pool_options  # type: ignore[attr-defined]
        return make_pool(self._servers[0], **options)  # type: ignore[attr-defined]

    def add(self, key: Any, value: Any, timeout: Any) -> bool:
        try:
            return bool(super().add(key, value, timeout))
        except AWAY:
            self._miss(None)
            return bool(self._memory.add(key, value, timeout)) if is_count(key) else True

    def get(self, key: Any, default: Any) -> Any:
        # First what Redis did not take: it may still answer when it refuses.
        kept = self._memory.get(key, Kept.NOTHING) if is_count(key) else Kept.NOTHING
        if kept is not Kept.NOTHING:
            return default if kept is Kept.GONE else kept
        try:
            return super().get(key, default)
        except AWAY:
            return self._miss(default)

    def set(self, key: Any, value: Any, timeout: Any) -> None:
        try:
            super().set(key, value, timeout)
        except AWAY:
            self._miss(None)
            if is_count(key):
                self._memory.set(key, value, timeout)
        else:
            self._memory.delete(key)

    def delete(self, key: Any) -> bool:
        is_kept = self._memory.delete(key)
        try:
            return bool(super().delete(key)) or is_kept
        except AWAY:
            if is_count(key) and not key.endswith(LOCK):
                self._memory.set(key, Kept.GONE, LONGEST)
            return self._miss(is_kept)

    def get_many(self, keys: Any) -> Any:
        try:
            return super().get_many(keys)
        except AWAY:
            return self._miss({})

    def _miss(self, answer: Answer) -> Answer:
        logger.warning("Redis does not answer, or takes nothing: the cache is treated as empty")
        return answer


class PatientRedisCache(RedisCache):
    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = PatientClient

    def clear(self) -> None:
        """Empty only this cache: the same Redis also holds the task queue."""
        make_memory().clear()
        client = self._cache.get_client(None, write=True)
        try:
            for key in client.scan_iter(match=f"{self.key_prefix}:*", count=1000):
                client.delete(key)
        except AWAY:
            logger.warning("Redis does not answer: the cache was not emptied")
