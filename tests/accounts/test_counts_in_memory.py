"""Limits while the cache takes nothing: each process counts for itself, passwords included."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db import OperationalError, connection
from django.test import Client, RequestFactory
from psycopg.errors import DiskFull
from time_machine import TimeMachineFixture

from accounts import limits
from accounts.guesses import begin_guess
from accounts.limits import TooOften, count_action
from accounts.models import User
from config import storage
from config.cache import make_memory
from tests.accounts.guessing import guess_as_stranger
from tests.conftest import PASSWORD
from tests.full_disk import Disk
from tests.running import free_port, start_redis

pytestmark = pytest.mark.django_db(transaction=True)

NOBODY_LISTENS = "redis://127.0.0.1:1/0"
ADDRESSES = (f"198.51.100.{number % 250 + 1}" for number in count())


@pytest.fixture(autouse=True)
def _frozen(time_machine: TimeMachineFixture) -> None:
    time_machine.move_to("2026-07-01T12:00:00Z", tick=False)


@pytest.fixture
def _redis_down(settings: Any, alice: User) -> Iterator[None]:
    with cache_in(NOBODY_LISTENS, settings):
        yield


@contextmanager
def cache_in(redis: str, settings: Any) -> Iterator[None]:
    settings.CACHES = {
        "default": {
            "BACKEND": "config.cache.PatientRedisCache",
            "LOCATION": redis,
            "KEY_PREFIX": "counts",
        }
    }
    yield
    make_memory().clear()


@pytest.fixture(scope="module")
def full_redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a Redis that answers, but has no room for anything, and return its address."""
    if shutil.which("redis-server") is None:
        pytest.skip("redis-server is not installed")
    port, full = free_port(), ("--maxmemory", "1", "--maxmemory-policy", "noeviction")
    server = start_redis(tmp_path_factory.mktemp("redis"), port, *full)
    yield f"redis://127.0.0.1:{port}/0"
    server.kill()
    server.wait()


@pytest.fixture
def _redis_full(settings: Any, alice: User, full_redis: str) -> Iterator[None]:
    with cache_in(full_redis, settings):
        yield


@pytest.fixture
def disk(settings: Any, alice: User, disk: Disk) -> Iterator[Disk]:
    """Return the disk of an embedded site, whose cache is in the database."""
    settings.CACHES = {
        "default": {"BACKEND": "config.cache.EmbeddedCache", "LOCATION": "django_cache"}
    }
    yield disk
    disk.empty()
    cache.clear()


@pytest.fixture(params=["Redis is down", "Redis is full", "the disk is full"])
def _nothing_is_taken(request: pytest.FixtureRequest) -> None:
    if request.param == "Redis is down":
        request.getfixturevalue("_redis_down")
    elif request.param == "Redis is full":
        request.getfixturevalue("_redis_full")
    elif connection.vendor != "sqlite":
        pytest.skip("an embedded site is on SQLite here")
    else:
        request.getfixturevalue("disk").fill()


@pytest.mark.usefixtures("_nothing_is_taken")
def test_passwords_are_never_guessed_without_a_limit() -> None:
    assert [guess_as_stranger() for _ in range(12)] == [True] * 10 + [False] * 2


@pytest.mark.usefixtures("_nothing_is_taken")
def test_the_guesses_of_many_networks_are_counted_together() -> None:
    looked_at = sum(guess_as_stranger(address=next(ADDRESSES)) for _ in range(13))
    assert looked_at == 10  # then all wait longer and longer


@pytest.mark.usefixtures("_nothing_is_taken")
def test_the_log_in_page_still_answers(client: Client) -> None:
    assert client.post("/accounts/login/", {"login": "alice", "password": "no"}).status_code == 200


@pytest.mark.usefixtures("_redis_full")
def test_a_full_disk_is_noted_although_redis_takes_nothing(settings: Any) -> None:
    settings.EMBEDDED = False
    error = OperationalError()
    error.__cause__ = DiskFull()
    assert storage.note_failure(error)
    storage.forget_failure()


@pytest.mark.usefixtures("_redis_full")
def test_what_is_forgotten_although_redis_takes_nothing_is_forgotten(settings: Any) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"play": "1/m"}
    for _ in range(2):
        count_action("play", "user:1")
        with pytest.raises(TooOften):
            count_action("play", "user:1")
        limits.forget_sender("play", "user:1")


@pytest.mark.usefixtures("_redis_down")
def test_the_owner_is_not_locked_out_by_somebody_who_guesses_meanwhile() -> None:
    browser = Client()
    form = {"login": "alice", "password": PASSWORD}
    assert browser.post("/accounts/login/", form, REMOTE_ADDR="192.0.2.7").status_code == 302
    browser.post("/accounts/logout/")
    looked_at = sum(guess_as_stranger(address=next(ADDRESSES)) for _ in range(30))
    assert looked_at < 30
    assert browser.post("/accounts/login/", form, REMOTE_ADDR="192.0.2.7").status_code == 302


@pytest.mark.usefixtures("_redis_down")
def test_the_limits_of_allauth_hold_as_well(client: Client) -> None:
    sent = {"email": "alice@example.org"}
    statuses = [client.post("/accounts/password/reset/", sent).status_code for _ in range(6)]
    assert statuses == [302] * 5 + [429]


@pytest.mark.usefixtures("_nothing_is_taken")
def test_a_right_password_is_not_counted_as_a_guess() -> None:
    request = RequestFactory(REMOTE_ADDR="192.0.2.1").post("/")
    request.user = AnonymousUser()
    for _ in range(11):
        begin_guess(request, "alice").take_back()


@pytest.mark.skipif(connection.vendor != "sqlite", reason="an embedded site is on SQLite here")
def test_what_was_counted_on_a_full_disk_still_counts_afterwards(disk: Disk, settings: Any) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"play": "3/m"}
    count_action("play", "user:1")
    disk.fill()
    count_action("play", "user:1")
    disk.empty()
    count_action("play", "user:1")
    make_memory().clear()
    with pytest.raises(TooOften):
        count_action("play", "user:1")


@pytest.mark.skipif(connection.vendor != "sqlite", reason="an embedded site is on SQLite here")
def test_what_is_forgotten_on_a_full_disk_is_forgotten(disk: Disk, settings: Any) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"play": "1/m"}
    count_action("play", "user:1")
    disk.fill()
    limits.forget_sender("play", "user:1")
    count_action("play", "user:1")
    limits.forget_sender("play", "user:1")
    disk.empty()
    count_action("play", "user:1")
    with pytest.raises(TooOften):
        count_action("play", "user:1")


@pytest.mark.usefixtures("_nothing_is_taken")
def test_nothing_but_counts_is_kept_in_memory() -> None:
    cache.set("record:abc", "a record")
    cache.set("limit:play:user:1", [1.0])
    assert cache.get("record:abc") is None
    assert cache.get_many(["record:abc"]) == {}
    assert cache.get("limit:play:user:1") == [1.0]
    cache.delete("limit:play:user:1")
    assert cache.get("limit:play:user:1") is None


@pytest.mark.usefixtures("_nothing_is_taken")
def test_a_lock_is_held_by_one_at_a_time() -> None:
    held = [cache.add("limit:play:user:1:lock", True, 10) for _ in range(2)]
    assert held == [True, False]
    cache.delete("limit:play:user:1:lock")
    assert cache.add("limit:play:user:1:lock", True, 10)


@pytest.mark.once
def test_whoever_fills_the_cache_makes_it_forget_no_guesses_at_an_account(
    alice: User, settings: Any
) -> None:
    backend, table = "config.cache.EmbeddedCache", "django_cache"
    full = {"BACKEND": backend, "LOCATION": table, "OPTIONS": {"MAX_ENTRIES": 20}}
    settings.CACHES = {"default": full}
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"guess": "3/h"}
    assert sum(guess_as_stranger(address=next(ADDRESSES)) for _ in range(5)) == 3
    for number in range(40):
        guess_as_stranger(f"nobody-{number}", address=next(ADDRESSES))
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM {table}")  # noqa: S608
        assert cursor.fetchone()[0] <= 21
    assert not guess_as_stranger(address=next(ADDRESSES))
    cache.clear()
