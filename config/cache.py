"""The shared Redis cache of services mode."""

import logging
from typing import Any, TypeVar

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError

logger = logging.getLogger("config")

AWAY = (RedisConnectionError, RedisTimeoutError)


Answer = TypeVar("Answer")


class PatientClient(RedisCacheClient):
    """Treat an unreachable Redis as an empty cache, so that people can go on playing."""

    def add(self, key: Any, value: Any, timeout: Any) -> bool:
        try:
            return bool(super().add(key, value, timeout))
        except AWAY:
            return self._miss(True)

    def get(self, key: Any, default: Any) -> Any:
        try:
            return super().get(key, default)
        except AWAY:
            return self._miss(default)

    def set(self, key: Any, value: Any, timeout: Any) -> None:
        try:
            super().set(key, value, timeout)
        except AWAY:
            self._miss(None)

    def delete(self, key: Any) -> bool:
        try:
            return bool(super().delete(key))
        except AWAY:
            return self._miss(False)

    def get_many(self, keys: Any) -> Any:
        try:
            return super().get_many(keys)
        except AWAY:
            return self._miss({})

    def _miss(self, answer: Answer) -> Answer:
        logger.warning("Redis does not answer: the cache is treated as empty")
        return answer


class PatientRedisCache(RedisCache):
    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = PatientClient

    def clear(self) -> None:
        """Empty only this cache: the same Redis also holds the task queue."""
        client = self._cache.get_client(None, write=True)
        try:
            for key in client.scan_iter(match=f"{self.key_prefix}:*", count=1000):
                client.delete(key)
        except AWAY:
            logger.warning("Redis does not answer: the cache was not emptied")
