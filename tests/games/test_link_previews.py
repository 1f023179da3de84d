"""What a messenger shows of a shared link: the title, a description and a picture."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from games.models import Game
from games.rules import VARIANTS
from tests.games.pages import at
from tests.games.seated import open_table

pytestmark = [pytest.mark.django_db, pytest.mark.once]

USUAL = "Play card games of the Casino family in your browser"


def read(client: Client, path: str) -> tuple[str, str]:
    """Return the title of a page, without the site’s name, and its description, as previews do."""
    page = client.get(path, follow=True).content.decode()
    (title,) = re.findall(r"<title>(.*?) · Trifecta House</title>", page)
    named = re.findall(r'<meta property="og:title" content="(.*?)">', page)
    (description,) = re.findall(r'<meta name="description" content="(.*?)">', page)
    return unescape((named or [title])[0]), unescape(description)


@pytest.mark.parametrize("kind", ["open", "link"])
def test_an_invitation_says_who_invites_to_what(alice: Any, client: Client, kind: str) -> None:
    alice.display_name = '"Al" <ice>'
    alice.save()
    game = open_table(alice, kind=kind)
    assert read(client, game.get_absolute_url()) == (
        '"Al" <ice> is waiting for an opponent',
        "Casino Trifecta · 2 players · 60 seconds a turn",
    )


def test_an_invitation_of_several_says_how_many_are_needed(alice: Any, client: Client) -> None:
    game = open_table(alice, variant="casino", players=4, options={"partnership": True})
    title, description = read(client, game.get_absolute_url())
    assert title == "3 seats are free at alice’s table"
    assert description.startswith("Casino · 4 players · ")


def test_an_invitation_speaks_the_language_of_the_reader(alice: Any, client: Client) -> None:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "es"
    _, description = read(client, open_table(alice).get_absolute_url())
    assert description == "Casino Trifecta · 2 jugadores · 60 segundos por turno"


@pytest.mark.parametrize("headers", [{}, {"Accept-Language": "*"}])
def test_an_invitation_speaks_its_hosts_language_to_a_messenger_which_asks_for_none(
    alice: Any, client: Client, headers: dict[str, str]
) -> None:
    alice.language = "es"
    alice.save()
    address = open_table(alice).get_absolute_url()
    response = client.get(address, headers=headers)
    assert "Casino Trifecta · 2 jugadores · 60 segundos por turno" in response.content.decode()
    assert response.headers["Content-Language"] == "es"
    in_english = client.get(address, headers={"Accept-Language": "en"})
    assert "Casino Trifecta · 2 players" in in_english.content.decode()
    assert in_english.headers["Content-Language"] == "en"
    assert client.get("/").headers["Content-Language"] == "en"


def test_a_table_for_somebody_else_is_told_to_nobody(
    alice: Any, bob: Any, as_bob: Client, as_oscar: Client
) -> None:
    game = open_table(alice, kind="invitation", invited=bob)
    assert read(as_bob, game.get_absolute_url())[0] == "alice invites you to a game"
    title, description = read(as_oscar, game.get_absolute_url())
    assert title in ("Page not found", "You cannot see this table")
    assert description.startswith(USUAL)


def test_a_table_that_waits_is_not_to_be_searched_for(alice: Any, client: Client) -> None:
    page = client.get(open_table(alice).get_absolute_url()).content.decode()
    assert '<meta name="robots" content="noindex">' in page


def test_a_table_that_has_begun_says_only_what_is_played(
    dealt: Callable[..., Game], client: Client
) -> None:
    title, description = read(client, at("game", dealt()))
    assert title == "Casino Trifecta"
    assert description.startswith(USUAL)


def test_a_replay_says_how_the_game_ended(finished: Callable[..., Game], as_alice: Client) -> None:
    title, description = read(as_alice, at("replay", finished()))
    assert title == "Replay: alice vs bob"
    assert description == "Casino Trifecta: alice wins 14 to 5"


def test_a_look_back_at_a_running_game_says_nothing_about_it(
    dealt: Callable[..., Game], as_alice: Client
) -> None:
    title, description = read(as_alice, at("replay", dealt()))
    assert title == "Replay: alice vs bob"
    assert description.startswith(USUAL)


@pytest.mark.parametrize("name", VARIANTS)
def test_the_rules_say_what_kind_of_game_it_is(client: Client, name: str) -> None:
    _, description = read(client, f"/rules/{name}/")
    assert description != read(client, "/rules/")[1]
    assert 80 < len(description) < 250
    assert not description.startswith(USUAL)


def test_the_picture_is_there_in_the_size_that_is_promised(client: Client) -> None:
    page = client.get("/").content.decode()
    named = dict(re.findall(r'<meta property="og:image(.*?)" content="(.*?)">', page))
    origin, path = named[""].split("/static/")
    assert origin == settings.PUBLIC_URL
    picture = (settings.BASE_DIR / "static" / path).read_bytes()
    assert struct.unpack(">II", picture[16:24]) == (int(named[":width"]), int(named[":height"]))
