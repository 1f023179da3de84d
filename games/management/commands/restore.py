"""Put a backup in the place of the database, and verify every game in it."""

import datetime as dt
from argparse import ArgumentParser
from contextlib import suppress
from pathlib import Path
from time import sleep
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.utils import timezone

from config.backups import BackupFailed, is_database_missing, put_back
from games.management.commands.serve import only_site_on_database
from games.models import SiteClock

STOPPED_FOR = dt.timedelta(seconds=4)
"""A site gives a sign of life every second, and sweeps as often."""


class Command(BaseCommand):
    help = (
        "Replace the database and the keys by those of a backup, bring them up to this release, "
        "and verify every game. The site must be stopped."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("directory", type=Path, help="what the command backup has written")

    def handle(self, *args: Any, directory: Path, **options: Any) -> None:
        with only_site_on_database():
            if is_site_running():
                raise CommandError("The site is running. Stop all its processes, workers too.")
            try:
                aside = put_back(directory)
            except BackupFailed as failed:
                raise CommandError(str(failed)) from failed
            for file in aside:
                self.stdout.write(f"What was there before is in {file}.")
            call_command("migrate", interactive=False, verbosity=0)
            call_command("createcachetable", verbosity=0)
            call_command("verify_games", running=True, stdout=self.stdout)


def is_site_running() -> bool:
    """Return whether a process serves or a worker sweeps, as far as the database can tell."""
    if is_database_missing():
        return False
    with suppress(DatabaseError):  # there may be no tables, or nothing that can be read
        since = timezone.now() - STOPPED_FOR
        if SiteClock.objects.filter(has_stopped=False, web_seen_at__gte=since).exists():
            return True
        if swept := SiteClock.objects.filter(swept_at__gte=since).first():
            sleep(STOPPED_FOR.total_seconds())  # has the worker stopped, or does it sweep again?
            return SiteClock.objects.filter(swept_at__gt=swept.swept_at).exists()
    return False
