"""Collect the texts that can be translated: `manage.py extract_messages`."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from babel.messages import Catalog
from babel.messages.pofile import read_po
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.extraction import extract_messages, write_template

TEMPLATE = settings.BASE_DIR / "config" / "locale" / "django.pot"
COMMAND = "manage.py extract_messages"


class Command(BaseCommand):
    help = (
        "Collect every text that is marked for translation in config/locale/django.pot, from "
        "which the catalogs of other languages are made."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="write nothing; fail if the file is out of date"
        )

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        found = extract_messages(settings.BASE_DIR)
        content = write_template(found)
        if not check:
            TEMPLATE.parent.mkdir(exist_ok=True)
            TEMPLATE.write_bytes(content)
            self.stdout.write(f"{len(found)} texts can be translated")
            return
        written = TEMPLATE.read_bytes() if TEMPLATE.exists() else b""
        if written != content:
            raise CommandError(_difference(read_po(written.splitlines(keepends=True)), found))


def _difference(written: Catalog, found: Catalog) -> str:
    """Return what the file lacks and what it has too much, each text on a line of its own."""
    before, now = _texts(written), _texts(found)
    return "\n".join(
        (
            f"config/locale/django.pot is out of date; run {COMMAND} and commit the file.",
            *(f"  missing: {text}" for text in sorted(now - before)),
            *(f"  no longer in the site: {text}" for text in sorted(before - now)),
            *(["  the same texts, in other files or with other comments"] if now == before else []),
        )
    )


def _texts(catalog: Catalog) -> set[str]:
    """Return each text of a catalog as a line, with its plural and its context."""
    return {
        " / ".join(
            repr(text) for text in ([message.id] if isinstance(message.id, str) else message.id)
        )
        + (f" ({message.context})" if message.context else "")
        for message in catalog
        if message.id
    }
