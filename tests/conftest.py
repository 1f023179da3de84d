"""The cast: alice and bob seated, carol and dave for partnerships, oscar the outsider."""

import gc
import os
import shutil
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.utils import timezone

PASSWORD = "correct horse battery"
TOTP_SECRET = "JBSWY3DPEHPK3PXP"
COLLECT_AFTER = 20_000
"""How many new objects Python's collector of garbage waits for."""

MADE_BY_MIGRATING = {"auth_permission", "django_content_type", "django_site"}
"""The tables whose rows Django makes after it has migrated."""

USE_THE_DATABASE = {"db", "transactional_db"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--with-services",
        action="store_true",
        help="leave out the tests that use neither the database nor Redis, or are marked once",
    )
    parser.addoption(
        "--games",
        type=int,
        default=8,
        help="how many whole games tests/games/test_hidden_everywhere.py plays",
    )
    parser.addoption(
        "--compared",
        type=float,
        default=0.03,
        help="the share of turns at which a viewer of these games compares everything",
    )
    parser.addoption(
        "--fuzzed",
        type=int,
        default=150,
        help="how many forms and how many frames tests/games/test_fuzzed.py sends",
    )


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Look for garbage only after collection, seldom, and never among what that has made."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.set_threshold(COLLECT_AFTER)
        gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Choose the tests for another database, and begin with those that take long.

    Run again is what asks for the database, and tests/config, but nothing marked once.
    """
    items.sort(key=lambda item: item.get_closest_marker("early") is None)
    if config.getoption("--with-services"):
        kept = [
            item
            for item in items
            if (_is_in_config(item) or _uses_the_database(item))
            and item.get_closest_marker("once") is None
        ]
        left_out = set(items).difference(kept)
        config.hook.pytest_deselected(items=[item for item in items if item in left_out])
        items[:] = kept


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(call: pytest.CallInfo[Any]) -> Generator[None, Any, Any]:
    """Let a test fail that misses a program, where no check may be left out."""
    report = yield
    reason = str(call.excinfo.value) if call.excinfo else ""
    if report.skipped and "not installed" in reason and os.environ.get("CHECK_REQUIRE_ALL"):
        report.outcome, report.longrepr = "failed", reason
    return report


def _is_in_config(item: pytest.Item) -> bool:
    return item.path.is_relative_to(Path(__file__).parent / "config")


def _uses_the_database(item: pytest.Item) -> bool:
    fixtures = getattr(item, "fixturenames", ())
    return bool(item.get_closest_marker("django_db") or USE_THE_DATABASE.intersection(fixtures))


def _delete_all_rows(operations: Any, style: Any, tables: list[str], **options: Any) -> list[str]:
    emptied = [operations.quote_name(table) for table in tables if table not in MADE_BY_MIGRATING]
    return [f"DELETE FROM {table}" for table in emptied]  # noqa: S608


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_modify_db_settings: None) -> bool:
    """Begin with a copy of the SQLite database that ./check has migrated, if there is one."""
    from django.db import connection

    migrated = os.environ.get("MIGRATED_SQLITE")
    if not migrated or connection.vendor != "sqlite":
        return False
    shutil.copyfile(migrated, connection.settings_dict["TEST"]["NAME"])
    return True  # at the end it goes with its directory


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Empty tables with DELETE after a test, and end leftover sessions after the last.

    TRUNCATE makes new files for every table: on PostgreSQL that takes a second, DELETE 5 ms. What
    migrating makes stays; to make it again would take a hundred queries for each test.
    PostgreSQL cannot drop a database that is in use.
    """
    from django.core.management.commands import flush
    from django.db import connection

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(connection.ops), "sql_flush", _delete_all_rows)
        patch.setattr(flush, "emit_post_migrate_signal", lambda *_: None)
        yield
    if connection.vendor == "postgresql":
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


@pytest.fixture
def clock() -> Iterator[Any]:
    """Stop the time, and return what moves it: `clock.shift(5)` by five seconds."""
    with time_machine.travel(timezone.now(), tick=False) as traveller:
        yield traveller


@pytest.fixture
def disk(db: None) -> Iterator[Any]:
    """Return the disk of the test's database, a `tests.full_disk.Disk`, which can be full."""
    from config import storage
    from tests.full_disk import small_disk

    storage.forget_failure()
    with small_disk() as made:
        yield made
    storage.forget_failure()


@pytest.fixture
def make_user(db: None) -> Any:
    """Return a function that creates a user by name; staff have the second factor they need."""
    from allauth.mfa.totp.internal.auth import TOTP

    from accounts.models import User

    def make(name: str, **fields: Any) -> User:
        user = User.objects.create_user(username=name, password=PASSWORD, **fields)
        if user.is_staff:
            TOTP.activate(user, TOTP_SECRET)
        return user

    return make


@pytest.fixture
def alice(make_user: Any) -> Any:
    return make_user("alice")


@pytest.fixture
def bob(make_user: Any) -> Any:
    return make_user("bob")


@pytest.fixture
def carol(make_user: Any) -> Any:
    return make_user("carol")


@pytest.fixture
def dave(make_user: Any) -> Any:
    return make_user("dave")


@pytest.fixture
def oscar(make_user: Any) -> Any:
    return make_user("oscar")


@pytest.fixture
def as_alice(client_of: Any, alice: Any) -> Any:
    return client_of(alice)


@pytest.fixture
def as_bob(client_of: Any, bob: Any) -> Any:
    return client_of(bob)


@pytest.fixture
def as_oscar(client_of: Any, oscar: Any) -> Any:
    return client_of(oscar)


@pytest.fixture
def client_of() -> Any:
    """Return a function that logs a user in and returns their browser."""
    from django.conf import settings
    from django.test import Client

    from tests.sessions import sign_in

    def log_in(user: Any) -> Client:
        client = Client()
        client.cookies[settings.SESSION_COOKIE_NAME] = sign_in(user)
        return client

    return log_in


@pytest.fixture
def before_the_lock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Return a function that makes a change while the next service waits for a lock of a model.

    The test fails if no service asks for such a lock.
    """
    from config.statements import KeptQuery

    waiting: list[Any] = []

    def wait(change: Callable[[], Any], *, of: Any) -> None:
        lock, fetch = of.objects.select_for_update, KeptQuery.fetch
        waiting.append(of)

        def change_first() -> None:
            monkeypatch.setattr(of.objects, "select_for_update", lock)
            monkeypatch.setattr(KeptQuery, "fetch", fetch)
            waiting.remove(of)
            change()

        def change_and_lock(**options: Any) -> Any:
            change_first()
            return lock(**options)

        def change_and_fetch(query: Any, *meant: Any) -> Any:
            if query._query.select_for_update and query._model is of:
                change_first()
            return fetch(query, *meant)

        monkeypatch.setattr(of.objects, "select_for_update", change_and_lock)
        monkeypatch.setattr(KeptQuery, "fetch", change_and_fetch)

    yield wait
    assert waiting == []


@pytest.fixture(autouse=True)
def _empty_cache(request: pytest.FixtureRequest) -> None:
    """Reset the limits that an earlier test used up."""
    if _uses_the_database(request.node):
        request.getfixturevalue("_django_db_helper")
        cache.clear()


@pytest.fixture(autouse=True)
def _no_timers(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no computer player be asked for a move after the test that makes it pause."""
    if _uses_the_database(request.node):
        monkeypatch.setattr("games.services.computers._start_timer", lambda *_: None)
