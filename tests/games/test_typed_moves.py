"""Typed moves: the same form and the same post as other moves."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.live.plays import play_selection
from tests.games.pages import alert_of, at, checked, send, text_of

pytestmark = pytest.mark.once


@pytest.mark.parametrize(
    ("typed", "played"),
    [
        (" 9D  x 5D 4H ", "9D x 4H 5D"),
        ("9d x 5d 4h", "9D x 4H 5D"),
        ("9DX4H5D", "9D x 4H 5D"),
        ("ks=9 X 4h 5d", "KS=9 x 4H 5D"),
        ("KS + kd = k", None),
        ("3h + 5d = 8", "3H + 5D = 8"),
        ("PASS", "pass"),
        ("8c", "8C"),
    ],
)
def test_a_typed_move_may_be_in_any_order_spacing_and_case(
    dealt: Any, as_alice: Client, typed: str, played: str | None
) -> None:
    game = dealt()
    answer = send(as_alice, game, seen="2", move=typed)
    if played is None:
        assert alert_of(answer) == "You do not hold another king to capture this build with."
    else:
        assert answer.status_code == 302
        assert game.events.last().text == played


def test_a_refused_text_stays_in_its_field_with_the_selection(dealt: Any, as_alice: Client) -> None:
    page = send(as_alice, dealt(), seen="2", move='9D x "8H', card="9D", pile="4H")
    assert page.status_code == 422
    assert 'name="move" value="9D x &#34;8H"' in text_of(page)
    assert '<details id="typing" class="typing" open>' in text_of(page)
    assert checked(page) == {"9D", "4H"}
    assert "is not a move" in alert_of(page)


@pytest.mark.parametrize("typed", ["hello", "9d takes 8h", "axc", "8c 9d", "Take that"])
def test_a_text_that_is_no_move_is_quoted_as_typed(
    dealt: Any, as_alice: Client, typed: str
) -> None:
    page = send(as_alice, dealt(), seen="2", move=f" {typed} ")
    assert alert_of(page).startswith(f"“{typed}” is not a move")


def test_an_empty_field_is_refused_as_such(dealt: Any, as_alice: Client) -> None:
    sent = {"seen": "2", "action": "typed", "card": "9D", "pile": "4H"}
    page = send(as_alice, dealt(), move=" ", **sent)
    assert alert_of(page) == "Type a move first, then press Play it."
    assert checked(page) == {"9D", "4H"}


def test_the_button_beside_the_field_plays_the_typed_move(dealt: Any, as_alice: Client) -> None:
    game = dealt()
    assert '<button class="button" id="do-typed" name="action" value="typed">' in text_of(
        as_alice.get(at("game", game))
    )
    assert send(as_alice, game, seen="2", action="typed", move="8c").status_code == 302
    assert game.events.last().text == "8C"


def test_a_button_takes_precedence_over_a_typed_text(dealt: Any, as_alice: Client) -> None:
    game = dealt()
    capture: dict[str, Any] = {"action": "capture", "card": "9D", "pile": ["5D", "4H"]}
    assert send(as_alice, game, seen="2", move="8C", **capture).status_code == 302
    assert game.events.last().text == "9D x 4H 5D"


def test_a_chosen_reading_takes_precedence_over_a_typed_text(dealt: Any, as_alice: Client) -> None:
    game = dealt()
    chosen = {"reading": "KS + 4H = 8", "card": "KS", "pile": "4H"}
    assert send(as_alice, game, seen="2", move="8C", **chosen).status_code == 302
    assert game.events.last().text == "KS + 4H = 8"


def test_a_refused_button_keeps_the_typed_text(dealt: Any, alice: Any) -> None:
    game = dealt()
    sent = {"seen": "2", "move": "8C", "action": "capture", "card": "8C", "pile": "KD"}
    asked, after = play_selection(game.pk, alice.pk, sent, arrived_at=timezone.now(), language="en")
    assert after is None
    assert asked.typed == "8C"
    assert asked.refusal


def test_examples_of_typed_moves_say_what_they_are(dealt: Any, as_alice: Client) -> None:
    page = text_of(as_alice.get(at("game", dealt())))
    found = re.search(r'<p id="typing-help"[^>]*>(.*?) <code>T</code>', page)
    assert found is not None
    assert re.sub(r"</?code[^>]*>", "", found[1]) == (
        "5H (drop), 7S x 4D 3C (capture), 3H + 5D = 8 (build), 2H - TD = 8 (subtraction), pass."
    )
