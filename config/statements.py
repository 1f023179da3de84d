"""Queries that are made so often that their SQL is kept: writing it took longer than running it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from django.db import connection

Statement = tuple[str, tuple[Any, ...]]
"""What `query.sql_with_params()` returns, with stand-ins among the parameters."""


def fetch_rows(statement: Statement, meant: Mapping[Hashable, Any]) -> list[tuple[Any, ...]]:
    """Return the rows that a kept query finds; `meant` has the values for its stand-ins."""
    sql, parameters = statement
    with connection.cursor() as cursor:
        cursor.execute(sql, [meant.get(given, given) for given in parameters])
        found: list[tuple[Any, ...]] = cursor.fetchall()
        return found
