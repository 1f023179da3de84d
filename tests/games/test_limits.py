"""Limits on creating games and posting to them; `test_sockets.py` tests those on frames."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game
from games.views.compose import questions
from tests.games.conftest import stored
from tests.games.pages import CAPTURE, alert_of, at, send, text_of

pytestmark = pytest.mark.django_db

OFFER = {"variant": "trifecta", "move_time": "60", "kind": "open"}
CREATING = ("play_now", "play_computer", "open_table")
TOO_OFTEN = "You are playing faster than anyone can"


@pytest.fixture
def allow(settings: Any) -> Any:
    """Return a function that changes the limit of an action."""

    def change(action: str, rate: str) -> None:
        settings.RATE_LIMITS = settings.RATE_LIMITS | {action: rate}

    return change


def test_one_person_asks_for_thirty_games_a_minute(as_alice: Client, as_bob: Client) -> None:
    statuses = [as_alice.post(reverse("play_now"), OFFER).status_code for _ in range(31)]
    assert statuses == [302] * 30 + [429]
    for name in CREATING:
        refused = as_alice.post(reverse(name), OFFER)
        assert refused.status_code == 429
        assert "tried that too many times" in text_of(refused)
    assert as_bob.post(reverse("play_now"), OFFER).status_code == 302


def test_visitors_are_limited_once_they_are_guests(nobody: Client, allow: Any) -> None:
    allow("new_game", "1/m")
    assert nobody.post(reverse("play_computer"), OFFER).status_code == 302
    assert nobody.post(reverse("open_table"), OFFER).status_code == 429
    assert Game.objects.count() == 1


@pytest.mark.parametrize("name", CREATING)
def test_forms_with_a_mistake_count_too(
    as_alice: Client, nobody: Client, allow: Any, name: str
) -> None:
    mistaken = OFFER | {"move_time": "61"}
    for action, browser in (("new_game", as_alice), ("guest", nobody)):
        allow(action, "2/m")
        statuses = [browser.post(reverse(name), mistaken).status_code for _ in range(3)]
        assert statuses == [422, 422, 429]
        assert browser.post(reverse(name), OFFER).status_code == 429


def test_rematches_are_limited(dealt: Any, as_alice: Client, allow: Any) -> None:
    allow("new_game", "1/m")
    game = dealt()
    send(as_alice, game, "quit")
    assert send(as_alice, game, "rematch").status_code == 302
    assert send(as_alice, game, "rematch").status_code == 429


@pytest.mark.parametrize("name", ["move", "pick"])
def test_one_person_posts_sixty_moves_a_minute(
    dealt: Any, as_alice: Client, as_bob: Client, name: str
) -> None:
    game = dealt()
    path, fragment = at(name, game), {"HX-Request": "true"}  # less to render than a page
    statuses = {as_alice.post(path, headers=fragment).status_code for _ in range(60)}
    assert statuses == {422}
    before = stored(game)
    refused = send(as_alice, game, name, **CAPTURE)
    assert refused.status_code == 429
    assert "tried that too many times" in text_of(refused)
    assert stored(game) == before
    assert send(as_bob, game, name).status_code == 422


def test_htmx_is_shown_the_table_with_the_reason(dealt: Any, as_alice: Client, allow: Any) -> None:
    allow("play", "1/m")
    game = dealt()
    send(as_alice, game)
    before = stored(game)
    refused = as_alice.post(at("move", game), CAPTURE, headers={"HX-Request": "true"})
    assert refused.status_code == 429
    assert text_of(refused).lstrip().startswith('<div id="game"')
    assert TOO_OFTEN in alert_of(refused)
    assert stored(game) == before


def test_the_clock_has_a_limit_of_its_own(dealt: Any, as_alice: Client, allow: Any) -> None:
    allow("clock", "1/m")
    game = dealt()
    assert send(as_alice, game, "clock").status_code == 302
    assert send(as_alice, game, "clock").status_code == 429
    assert send(as_alice, game, **CAPTURE).status_code == 302


def test_strangers_are_limited_by_their_address(dealt: Any, nobody: Client, allow: Any) -> None:
    allow("clock", "1/m")
    game = dealt()
    assert send(nobody, game, "clock").status_code == 302
    assert send(nobody, game, "clock").status_code == 429
    assert nobody.post(at("clock", game), REMOTE_ADDR="192.0.2.7").status_code == 302


@pytest.mark.parametrize(("name", "action"), [("clock", "clock"), ("", "record")])
def test_all_addresses_of_one_network_are_one_stranger(
    dealt: Any, nobody: Client, allow: Any, name: str, action: str
) -> None:
    allow(action, "1/m")
    path = at(name, dealt()) if name else reverse("records")
    addresses = ("2001:db8:1:2::7", "2001:db8:1:2:ff::8", "2001:db8:1:3::7")
    statuses = [nobody.post(path, REMOTE_ADDR=address).status_code for address in addresses]
    assert [status == 429 for status in statuses] == [False, True, False]


def test_asking_what_cards_would_do_is_limited(
    dealt: Any, as_alice: Client, as_bob: Client, allow: Any
) -> None:
    allow("compose", "2/m")
    game = dealt()
    answers = [as_alice.post(at("compose", game), {"card": "9D"}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[-1].content == b""
    assert as_bob.post(at("compose", game), {"card": "8D"}).status_code == 200
    assert send(as_alice, game, **CAPTURE).status_code == 302


@pytest.mark.parametrize("is_embedded", [True, False])
def test_one_process_counts_questions_alone_and_several_count_together(
    dealt: Any, as_alice: Client, allow: Any, settings: Any, is_embedded: bool
) -> None:
    allow("compose", "1/m")
    settings.EMBEDDED = is_embedded
    game = dealt()
    assert as_alice.post(at("compose", game), {"card": "9D"}).status_code == 200
    questions.forget_all()  # another process
    expected = 200 if is_embedded else 429
    assert as_alice.post(at("compose", game), {"card": "9D"}).status_code == expected


def test_downloads_of_all_games_are_limited_together(
    as_alice: Client, as_bob: Client, nobody: Client
) -> None:
    names = ["download", "own_records"] * 3
    answers = [as_alice.get(reverse(name)) for name in names]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429]
    for name in ("download", "own_records"):
        refused = as_alice.get(reverse(name))
        assert refused.status_code == 429
        assert "tried that too many times" in text_of(refused)
        assert as_bob.get(reverse(name)).status_code == 200
        assert nobody.get(reverse(name)).status_code == 302


def test_a_limited_post_tells_nothing_of_a_private_game(
    dealt: Any, as_oscar: Client, allow: Any
) -> None:
    allow("play", "1/m")
    game = dealt(kind="link")
    for headers in ({}, {"HX-Request": "true"}):
        as_oscar.post(at("move", game), headers=headers)
        unknown = as_oscar.post("/games/nothing-of-that-name-0/move/", headers=headers)
        known = as_oscar.post(at("move", game), headers=headers)
        assert known.status_code == unknown.status_code
