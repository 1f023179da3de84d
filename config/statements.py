"""Queries that are made so often that their SQL is kept: writing it took longer than running it."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Model, QuerySet
from django.db.models.query import get_related_populators

Statement = tuple[str, tuple[Any, ...]]
"""What `query.sql_with_params()` returns, with stand-ins among the parameters."""
Found = TypeVar("Found", bound=Model)
_NOTHING: Mapping[Hashable, Any] = MappingProxyType({})


def stand_ins(number: int) -> list[int]:
    """Return what stands in a kept query for so many ids: numbers below -1, which is for others."""
    return list(range(-2, -2 - number, -1))


def mean(ids: Collection[int]) -> dict[Hashable, int]:
    """Return what the stand-ins for these ids mean."""
    return dict(zip(stand_ins(len(ids)), ids, strict=True))


def fetch_rows(
    statement: Statement, meant: Mapping[Hashable, Any] = _NOTHING
) -> list[tuple[Any, ...]]:
    """Return the rows that a kept query finds; `meant` has the values for its stand-ins."""
    sql, parameters = statement
    with connection.cursor() as cursor:
        cursor.execute(sql, [meant.get(given, given) for given in parameters])
        found: list[tuple[Any, ...]] = cursor.fetchall()
        return found


class KeptQuery(Generic[Found]):
    """A query for models, with what it selects besides: related models and annotations."""

    def __init__(self, found: QuerySet[Found]) -> None:
        compiler = found.query.get_compiler(DEFAULT_DB_ALIAS)
        self._statement: Statement = compiler.as_sql()
        self._query, self._columns = found.query, [each[0] for each in compiler.select]
        self._annotations = compiler.annotation_col_map or {}
        known = compiler.klass_info
        assert known is not None
        self._model, (first, *_, last) = known["model"], known["select_fields"]
        self._own = slice(first, last + 1)
        self._fields = [column.target.attname for column in self._columns[self._own]]
        self._related = get_related_populators(  # type: ignore[call-arg] # as of Django 6.1
            known, compiler.select, DEFAULT_DB_ALIAS
        )

    def fetch(self, meant: Mapping[Hashable, Any] = _NOTHING) -> list[Found]:
        """Return what the query finds; `meant` has the values for its stand-ins."""
        compiler = self._query.get_compiler(DEFAULT_DB_ALIAS)
        rows = fetch_rows(self._statement, meant)
        found = []
        for row in compiler.apply_converters(rows, compiler.get_converters(self._columns)):
            each = self._model.from_db(DEFAULT_DB_ALIAS, self._fields, row[self._own])
            for related in self._related:
                related.populate(row, each)
            for name, place in self._annotations.items():
                setattr(each, name, row[place])
            found.append(each)
        return found
