"""Collect the texts that can be translated, for every language: `manage.py extract_messages`."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from babel.messages import Catalog
from babel.messages.pofile import read_po
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.catalogs import compile_catalog, find_catalogs, find_faults, update_catalog
from config.extraction import extract_messages, write_template

TEMPLATE = settings.BASE_DIR / "config" / "locale" / "django.pot"
COMMAND = "manage.py extract_messages"
MOST_SHOWN = 20


class Command(BaseCommand):
    help = (
        "Collect every text that is marked for translation in config/locale/django.pot, and bring "
        "the catalogs of the other languages up to date with it. Says what is not translated yet."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--check",
            action="store_true",
            help="write nothing; fail if a file is out of date or a text is not translated",
        )

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        found = extract_messages(settings.BASE_DIR)
        content = write_template(found)
        if not check:
            TEMPLATE.parent.mkdir(exist_ok=True)
            TEMPLATE.write_bytes(content)
            self.stdout.write(f"{len(found)} texts can be translated")
        elif not TEMPLATE.exists() or TEMPLATE.read_bytes() != content:
            raise CommandError(_difference(_read_template(), found))
        for path in find_catalogs(TEMPLATE.parent):
            self._bring_up_to_date(path, found, check=check)

    def _bring_up_to_date(self, path: Path, texts: Catalog, *, check: bool) -> None:
        """Write a language's catalog and its compiled form, or check both."""
        catalog = update_catalog(texts, path.read_bytes())
        files = {path: catalog, path.with_suffix(".mo"): compile_catalog(catalog)}
        name = path.relative_to(TEMPLATE.parent)
        for each, content in files.items():
            if not check:
                each.write_bytes(content)
            elif not each.exists() or each.read_bytes() != content:
                raise CommandError(f"{name} is out of date; run {COMMAND} and commit the files.")
        faults = [f"{name}: {fault}" for fault in find_faults(catalog)]
        told = "\n".join([*faults[:MOST_SHOWN], f"{len(faults)} texts to look at"])
        if faults and check:
            raise CommandError(told)
        if faults:
            self.stdout.write(told)


def _read_template() -> Catalog:
    written = TEMPLATE.read_bytes() if TEMPLATE.exists() else b""
    return read_po(written.splitlines(keepends=True))


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
