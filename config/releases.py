"""Which releases can use this database."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from django.apps import apps
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from config.environment import BASE_DIR

NEEDS_STOP = ("games", "0033_rematches")
"""The newest migration that breaks processes of releases without it: they fail, or miscount."""


def find_newer_change(applied: Iterable[tuple[str, str]]) -> str | None:
    """Return the name of a change of the schema that only a newer release makes, None without one.

    Each change is an app and a name. This release knows those that it has, and those that these
    name as replaced; no release may leave out such a name again. Only the site’s own apps tell: a
    library may have dropped changes that it once made.
    """
    disk = MigrationLoader(None).disk_migrations
    known = set(disk).union(*(migration.replaces for migration in disk.values()))
    own = {app.label for app in apps.get_app_configs() if Path(app.path).parent == BASE_DIR}
    newer = sorted(change for change in applied if change[0] in own and change not in known)
    return ".".join(newer[0]) if newer else None


def name_newer_change() -> str | None:
    """Return the name of a change that a newer release has made to the database, None without one.

    Raises DatabaseError if the database does not answer.
    """
    return find_newer_change(MigrationRecorder(connection).applied_migrations())


def count_missing_changes() -> int:
    """Return how many changes of this release the database does not have yet.

    Raises DatabaseError if the database does not answer.
    """
    plan = MigrationExecutor(connection)
    return len(plan.migration_plan(plan.loader.graph.leaf_nodes()))


def needs_stop() -> bool:
    """Return whether the upgrade to this release would break running processes of the older one.

    Raises DatabaseError if the database does not answer.
    """
    applied = MigrationRecorder(connection).applied_migrations()
    return NEEDS_STOP not in applied and any(app == NEEDS_STOP[0] for app, _ in applied)
