"""Copy the database and the keys while the site runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.backups import KEYS, BackupFailed, make_backup


class Command(BaseCommand):
    help = "Write the database and the keys to a new directory, while the site runs."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("directory", type=Path, help="a directory that does not exist yet")

    def handle(self, *args: Any, directory: Path, **options: Any) -> None:
        try:
            files = make_backup(directory)
        except BackupFailed as failed:
            raise CommandError(str(failed)) from failed
        self.stdout.write(f"{directory} holds {', '.join(files)}.")
        for key, used in zip(KEYS, (settings.SECRET_KEY, settings.VAPID_KEY), strict=True):
            if used and not (key in files and (directory / key).read_text().strip() == used):
                self.stdout.write(f"{key.upper()} is in your settings: keep it yourself.")
        self.stdout.write("It contains hidden cards: keep it where no player can read it.")
