"""Text compared in queries whatever its case: SQLite itself knows only that of ASCII letters."""

from __future__ import annotations

from typing import Any

from django.db.backends.signals import connection_created
from django.db.models import Func


class Fold(Func):
    """A text in one case."""

    function = "UPPER"
    arity = 1

    def as_sqlite(self, compiler: Any, connection: Any, **named: Any) -> Any:
        return self.as_sql(compiler, connection, function="FOLDED", **named)


def connect() -> None:
    """Let every connection to SQLite fold text, all letters included."""
    connection_created.connect(_add_function)


def _add_function(*, connection: Any, **_: Any) -> None:
    if connection.vendor == "sqlite":
        connection.connection.create_function("FOLDED", 1, str.upper, deterministic=True)
