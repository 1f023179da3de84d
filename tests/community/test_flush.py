"""`manage.py flush` deletes everything, so it is refused: the log of the staff stays."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.backends.base.operations import BaseDatabaseOperations
from django.utils import timezone

from accounts.models import User
from community.models import Entry
from community.services import write_entry

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _as_on_a_site(monkeypatch: pytest.MonkeyPatch) -> None:
    """Empty tables as on a real site, not as after a test."""
    operations: Any = type(connection.ops)
    assert issubclass(operations, BaseDatabaseOperations)
    flush = operations.execute_sql_flush
    if connection.vendor == "postgresql":

        def truncate(self: Any, tables: list[str]) -> None:
            flush(self, ["TRUNCATE community_entry, games_queue"])

        monkeypatch.setattr(operations, "execute_sql_flush", truncate)


def test_flush_is_refused_in_a_sentence_and_deletes_nothing(alice: User) -> None:
    write_entry("ban", person=alice, staff=None, now=timezone.now())
    with pytest.raises(CommandError) as refused:
        call_command("flush", interactive=False)
    assert str(refused.value) == (
        "Nothing was deleted: flush would empty the log of the staff, which the database refuses. "
        "To start over, stop the site and let DATABASE_URL name a new database."
    )
    assert Entry.objects.get().person == alice.pk
    assert User.objects.get() == alice


def test_flush_that_fails_for_another_reason_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: Any, tables: list[str]) -> None:
        raise RuntimeError("no such table")

    monkeypatch.setattr(type(connection.ops), "execute_sql_flush", fail)
    with pytest.raises(CommandError, match="couldn't be flushed"):
        call_command("flush", interactive=False)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL refuses it in any case")
def test_flush_works_on_sqlite_while_the_log_is_empty(alice: User) -> None:
    call_command("flush", interactive=False, inhibit_post_migrate=True)
    assert not User.objects.exists()
