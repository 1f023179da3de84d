"""The catalogs of other languages: kept in step with the site's texts, checked and compiled.

A language is a folder config/locale/<language>/LC_MESSAGES with django.po, which translators edit,
and django.mo, which the site reads. Both are written by manage.py extract_messages.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

# What a translation must have, too: named values, per cent signs and tags.
_KEPT = re.compile(r"\{\w*\}|%\(\w+\)[sd]|%%|</?\w[^<>]*>")
_NEVER = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)


def find_catalogs(locale: Path) -> list[Path]:
    """Return the catalogs that translators edit, one for each language."""
    return sorted(locale.glob("*/LC_MESSAGES/django.po"))


def update_catalog(texts: Catalog, written: bytes) -> bytes:
    """Return a catalog with all texts of the site and no others; what is translated stays so."""
    catalog = _read(written)
    known = {(_key(message), message.context): message for message in catalog if message.id}
    for key, context in known:
        catalog.delete(key, context)
    for message in texts:
        if not message.id:
            continue
        old = known.get((_key(message), message.context))
        is_same = old is not None and isinstance(old.id, str) == isinstance(message.id, str)
        catalog.add(
            message.id,
            old.string if old is not None and is_same else None,
            locations=message.locations,
            auto_comments=message.auto_comments,
            user_comments=old.user_comments if old is not None else (),
            context=message.context,
        )
    file = BytesIO()
    write_po(file, catalog, width=0, omit_header=True, sort_output=True, include_lineno=False)
    return written.partition(b"\n\n")[0] + b"\n\n" + file.getvalue()


def compile_catalog(written: bytes) -> bytes:
    """Return a catalog in the form that gettext reads, the same whenever it is made."""
    catalog = _read(written)
    catalog.creation_date = catalog.revision_date = _NEVER
    file = BytesIO()
    write_mo(file, catalog)
    return file.getvalue()


def find_faults(written: bytes) -> Iterator[str]:
    """Say which texts of a catalog are not translated, or lack a value or a tag of the original."""
    for message in _read(written):
        if not message.id:
            continue
        originals = [message.id] if isinstance(message.id, str) else list(message.id)
        forms = [message.string] if isinstance(message.string, str) else [*(message.string or [""])]
        if not all(forms):
            yield f"not translated: {originals[0]!r}"
            continue
        kept = {tuple(sorted(_KEPT.findall(text))) for text in originals}
        for form in forms:
            if tuple(sorted(_KEPT.findall(form))) not in kept:
                yield f"other values or tags than in {originals[-1]!r}: {form!r}"


def _read(written: bytes) -> Catalog:
    return read_po(BytesIO(written))


def _key(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]
