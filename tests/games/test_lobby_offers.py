"""What can be played from the lobby: offers, tables and invitations, and what they remember."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from accounts.models import Barrier, User
from community.services import keep_away
from games import rules, services
from games.computer import LEVELS
from games.live.offers import render_new_offer
from games.messages import labels
from games.models import Game
from games.presenters import level_words
from tests.fixtures import Response
from tests.games.pages import at, messages_of, text_of
from tests.present import present

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", ["play_now", "play_computer"])
def test_a_visitor_plays_with_one_click(nobody: Client, name: str) -> None:
    assert nobody.get(reverse("home")).status_code == 200
    assert not User.objects.exists()
    answer = nobody.post(reverse(name), {"variant": "trifecta", "move_time": "60"})
    game = Game.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, at("game", game))
    guest = User.objects.get()
    assert guest.is_guest
    assert game.seats.get(index=0).user == guest
    assert nobody.get(answer["Location"]).status_code == 200


@pytest.mark.parametrize("name", ["play_now", "play_computer", "open_table"])
def test_a_visitor_is_made_a_guest_only_with_a_game_to_play(nobody: Client, name: str) -> None:
    sent = {"variant": "trifecta", "move_time": "61", "kind": "link"}
    refused = nobody.post(reverse(name), sent)
    assert refused.status_code == 422
    assert not User.objects.exists()
    assert nobody.post(reverse(name), sent | {"move_time": "60"}).status_code == 302
    assert Game.objects.get().seats.get(index=0).user == User.objects.get()


@pytest.mark.parametrize("name", ["play_now", "play_computer"])
def test_a_visitor_who_is_refused_leaves_no_session_behind(name: str, settings: Any) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"guest": "1/m"}
    sent = {"variant": "trifecta", "move_time": "60", "level": "easy"}
    answers = [Client().post(reverse(name), sent).status_code for _ in range(2)]
    assert answers == [302, 429]
    assert Session.objects.count() == 1


@pytest.mark.once
def test_the_lobby_offers_nothing_to_a_visitor_that_needs_an_account(nobody: Client) -> None:
    page = text_of(nobody.get(reverse("home")))
    assert "Play now" in page
    assert "Play against the computer" in page


@pytest.mark.once
@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"variant": "poker", "move_time": "60"},
        {"variant": "trifecta", "move_time": "61"},
        {"variant": "trifecta", "move_time": "sixty"},
        {"variant": "trifecta", "move_time": "9" * 5000},
        {"variant": "trifecta\0", "move_time": "60\0"},
        {"variant": ["trifecta", "<b>"], "move_time": "60"},
    ],
)
def test_odd_offers_are_refused(as_alice: Client, fields: dict[str, Any]) -> None:
    for name in ("play_now", "play_computer"):
        answer = as_alice.post(reverse(name), fields)
        assert answer.status_code == 422
        assert "from the lists" in messages_of(answer)
    assert as_alice.post(reverse("open_table"), {**fields, "kind": "open"}).status_code == 422
    assert not Game.objects.exists()


@pytest.mark.once
@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"kind": "invitation", "opponent": "zoe"}, "no player with that name"),
        ({"kind": "invitation", "opponent": ""}, "no player with that name"),
        ({"kind": "invitation", "opponent": "b" * 31}, "at most 30"),
        ({"kind": "invitation", "opponent": "bo\0b"}, "Null characters"),
        ({"kind": "queue"}, "not one of the available choices"),
        ({}, "required"),
    ],
)
def test_an_odd_table_is_refused_beside_its_field(
    as_alice: Client, bob: Any, fields: dict[str, Any], sentence: str
) -> None:
    offer = {"variant": "trifecta", "move_time": "60", **fields}
    refused = as_alice.post(reverse("open_table"), offer)
    assert refused.status_code == 422
    assert sentence in text_of(refused)
    assert not Game.objects.exists()


def test_nobody_invites_themselves(as_alice: Client) -> None:
    refused = invite(as_alice, "Alice")
    assert refused.status_code == 422
    assert "against yourself" in text_of(refused)
    assert not Game.objects.exists()


def test_a_refused_invitation_loses_nothing_of_its_form(
    as_alice: Client, alice: User, bob: User
) -> None:
    keep_away(bob, alice, Barrier.Kind.BLOCK)
    offer = {"variant": "casino", "move_time": "86400", "kind": "invitation", "opponent": "Bob"}
    refused = as_alice.post(reverse("open_table"), offer)
    assert refused.status_code == 422
    shown = text_of(refused)
    assert "This player cannot be invited at the moment." in shown
    (field,) = re.findall(r'<input[^>]* name="opponent"[^>]*>', shown)
    assert 'value="Bob"' in field
    assert " autofocus" in field
    assert re.search(r'<option value="86400" selected', shown)
    assert '<p class="offer-what">Casino</p>' in shown
    assert not Game.objects.exists()


def test_a_table_for_one_player_is_found_by_name(
    as_alice: Client, bob: Any, as_bob: Client
) -> None:
    offer = {"variant": "trifecta", "move_time": "86400", "kind": "invitation", "opponent": " BOB "}
    answer = as_alice.post(reverse("open_table"), offer)
    game = Game.objects.get()
    assert (answer["Location"], game.invited) == (at("game", game), bob)
    assert game.public_id in text_of(as_bob.get(reverse("home")))


@pytest.mark.once
def test_an_invitation_in_the_lobby_says_all_that_is_played(
    alice: User, bob: User, as_bob: Client
) -> None:
    options = {"target": 11}
    services.open_table(
        alice, variant="casino", move_time=86_400, kind="invitation", invited=bob, options=options
    )
    page = text_of(as_bob.get("/"))
    assert "Casino · 2 players · to 11 points, no points for sweeps, the highest total wins" in page


def invite(client: Client, name: str) -> Response:
    offer = {"variant": "trifecta", "move_time": "60", "kind": "invitation", "opponent": name}
    return client.post(reverse("open_table"), offer)


@pytest.mark.parametrize(
    ("name", "shown"),
    [("Robert L", "Robert L"), (" robert  l ", "Robert L"), ("ÑANDÚ", "Ñandú"), ("ñandú", "Ñandú")],
)
def test_a_player_is_invited_by_the_name_shown(
    as_alice: Client, make_user: Any, name: str, shown: str
) -> None:
    robert = make_user("bob", display_name=shown)
    make_user("gone", display_name=shown, is_active=False)
    make_user("guest-1", display_name=shown, is_guest=True)
    assert invite(as_alice, name).status_code == 302
    assert Game.objects.get().invited == robert


def test_a_user_name_comes_before_a_name_shown(as_alice: Client, bob: Any, make_user: Any) -> None:
    make_user("impostor", display_name="bob")
    invite(as_alice, "Bob")
    assert Game.objects.get().invited == bob


def test_a_name_that_several_players_show_invites_none_of_them(
    as_alice: Client, make_user: Any
) -> None:
    for name in ("bob", "bobby"):
        make_user(name, display_name="Robert")
    refused = invite(as_alice, "robert")
    assert refused.status_code == 422
    assert (
        "Several players have that name. Ask your opponent for their username, and enter that."
        in text_of(refused)
    )
    assert not Game.objects.exists()


@pytest.mark.parametrize("name", ["Gone", "Guest 1234", "", "Rob%", "R_bert"])
def test_nobody_is_invited_by_a_name_that_no_player_shows(
    as_alice: Client, make_user: Any, name: str
) -> None:
    make_user("gone", display_name="Gone", is_active=False)
    make_user("guest-1", display_name="Guest 1234", is_guest=True)
    make_user("nameless")
    make_user("bob", display_name="Robert")
    refused = invite(as_alice, name)
    assert refused.status_code == 422
    assert "There is no player with that name here." in text_of(refused)
    # Said of every such name, so that nobody learns whether a guest shows it.
    assert "Guests cannot be found by their display name" in text_of(refused)
    (field,) = re.findall(r'<input[^>]* name="opponent"[^>]*>', text_of(refused))
    assert " autofocus" in field  # or nobody would see what is wrong, far below


@pytest.mark.once
@pytest.mark.parametrize(
    ("name", "sent", "wrong"),
    [
        ("play_now", {"move_time": ["61"]}, "move_time"),
        ("play_computer", {"move_time": "60", "players": "9"}, "players"),
        ("open_table", {"move_time": "60", "kind": "secret"}, "kind"),
    ],
)
def test_only_the_first_choice_of_a_wrong_field_is_led_to(
    as_alice: Client, name: str, sent: dict[str, Any], wrong: str
) -> None:
    refused = as_alice.post(reverse(name), {"variant": "casino", **sent})
    assert refused.status_code == 422
    (field,) = re.findall(r"<[^>]* autofocus[^>]*>", text_of(refused))
    assert f'name="{wrong}"' in field


def quick_form(client: Client, game: str = "casino") -> str:
    page = text_of(client.get(reverse("home"), {"game": game}))
    found = re.search(r"<form[^>]*offer-computer.*?</form>", page, re.DOTALL)
    return present(found)[0]


def test_what_one_player_has_chosen_is_not_offered_to_another(
    as_alice: Client, as_bob: Client
) -> None:
    before = hidden_token(quick_form(as_bob))
    chosen = {"variant": "casino", "move_time": "300", "level": "club"}
    as_alice.post(reverse("play_computer"), chosen)
    assert hidden_token(quick_form(as_alice)) != before
    assert hidden_token(quick_form(as_bob)) == before


def hidden_token(form: str) -> str:
    """Return a form without the token of its visitor, which is masked differently each time."""
    return re.sub(r'csrfmiddlewaretoken" value="[^"]+"', "", form)


@pytest.mark.once
@pytest.mark.parametrize("kind", ["seek", "quick", "computer", "table"])
def test_remembered_fields_hold_no_visitors_token(kind: str) -> None:
    fields = render_new_offer(kind, "trifecta")
    assert "<select" in fields
    assert "csrf" not in fields


def test_the_computer_has_no_clock_unless_one_is_chosen_and_remembered(as_alice: Client) -> None:
    assert re.search(r'<option value="0" selected>No timer', quick_form(as_alice))
    sent = {"variant": "royal", "move_time": "300", "level": "club"}
    as_alice.post(reverse("play_computer"), sent)
    assert Game.objects.get().move_time == 300
    form = quick_form(as_alice)
    assert '<option value="300" selected>' in form
    assert re.search(r'value="club"[^>]*checked', form)
    services.quit_game(Game.objects.get().pk, user_id=User.objects.get(username="alice").pk)
    as_alice.post(reverse("play_computer"), {**sent, "move_time": "0", "level": "easy"})
    assert '<option value="0" selected>' in quick_form(as_alice)


def test_a_game_to_pass_the_time_changes_no_choice(as_alice: Client) -> None:
    sent = {"variant": "royal", "move_time": "300", "level": "club"}
    as_alice.post(reverse("play_computer"), sent)
    as_alice.post(reverse("play_computer"), {"variant": "royal", "move_time": "0"})
    assert '<option value="300" selected>' in quick_form(as_alice)


@pytest.mark.once
@pytest.mark.parametrize("game", rules.VARIANTS)
def test_the_levels_stand_beside_the_button_with_how_they_play(nobody: Client, game: str) -> None:
    form = html.unescape(quick_form(nobody, game))
    for level in LEVELS:
        assert f'value="{level}"' in form
        words = level_words(rules.variant(game), level) or labels.level_words(level)
        assert words in form


@pytest.mark.once
def test_one_level_is_that_of_all_opponents(as_alice: Client) -> None:
    sent = {"variant": "casino", "move_time": "0", "level": "club", "players": "4"}
    as_alice.post(reverse("play_computer"), sent)
    levels = [seat.computer for seat in Game.objects.get().seats.all()]
    assert levels == ["", "club", "club", "club"]


@pytest.mark.once
def test_an_unknown_level_for_all_is_refused_with_words(as_alice: Client) -> None:
    sent = {"variant": "casino", "move_time": "0", "level": "genius"}
    refused = as_alice.post(reverse("play_computer"), sent)
    assert refused.status_code == 422
    assert "genius is not one of the available choices" in text_of(refused)
    assert not Game.objects.exists()
