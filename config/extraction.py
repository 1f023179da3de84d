"""The catalog of all texts that can be translated, read out of the code and the templates."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.pofile import write_po
from django.utils.translation.template import templatize

CODE = ("accounts", "community", "config", "games", "learn", "notices")
TEMPLATES = "templates"
KEYWORDS = (
    DEFAULT_KEYWORDS
    | {
        f"{keyword}_{ending}": DEFAULT_KEYWORDS[keyword]
        for keyword in ("gettext", "ngettext", "pgettext", "npgettext")
        for ending in ("lazy", "noop")
    }
    # What marks the sentences of the rules.
    | {"mark": None, "mark_plural": (1, 2), "_n": (1, 2)}
)
MARKED = re.compile(rf"\b(?:{'|'.join(KEYWORDS)})[\s\\]*\(".encode())
"""What a module that marks texts contains. Most mark none, and Babel takes seconds to read all."""
FOR_TRANSLATORS = ("Translators:",)
JINJA = {"silent": "false", "trimmed": "true", "newstyle_gettext": "true"}
HEADER = """\
# The texts of this site that can be translated, written by manage.py extract_messages.
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"""


def extract_messages(root: Path) -> Catalog:
    """Return every marked text of the site in that directory, with the files it stands in."""
    catalog = Catalog()
    for path in _sources(root):
        name = path.relative_to(root).as_posix()
        for _, message, comments, context in _read(path, name):
            catalog.add(message, locations=[(name, 0)], auto_comments=comments, context=context)
    return catalog


def write_template(catalog: Catalog) -> bytes:
    """Return the catalog as a file that is the same whenever and wherever it is made."""
    file = BytesIO()
    write_po(file, catalog, width=0, omit_header=True, sort_output=True, include_lineno=False)
    return HEADER.encode() + b"\n" + file.getvalue()


def _sources(root: Path) -> Iterator[Path]:
    for folder in CODE:
        yield from sorted((root / folder).rglob("*.py"))
    for ending in ("html", "jinja", "txt"):
        yield from sorted((root / TEMPLATES).rglob(f"*.{ending}"))


def _read(path: Path, name: str) -> Iterator[tuple[Any, ...]]:
    method, source, options = "python", path.read_bytes(), {"encoding": "utf-8"}
    if path.suffix == ".jinja":
        method, options = "jinja2.ext:babel_extract", JINJA
    elif path.suffix == ".py":
        if not MARKED.search(source):
            return
    else:
        # Django turns a template into something like Python; brackets make its indents harmless.
        source = f"(\n{templatize(source.decode(), origin=name)}\n)".encode()
    yield from extract(method, BytesIO(source), KEYWORDS, FOR_TRANSLATORS, options, True)
