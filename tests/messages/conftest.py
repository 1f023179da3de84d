"""A second language with a handful of texts."""

from pathlib import Path
from typing import Any

import pytest

from tests.catalogs import Translation, write_catalog

GERMAN: list[Translation] = [
    ("Yes", "Ja", None),
    ("No", "Nein", None),
    ("%(name)s beats %(other)s.", "%(other)s verliert gegen %(name)s.", None),
    (("%(num)s card", "%(num)s cards"), ("%(num)s Karte", "%(num)s Karten"), None),
    ("Draw", "Unentschieden", "result"),
    ("Draw", "Ziehen", "button"),
]


@pytest.fixture
def _german(settings: Any, tmp_path: Path) -> None:
    """Add German, with these texts."""
    write_catalog(tmp_path, "de", GERMAN)
    settings.LOCALE_PATHS = [tmp_path]
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
