"""Whether a newer release has changed the database, which this one then must not use."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from django.apps import apps
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from config.environment import BASE_DIR


def find_unknown_changes(applied: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the changes of the schema, each an app and a name, that this release does not know.

    It knows those that it has, and those that these name as replaced; no release may leave out
    such a name again.
    """
    loader = MigrationLoader(None)
    known = set(loader.disk_migrations)
    for migration in loader.disk_migrations.values():
        known.update(migration.replaces)
    return sorted(
        change for change in applied if change[0] in loader.migrated_apps and change not in known
    )


def name_newer_change() -> str | None:
    """Return the name of a change that a newer release has made to the database, None without one.

    Only the site’s own apps tell: a library may have dropped changes that it once made. Raises
    DatabaseError if the database does not answer.
    """
    own = {app.label for app in apps.get_app_configs() if Path(app.path).parent == BASE_DIR}
    applied = MigrationRecorder(connection).applied_migrations()
    newer = (f"{app}.{name}" for app, name in find_unknown_changes(applied) if app in own)
    return next(newer, None)
