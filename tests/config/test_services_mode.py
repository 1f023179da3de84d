"""With Redis and PostgreSQL: supervised processes, and services that become unavailable."""

import asyncio
import os
import shutil
import signal
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from pytest_django import Settings

from tests.running import Site, free_port, numbers_at, running_site, start_redis

pytestmark = pytest.mark.early

METRICS = 12000 + os.getpid() % 1000 * 10
"""The first port for metrics, another for each process. `free_port` returns none that is so low."""
WEB_AND_WORKERS = 7

services = pytest.mark.skipif(
    settings.EMBEDDED or not os.environ.get("DATABASE_URL", "").startswith("postg"),
    reason="the run on PostgreSQL and Redis has it",
)
own_redis = pytest.mark.skipif(
    settings.EMBEDDED or shutil.which("redis-server") is None,
    reason="the run on Redis has it" if settings.EMBEDDED else "redis-server is not installed",
)


def commands_of(pids: set[int]) -> dict[int, str]:
    return {
        pid: Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ").strip()
        for pid in pids
        if Path(f"/proc/{pid}").exists()
    }


def offers_numbers(port: int) -> bool:
    try:
        return "process_open_fds " in numbers_at(port)
    except OSError:  # it has only begun
        return False


def eventually(question: Any, seconds: float = 30) -> bool:
    deadline = time.monotonic() + seconds
    while not question():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.2)
    return True


@services
@own_redis
def test_killed_processes_and_a_killed_redis_come_back_and_a_stop_ends_all(tmp_path: Path) -> None:
    port = free_port()
    redis = start_redis(tmp_path, port)
    address = f"redis://127.0.0.1:{port}/0"
    try:
        with running_site(
            tmp_path, WEB_PROCESSES="2", REDIS_URL=address, METRICS_PORT=str(METRICS)
        ) as site:
            for number in range(WEB_AND_WORKERS):
                assert eventually(partial(offers_numbers, METRICS + number))
            check_that_killed_processes_are_restarted(site)
            redis.kill()
            redis.wait()
            time.sleep(3)
            assert site.get("/")[0] == 200
            redis = start_redis(tmp_path, port)
            assert eventually(lambda: '"sweep_age": 0.' in site.get("/health")[1], 30)
            children = site.descendants()
            started = time.monotonic()
            assert site.stop() == 0
            assert time.monotonic() - started < 9
            assert not commands_of(children)
    finally:
        redis.kill()
        redis.wait()


def check_that_killed_processes_are_restarted(site: Site) -> None:
    def running(words: str) -> list[int]:
        return [pid for pid, line in commands_of(site.descendants()).items() if words in line]

    for words, count in (
        ("serve web", 2),
        ("-Q celery", 1),
        ("-Q computer", 1),
        ("beat", 1),
    ):
        assert len(running(words)) == count, words
    for words in ("serve web", "-Q celery", "beat"):
        killed = running(words)[0]
        count = len(running(words))
        os.kill(killed, signal.SIGKILL)
        assert eventually(
            lambda w=words, k=killed, c=count: k not in running(w) and len(running(w)) == c
        ), words
    assert eventually(lambda: site.get("/health")[0] == 200)


@own_redis
async def test_an_idle_subscription_gets_a_message_after_the_read_timeout() -> None:
    """Wait longer than the read timeout, after which a Redis client gives up by default."""
    from channels.layers import get_channel_layer

    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add("idle", channel)
    waiting = asyncio.create_task(layer.receive(channel))
    await asyncio.sleep(12)
    assert not waiting.done()
    await layer.group_send("idle", {"type": "game.changed", "version": 7})
    assert (await asyncio.wait_for(waiting, 3))["version"] == 7
    await layer.group_discard("idle", channel)
    await layer.flush()


@own_redis
def test_a_cache_without_its_redis_behaves_as_empty(tmp_path: Path) -> None:
    from config.cache import PatientRedisCache

    port = free_port()
    cache = PatientRedisCache(
        f"redis://127.0.0.1:{port}/0",
        {"OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1}},
    )
    redis = start_redis(tmp_path, port)
    try:
        cache.set("limit", 3)
        assert cache.get("limit") == 3
    finally:
        redis.kill()
        redis.wait()
    assert cache.get("limit", "none") == "none"
    assert cache.add("limit", 1)
    assert cache.get_many(["limit"]) == {}
    cache.set("limit", 4)
    assert not cache.delete("limit")
    redis = start_redis(tmp_path, port)
    try:
        cache.set("limit", 5)
        assert cache.get("limit") == 5
    finally:
        redis.kill()
        redis.wait()


@own_redis
def test_all_threads_of_a_process_share_their_connections_to_redis(
    tmp_path: Path, settings: Settings
) -> None:
    from django.core.cache import caches
    from redis import Redis

    port = free_port()
    settings.CACHES = {
        "default": {
            "BACKEND": "config.cache.PatientRedisCache",
            "LOCATION": f"redis://127.0.0.1:{port}/0",
        }
    }
    redis = start_redis(tmp_path, port)
    try:
        with Redis(port=port) as beside:
            before = beside.info("stats")["total_connections_received"]
            for _ in range(5):
                asyncio.run(asyncio.to_thread(lambda: caches["default"].get("limit")))
            assert beside.info("stats")["total_connections_received"] == before + 1
    finally:
        redis.kill()
        redis.wait()


@own_redis
def test_emptying_the_cache_leaves_the_rest_of_redis_alone(tmp_path: Path) -> None:
    from redis import Redis

    from config.cache import PatientRedisCache

    port = free_port()
    redis = start_redis(tmp_path, port)
    try:
        cache = PatientRedisCache(f"redis://127.0.0.1:{port}/0", {"KEY_PREFIX": "limits"})
        with Redis(port=port) as beside:
            beside.rpush("celery", "a task that waits")
            cache.set("limit", 3)
            cache.clear()
            assert cache.get("limit") is None
            assert beside.keys() == [b"celery"]
    finally:
        redis.kill()
        redis.wait()
