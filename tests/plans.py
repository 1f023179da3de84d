"""How the database would run the queries of a piece of code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import connection
from django.test.utils import CaptureQueriesContext


def plans_of(code: Callable[[], Any]) -> dict[str, str]:
    """Run the code, and return the plan of each SELECT that it made."""
    with CaptureQueriesContext(connection) as captured:
        code()
    asked = [query["sql"] for query in captured.captured_queries]
    return {sql: _explain(sql) for sql in asked if sql.startswith("SELECT")}


def _explain(sql: str) -> str:
    how = "EXPLAIN QUERY PLAN" if connection.vendor == "sqlite" else "EXPLAIN"
    with connection.cursor() as cursor:
        cursor.execute(f"{how} {sql}")
        return "\n".join(str(row[-1]) for row in cursor.fetchall())


def reads_all(plan: str, table: str) -> bool:
    """Return whether a plan reads every row of a table, or every entry of one of its indexes."""
    if connection.vendor == "sqlite":
        return any(line.startswith(f"SCAN {table}") for line in plan.splitlines())
    return f"Seq Scan on {table}" in plan
