"""A third language is a folder of catalogs, and nothing else: here German, for the lobby alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as site
from django.test import Client

from tests.catalogs import write_catalog

CODE = "de-at"  # no other test speaks it, so none remembers words in it
WORDS = {
    "Play now": "Jetzt spielen",
    "Against the computer": "Gegen den Computer",
    "Against another player": "Gegen einen Menschen",
    "Open tables": "Offene Tische",
    "Language": "Sprache",
}


@pytest.mark.django_db
@pytest.mark.once
def test_german_is_added_by_a_catalog(settings: Any, tmp_path: Path) -> None:
    write_catalog(tmp_path, CODE, [(english, german, None) for english, german in WORDS.items()])
    settings.LOCALE_PATHS = [tmp_path, *site.LOCALE_PATHS]
    settings.LANGUAGES = [*site.LANGUAGES, (CODE, "Deutsch")]
    page = Client(headers={"Accept-Language": "de-AT,de;q=0.8"}).get("/").content.decode()
    assert '<html lang="de-at"' in page
    for german in WORDS.values():
        assert german in page
    assert '<span lang="en">' in page  # the rules, of which there are none in German
    english = Client(headers={"Accept-Language": "en"}).get("/").content.decode()
    assert 'value="de-at" lang="de-at" translate="no">Deutsch</button>' in english
    assert not any(german in english for german in WORDS.values())
