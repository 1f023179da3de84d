"""Look for what is wrong with the machine, the services and the settings."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.doctor import CHECKS


class Command(BaseCommand):
    help = (
        "Look at file limits, the clock, the database, e-mail, Redis, the disk, the proxy and the "
        "permissions of secret files. Say what is wrong and how to fix it; exit with 1 if "
        "something is. Run it as the user of the site, with its settings."
    )
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        wrong = 0
        for name, check in CHECKS.items():
            findings = list(check())
            wrong += len(findings)
            self.stdout.write(f"{name}: {'ok' if not findings else ''}".rstrip())
            for finding in findings:
                self.stdout.write(f"  {finding.wrong}\n    {finding.remedy}")
        if wrong:
            raise CommandError("1 thing is wrong" if wrong == 1 else f"{wrong} things are wrong")
