"""The cast: alice and bob seated, carol and dave for partnerships, oscar the outsider."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache

PASSWORD = "correct horse battery"


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """End leftover sessions: PostgreSQL cannot drop a database that is in use."""
    yield
    from django.db import connection

    if connection.vendor == "postgresql":
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


@pytest.fixture
def make_user(db: None) -> Any:
    """Return a function that creates a user by name."""
    from accounts.models import User

    def make(name: str, **fields: Any) -> User:
        return User.objects.create_user(username=name, password=PASSWORD, **fields)

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
    from django.test import Client

    def log_in(user: Any) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return log_in


@pytest.fixture(autouse=True)
def _empty_cache(request: pytest.FixtureRequest) -> None:
    """Reset the limits that an earlier test used up."""
    marked = request.node.get_closest_marker("django_db")
    if marked or {"db", "transactional_db"} & set(request.fixturenames):
        request.getfixturevalue("_django_db_helper")
        cache.clear()
