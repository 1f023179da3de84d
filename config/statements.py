"""Statements so frequent that their SQL is kept: writing it took longer than running it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Hashable, Iterable, Mapping
from functools import lru_cache
from threading import local
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from django.core.exceptions import ObjectDoesNotExist
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import Field, Model, QuerySet
from django.db.models.query import get_related_populators
from django.db.models.sql import UpdateQuery
from django.db.transaction import TransactionManagementError

Statement = tuple[str, tuple[Any, ...]]
"""What `query.sql_with_params()` returns, with stand-ins among the parameters."""
Found = TypeVar("Found", bound=Model)
_NOTHING: Mapping[Hashable, Any] = MappingProxyType({})
NOW = dt.datetime(2, 1, 1, tzinfo=dt.UTC)
"""What stands for the present in a kept query, so that `NOW - age` stands for an earlier moment."""


def stand_ins(number: int) -> list[int]:
    """Return what stands in a kept query for so many ids: numbers below -1, which is for others."""
    return list(range(-2, -2 - number, -1))


def meanings_of(ids: Collection[int]) -> dict[Hashable, int]:
    """Return what the stand-ins for these ids mean."""
    return dict(zip(stand_ins(len(ids)), ids, strict=True))


def moments_at(now: dt.datetime, *ages: dt.timedelta) -> dict[Hashable, Any]:
    """Return what `NOW` and, for each age, `NOW - age` mean, as the database stores moments."""
    stored = connection.ops.adapt_datetimefield_value
    return {stored(NOW - age): stored(now - age) for age in (dt.timedelta(0), *ages)}


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
        self._of_thread = local()  # as connections are, to which the converters belong

    def fetch(self, meant: Mapping[Hashable, Any] = _NOTHING) -> list[Found]:
        """Return what the query finds; `meant` has the values for its stand-ins.

        Raises `TransactionManagementError` if the query locks outside of a transaction.
        """
        if self._query.select_for_update and connection.get_autocommit():
            raise TransactionManagementError("A lock lasts as long as its transaction.")
        compiler = self._query.get_compiler(DEFAULT_DB_ALIAS)
        rows = fetch_rows(self._statement, meant)
        if not hasattr(self._of_thread, "converters"):  # finding them takes a third of the time
            self._of_thread.converters = compiler.get_converters(self._columns)
        found = []
        for row in compiler.apply_converters(rows, self._of_thread.converters):
            each = self._model.from_db(DEFAULT_DB_ALIAS, self._fields, row[self._own])
            for related in self._related:
                related.populate(row, each)
            for name, place in self._annotations.items():
                setattr(each, name, row[place])
            found.append(each)
        return found

    def first(self, meant: Mapping[Hashable, Any] = _NOTHING) -> Found | None:
        """Return the first of what `fetch` returns, or None."""
        found = self.fetch(meant)
        return found[0] if found else None


class KeptUpdate:
    """An update of all rows of a query, with the values as `QuerySet.update` takes them."""

    def __init__(self, rows: QuerySet[Any], **values: Any) -> None:
        query: Any = rows.query.chain(UpdateQuery)
        query.add_update_values(values)
        self._statement: Statement = query.get_compiler(DEFAULT_DB_ALIAS).as_sql()

    def apply(self, meant: Mapping[Hashable, Any] = _NOTHING) -> int:
        """Update, and return how many rows matched; `meant` has the values for its stand-ins."""
        sql, parameters = self._statement
        with connection.cursor() as cursor:
            cursor.execute(sql, [meant.get(given, given) for given in parameters])
            return int(cursor.rowcount)


def save_row(row: Model, *names: str) -> None:
    """Store these fields of a row, like `save(update_fields=names)` without signals and `pre_save`.

    Raises `ObjectDoesNotExist` if the row is gone.
    """
    sql, fields = _update_of(type(row), names)
    with connection.cursor() as cursor:
        cursor.execute(sql, [*stored_values(fields, row), row.pk])
        if cursor.rowcount != 1:
            raise ObjectDoesNotExist


def insert_row(row: Model) -> None:
    """Store a new row and set its id, without signals and `pre_save`."""
    sql, fields = _insertion_of(type(row))
    with connection.cursor() as cursor:
        cursor.execute(sql, stored_values(fields, row))
        (row.pk,) = cursor.fetchone()
    row._state.adding, row._state.db = False, connection.alias


def stored_values(fields: Iterable[Field[Any, Any]], row: Model) -> list[Any]:
    """Return the values of these fields of a row as the database stores them."""
    database = connections[DEFAULT_DB_ALIAS]  # each field would look it up more than once
    return [field.get_db_prep_save(getattr(row, field.attname), database) for field in fields]


@lru_cache(maxsize=64)
def _update_of(model: type[Model], names: tuple[str, ...]) -> tuple[str, list[Field[Any, Any]]]:
    known = {field.name: field for field in model._meta.concrete_fields}
    fields = [known[name] for name in names]
    columns = ", ".join(f'"{field.column}" = %s' for field in fields)
    # Only the names of our own tables and columns are put together here.
    table, key = model._meta.db_table, model._meta.pk.column
    return f'UPDATE "{table}" SET {columns} WHERE "{key}" = %s', fields  # noqa: S608


@lru_cache(maxsize=64)
def _insertion_of(model: type[Model]) -> tuple[str, list[Field[Any, Any]]]:
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    values = ", ".join(["%s"] * len(fields))
    into = f'INSERT INTO "{model._meta.db_table}" ({columns})'
    return f'{into} VALUES ({values}) RETURNING "{model._meta.pk.column}"', fields
