"""Search engines find the rules in each language; addresses of games name none."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games import services
from games.messages.language import language_of_scope
from games.models import Game

pytestmark = [pytest.mark.django_db, pytest.mark.once]
LINK = re.compile(r'<link rel="alternate" hreflang="([\w-]+)" href="http://[^/"]+([^"]*)">')


def read(client: Client, path: str) -> str:
    return client.get(path).content.decode()


@pytest.mark.parametrize("path", ["/", "/rules/", "/rules/casino/", "/learn/", "/privacy/"])
def test_a_page_names_its_address_in_each_language(path: str) -> None:
    client = Client()
    links = dict(LINK.findall(read(client, path)))
    assert links == {"en": f"{path}?lang=en", "es": f"{path}?lang=es", "x-default": path}
    for language in ("en", "es"):
        response = client.get(links[language])
        assert f'<html lang="{language}"' in response.content.decode()
        assert response.headers["Content-Language"] == language
        assert LINK.findall(response.content.decode()) == list(links.items())


def test_only_the_answer_is_in_the_language_of_its_address() -> None:
    client = Client(headers={"Accept-Language": "es"})
    assert '<html lang="en"' in read(client, "/rules/?lang=en")
    assert "django_language" not in client.cookies
    assert '<html lang="es"' in read(client, "/rules/")


@pytest.mark.parametrize("language", ["xx", "", "ES", "es-MX", "../es"])
def test_an_unknown_language_in_an_address_is_ignored(language: str) -> None:
    assert '<html lang="en"' in read(Client(), f"/rules/?lang={language}")


def test_the_switch_leads_away_from_the_language_of_the_address() -> None:
    page = read(Client(), "/rules/?lang=es")
    assert '<input type="hidden" name="next" value="/rules/">' in page


def test_a_shared_game_opens_in_the_language_of_its_reader(as_alice: Client, alice: User) -> None:
    game = services.open_table(alice, variant="casino", move_time=60, kind=Game.Kind.OPEN)
    path = game.get_absolute_url()
    as_alice.cookies["django_language"] = "es"
    page = read(as_alice, f"{path}?lang=en")
    assert '<html lang="es"' in page
    assert LINK.findall(page) == []


def test_the_lists_of_the_lobby_stay_in_the_language_of_the_page() -> None:
    scope: dict[str, Any] = {"cookies": {}, "headers": []}
    assert "&amp;lang=es" in read(Client(), "/?lang=es")
    assert "&amp;lang=" not in read(Client(), "/")
    assert language_of_scope(scope, "es") == "es"
    assert language_of_scope(scope, "xx") == "en"
