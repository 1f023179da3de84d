"""The plans of statements that PostgreSQL keeps for each connection."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db.backends.signals import connection_created

MOST_PLANS = 500
"""How many plans a connection keeps. A statement has one for each size of its numbers."""
PLAN_DOES_NOT_FIT = "0A000"
"""Other refusals have this code too. Executed again, they are only refused again."""


def connect() -> None:
    """Watch over the plans of every connection to PostgreSQL."""
    connection_created.connect(_watch)


def _watch(*, connection: Any, **_: Any) -> None:
    if connection.vendor == "postgresql":
        connection.connection.prepared_max = MOST_PLANS
        if plan_again not in connection.execute_wrappers:
            connection.execute_wrappers.append(plan_again)


def plan_again(
    execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]
) -> Any:
    """Execute a statement, once more if its plan no longer fits.

    That happens when a migration changes the type of a column while this process runs. Within a
    transaction the error is raised: it is rolled back, and psycopg then forgets all plans. So it is
    for a statement with many rows of values, of which some may have been stored.
    """
    try:
        return execute(sql, params, many, context)
    except Exception as error:
        connection = context["connection"]
        is_plan = getattr(error.__cause__, "sqlstate", "") == PLAN_DOES_NOT_FIT
        if not is_plan or many or connection.in_atomic_block:
            raise
        forget_plans(connection)
        return execute(sql, params, many, context)


def forget_plans(connection: Any) -> None:
    """Have PostgreSQL and psycopg forget all plans of a connection that is in no transaction.

    A transaction that is rolled back does that each time. Of `DEALLOCATE ALL` psycopg takes note
    only when a connection sends it for the first time.
    """
    with connection.connection.transaction(force_rollback=True):
        pass
