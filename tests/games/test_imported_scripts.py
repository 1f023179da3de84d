"""A page names the modules that its scripts import, for visitors and for players alike."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from tests.games.pages import at
from tests.test_scripts import find_imports

pytestmark = [pytest.mark.django_db, pytest.mark.once]

SCRIPT = re.compile(r'<script src="/static/([^"]+)" type="module">')
NAMED = re.compile(r'<link rel="modulepreload" href="/static/([^"]+)">')


@pytest.mark.parametrize("page", ["lobby", "rules", "table"])
@pytest.mark.parametrize("viewer", ["visitor", "alice"])
def test_what_is_imported_is_named(
    page: str, viewer: str, dealt: Any, client_of: Any, alice: Any
) -> None:
    address = {"lobby": "/", "rules": "/rules/", "table": at("game", dealt())}[page]
    client = Client() if viewer == "visitor" else client_of(alice)
    html = client.get(address).content.decode()
    scripts = set(SCRIPT.findall(html))
    assert scripts
    imported = set[str]().union(*map(find_imports, scripts)) - scripts
    assert imported == set(NAMED.findall(html))
