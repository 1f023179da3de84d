"""PostgreSQL keeps plans for each connection, and one that no longer fits is made again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from django.db import NotSupportedError, connection, transaction

from config.plans import forget_plans, plan_again
from config.statements import KeptQuery
from games.models import Game
from tests.games.archived import archive_game

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="the run on PostgreSQL has it"),
]

GAME = -1
TYPE = "ALTER TABLE games_game ALTER COLUMN reason TYPE varchar({})"


def plans() -> list[str]:
    """Return the statements whose plans this connection keeps."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements")
        return [statement for (statement,) in cursor.fetchall()]


def elsewhere(statement: str) -> None:
    """Execute a statement on another connection, as a migration does while the site runs."""
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute(statement)
    finally:
        other.close()


@pytest.fixture
def planned(alice: Any, bob: Any) -> Iterator[KeptQuery[Game]]:
    """A query with a plan, and a migration that has made another type of one of its columns."""
    connection.ensure_connection()
    forget_plans(connection)  # those of other tests that had this connection
    assert plans() == []
    kept = KeptQuery(Game.objects.filter(pk=GAME))
    game = archive_game(alice, bob)
    for _ in range(10):
        assert kept.fetch({GAME: game.pk}) == [game]
    assert sum('"games_game"."id" = $1' in plan for plan in plans()) == 1
    length = Game._meta.get_field("reason").max_length or 0
    elsewhere(TYPE.format(length + 1))
    yield kept
    elsewhere(TYPE.format(length))


def test_a_statement_is_planned_again_each_time_that_a_column_has_changed(
    planned: KeptQuery[Game],
) -> None:
    game = Game.objects.get()
    length = Game._meta.get_field("reason").max_length or 0
    for more in (2, 3, 4):
        for _ in range(10):
            assert planned.fetch({GAME: game.pk}) == [game]
        elsewhere(TYPE.format(length + more))


def test_a_transaction_that_is_rolled_back_for_it_succeeds_the_next_time(
    planned: KeptQuery[Game],
) -> None:
    game = Game.objects.get()
    length = Game._meta.get_field("reason").max_length or 0
    for more in (2, 3, 4):
        with pytest.raises(NotSupportedError), transaction.atomic():
            planned.fetch({GAME: game.pk})
        for _ in range(10):
            with transaction.atomic():
                assert planned.fetch({GAME: game.pk}) == [game]
        elsewhere(TYPE.format(length + more))


def test_many_rows_are_not_sent_twice() -> None:
    connection.ensure_connection()
    sent = []

    def refuse(sql: str, *_: object) -> None:
        sent.append(sql)
        raise NotSupportedError from psycopg.errors.FeatureNotSupported()

    for many in (True, False):
        with pytest.raises(NotSupportedError):
            plan_again(refuse, f"many: {many}", (), many, {"connection": connection})
    assert sent == ["many: True", "many: False", "many: False"]
