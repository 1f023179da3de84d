"""Put a backup in the place of the database, and verify every game in it."""

import os
from argparse import ArgumentParser
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection
from django.utils import timezone

from config.backups import BackupFailed, find_unused_keys, is_database_missing, put_back
from config.running import is_site_running, only_site_on_database
from games.services import overtake_open_pages


class Command(BaseCommand):
    help = (
        "Replace the database and the keys by those of a backup, bring them up to this release, "
        "and verify every game. The site must be stopped."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        source = parser.add_mutually_exclusive_group(required=True)
        source.add_argument(
            "directory", nargs="?", type=Path, help="what the command backup has written"
        )
        source.add_argument(
            "--after-pg-restore",
            action="store_true",
            help="the database has been put back by pg_restore: do only what comes after that",
        )

    def handle(self, *args: Any, directory: Path | None, **options: Any) -> None:
        if directory is None and connection.vendor != "postgresql":
            raise CommandError(
                "DATABASE_URL names no PostgreSQL. Are the settings of the site read?"
            )
        if owner := find_other_owner():
            raise CommandError(
                f"Run this as {owner}, who owns the database; otherwise root would own it."
            )
        with only_site_on_database():
            if is_database_used():
                raise CommandError("The site is running. Stop all its processes, workers too.")
            if directory is not None:
                self.put_back(directory)
            call_command("migrate", interactive=False, verbosity=0)
            call_command("createcachetable", verbosity=0)
            overtake_open_pages(now=timezone.now())
            call_command("verify_games", running=True, stdout=self.stdout)

    def put_back(self, directory: Path) -> None:
        """Replace the database and the keys, and say what has become of the others."""
        try:
            aside = put_back(directory)
        except BackupFailed as failed:
            raise CommandError(str(failed)) from failed
        for file in aside:
            self.stdout.write(f"What was there before is in {file}.")
        for key in find_unused_keys(directory):
            self.stdout.write(
                f"The {key} of the backup is not used, because {key.upper()} is in your "
                "settings and differs. Put the old one there before you start the site."
            )


def find_other_owner() -> str:
    """Return who owns the SQLite database, or would own it, if root runs this for somebody else."""
    if os.geteuid() != 0 or connection.vendor != "sqlite":
        return ""
    file = Path(connection.settings_dict["NAME"])
    place = file if file.exists() else file.parent
    if not place.exists() or place.stat().st_uid == 0:
        return ""
    with suppress(KeyError):  # a container may have no name for that user
        return place.owner()
    return f"user {place.stat().st_uid}"


def is_database_used() -> bool:
    """Return whether a site runs on the database, as far as the database can tell."""
    with suppress(DatabaseError):  # there may be no tables, or nothing that can be read
        return not is_database_missing() and is_site_running()
    return False
