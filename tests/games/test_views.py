"""Every page and every post, tried by alice and bob, by oscar, and by nobody in particular."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
import time_machine
from django.conf import settings
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games import services
from games.models import Game, SecretPick
from tests.games.conftest import ALICE_HOLDS, BOB_HOLDS, seconds, state_of, stored

pytestmark = pytest.mark.django_db

LOOKS = ("game", "game_live")
POSTS = ("join", "leave", "pick", "move", "clock", "quit", "rematch")
FOR_ACCOUNTS = ("leave", "pick", "quit", "rematch")
CAPTURE = {"seen": "2", "action": "capture", "card": "9D", "pile": ["5D", "4H"]}


@pytest.fixture
def nobody() -> Client:
    return Client()


@pytest.fixture
def private(picking: Callable[..., Game], alice: Any, bob: Any) -> Callable[[str], Game]:
    """Return a function that makes a game which is nobody's business but alice's and bob's."""

    def make(kind: str) -> Game:
        if kind == "computer":
            return services.play_computer(alice, variant="trifecta", move_time=60, level="easy")
        if kind == "waiting invitation":
            return services.open_table(
                alice, variant="trifecta", move_time=60, kind="invitation", invited=bob
            )
        return picking(kind=kind)

    return make


def at(name: str, game: Game) -> str:
    return reverse(name, args=[game.public_id])


def send(client: Client, game: Game, name: str = "move", **fields: Any) -> HttpResponse:
    return client.post(at(name, game), fields)


def text_of(response: HttpResponse) -> str:
    return response.content.decode()


def alert_of(response: HttpResponse) -> str:
    """Return the sentence in which a page tells of a refusal."""
    found = re.search(r'role="alert">([^<]*)', text_of(response))
    assert found is not None
    return found[1].strip()


def checked(response: HttpResponse) -> set[str]:
    return set(re.findall(r'value="([^"]*)"[^>]* checked', text_of(response)))


def cards_in(response: HttpResponse, game: Game) -> set[str]:
    text = text_of(response).replace(game.public_id, "")
    return set(re.findall(r"\b[A2-9TJQK][SHDC]\b", text))


def messages_of(response: HttpResponse) -> str:
    return " ".join(str(message) for message in response.context["messages"])


# Who may see which game


@pytest.mark.parametrize("kind", ["link", "invitation", "computer", "waiting invitation"])
@pytest.mark.parametrize("name", LOOKS)
def test_a_private_game_is_not_found_by_others(
    private: Any, as_oscar: Client, nobody: Client, as_alice: Client, kind: str, name: str
) -> None:
    game = private(kind)
    assert as_alice.get(at(name, game)).status_code == 200
    for client in (as_oscar, nobody):
        assert client.get(at(name, game)).status_code == 404


@pytest.mark.parametrize("kind", ["link", "invitation", "computer", "waiting invitation"])
def test_posts_to_a_private_game_are_not_found_by_others(
    private: Any, as_oscar: Client, kind: str
) -> None:
    game = private(kind)
    before = stored(game)
    for name in POSTS:
        assert send(as_oscar, game, name, **CAPTURE).status_code == 404
    assert stored(game) == before


@pytest.mark.parametrize("name", [*LOOKS, *POSTS])
def test_who_is_not_logged_in_can_not_tell_private_games_from_unknown_ones(
    private: Any, nobody: Client, name: str
) -> None:
    game = private("link")
    ask = nobody.get if name in LOOKS else nobody.post
    known = ask(at(name, game))
    unknown = ask(reverse(name, args=["A" * 22]))
    assert known.status_code == unknown.status_code == (302 if name in FOR_ACCOUNTS else 404)
    if name in FOR_ACCOUNTS:
        assert known.url.startswith(reverse("account_login"))
        assert known.url.replace(game.public_id, "A" * 22) == unknown.url


@pytest.mark.parametrize(
    "public_id",
    ["x", "A" * 22, "A" * 5000, "\0", "a\0b", "'--", "..", "%", "\udcff", "ü", "🂡", " "],
)
def test_unknown_games_are_not_found(as_alice: Client, public_id: str) -> None:
    address = quote(public_id, safe="", errors="surrogateescape")
    for path in ("", "live/"):
        assert as_alice.get(f"/games/{address}/{path}").status_code == 404
    for name in POSTS:
        assert as_alice.post(f"/games/{address}/{name}/", CAPTURE).status_code == 404


def test_a_waiting_link_is_shown_to_whoever_has_it(
    alice: Any, as_oscar: Client, nobody: Client
) -> None:
    game = services.open_table(alice, variant="trifecta", move_time=60, kind="link")
    for client in (as_oscar, nobody):
        page = client.get(at("game", game))
        assert page.status_code == 200
        assert "Sit down and play" in text_of(page)


def test_a_public_game_is_watched_without_hands(
    dealt: Any, as_oscar: Client, nobody: Client
) -> None:
    game = dealt()
    for client in (as_oscar, nobody):
        for name in LOOKS:
            page = client.get(at(name, game))
            assert page.status_code == 200
            assert 'name="card"' not in text_of(page)
            assert 'name="action"' not in text_of(page)
        before = stored(game)
        refused = send(client, game, **CAPTURE)
        assert (refused.status_code, alert_of(refused)) == (422, "You have no seat at this table.")
        assert stored(game) == before


def test_outsiders_change_nothing_in_a_public_game(dealt: Any, as_oscar: Client) -> None:
    game = dealt()
    before = stored(game)
    for name in POSTS:
        answer = send(as_oscar, game, name, **CAPTURE)
        assert answer.status_code in (200, 302, 422)
    assert stored(game) == before


def test_each_player_sees_their_own_hand(dealt: Any, as_alice: Client, as_bob: Client) -> None:
    game = dealt()
    for client, own, other in (
        (as_alice, ALICE_HOLDS, BOB_HOLDS),
        (as_bob, BOB_HOLDS, ALICE_HOLDS),
    ):
        page = text_of(client.get(at("game", game)))
        assert re.findall(r'name="card" value="(..)"', page) == list(own)
        assert not any(f"cards/{card}.svg" in page for card in other)


# Methods and tokens


@pytest.mark.parametrize("name", POSTS)
def test_nothing_changes_by_get(dealt: Any, as_alice: Client, name: str) -> None:
    game = dealt()
    before = stored(game)
    assert as_alice.get(at(name, game), CAPTURE).status_code == 405
    assert as_alice.put(at(name, game)).status_code == 405
    assert stored(game) == before


@pytest.mark.parametrize("name", ["play_now", "play_computer", "open_table"])
def test_no_game_begins_by_get(nobody: Client, name: str) -> None:
    assert nobody.get(reverse(name), {"variant": "trifecta", "move_time": 60}).status_code == 405
    assert not User.objects.exists()


def test_pages_take_no_posts(dealt: Any, as_alice: Client) -> None:
    game = dealt()
    for path in (
        *(at(name, game) for name in LOOKS),
        *(reverse(name) for name in ("home", "lobby_live", "rules_index", "download")),
        "/rules/trifecta/",
    ):
        assert as_alice.post(path).status_code == 405


def test_no_post_counts_without_its_token(dealt: Any, alice: Any) -> None:
    game = dealt()
    before = stored(game)
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    client.get(at("game", game))
    paths = [at(name, game) for name in POSTS]
    paths += [reverse(name) for name in ("play_now", "play_computer", "open_table")]
    paths.append(reverse("delete_account"))
    for path in paths:
        for token in ({}, {"csrfmiddlewaretoken": "A" * 64}):
            refused = client.post(path, {**CAPTURE, **token})
            assert refused.status_code == 403
    assert stored(game) == before
    assert User.objects.filter(pk=alice.pk).exists()


def test_the_token_on_the_page_is_good(dealt: Any, alice: Any) -> None:
    game = dealt()
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    for name in LOOKS:
        page = text_of(client.get(at(name, game)))
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        assert token is not None
        refused = client.post(at("move", game), {"seen": "2", "csrfmiddlewaretoken": token[1]})
        assert refused.status_code == 422


# Moves


def test_a_move_leads_back_to_the_table(dealt: Any, as_alice: Client, alice: Any) -> None:
    game = dealt()
    answer = send(as_alice, game, **CAPTURE)
    assert (answer.status_code, answer.url) == (302, at("game", game))
    assert game.moves.last().text == "9D x 4H 5D"


def test_htmx_gets_the_fragment(dealt: Any, as_alice: Client) -> None:
    game = dealt()
    version = game.version
    answer = as_alice.post(at("move", game), CAPTURE, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    fragment = text_of(answer)
    assert fragment.lstrip().startswith('<div id="game"')
    assert "<html" not in fragment
    assert f'data-version="{version + 1}"' in fragment
    assert "9♦ takes" in fragment
    refused = as_alice.post(at("move", game), {"seen": "3"}, headers={"HX-Request": "true"})
    assert refused.status_code == 422
    assert "<html" not in text_of(refused)
    assert alert_of(refused) == "It is not your turn."


def test_a_choice_of_readings_is_asked_for_and_answered(dealt: Any, as_alice: Client) -> None:
    game = dealt()
    before = stored(game)
    question = send(as_alice, game, seen="2", action="build", card="KS", pile="4H")
    assert question.status_code == 422
    readings = re.findall(r'name="move" value="([^"]*)"', text_of(question))
    assert sorted(readings) == ["KS + 4H = 8", "KS + 4H = 9"]
    assert checked(question) == {"KS", "4H"}
    assert stored(game) == before
    answer = send(as_alice, game, seen="2", move=readings[0], card="KS", pile="4H")
    assert answer.status_code == 302
    assert game.moves.last().text == readings[0]


@pytest.mark.parametrize(
    ("fields", "sentence", "clause"),
    [
        ({"action": "capture", "card": "3H", "pile": ["5D"]}, "", "4"),
        ({"action": "build", "card": "8C", "pile": ["4H"]}, "", "4"),
        ({"action": "pass", "card": "8C"}, "", ""),
        ({"move": "9D x 4H"}, "", "4"),
        ({"move": "8D"}, "8♦", ""),
    ],
)
def test_an_illegal_play_is_refused_with_its_clause_and_the_selection_kept(
    dealt: Any, as_alice: Client, fields: dict[str, Any], sentence: str, clause: str
) -> None:
    game = dealt()
    if fields.get("action") == "pass":  # legal once
        fields = {"action": "drop", "card": "8D", "pile": []}
    before = stored(game)
    refused = send(as_alice, game, seen="2", **fields)
    assert refused.status_code == 422
    assert sentence in alert_of(refused)
    assert alert_of(refused).endswith(".")
    assert f"/rules/trifecta/#c{clause}" in text_of(refused)
    assert checked(refused) == {fields.get("card", ""), *fields.get("pile", [])} & {
        *ALICE_HOLDS, "5D", "4H",
    }  # fmt: skip
    assert stored(game) == before


def test_a_move_out_of_turn_is_refused_and_the_selection_kept(dealt: Any, as_bob: Client) -> None:
    game = dealt()
    before = stored(game)
    refused = send(as_bob, game, seen="2", action="capture", card="8D", pile="5D")
    assert (refused.status_code, alert_of(refused)) == (422, "It is not your turn.")
    assert checked(refused) == {"8D", "5D"}
    assert stored(game) == before


def test_a_stale_post_is_shown_the_new_table_with_the_selection_kept(
    dealt: Any, as_alice: Client, alice: Any, bob: Any, play: Any
) -> None:
    game = dealt()
    play(game, alice, "9D x 4H 5D")
    play(game, bob, "8D")
    before = stored(game)
    refused = send(as_alice, game, seen="2", action="drop", card="8C", pile=["TH", "4H"])
    assert "changed" in alert_of(refused)
    assert 'name="pile" value="8D"' in text_of(refused)
    assert checked(refused) == {"8C", "TH"}
    assert stored(game) == before


def test_the_same_post_again_is_accepted_once(dealt: Any, as_alice: Client) -> None:
    game = dealt()
    for _ in range(10):
        assert send(as_alice, game, **CAPTURE).status_code == 302
    assert game.moves.count() == 3


def test_a_late_post_is_told_so_and_may_be_sent_again(dealt: Any, as_alice: Client) -> None:
    game = dealt()
    with time_machine.travel(game.deadline + seconds(2), tick=False):
        refused = send(as_alice, game, **CAPTURE)
        assert refused.status_code == 422
        assert alert_of(refused).startswith("Your time ran out: 1 point to bob")
        assert checked(refused) == {"9D", "5D", "4H"}
        assert [event.kind for event in game.moves.all()] == ["move", "move", "timeout"]
        assert send(as_alice, game, **CAPTURE).status_code == 302


def test_after_the_end_nothing_is_played(dealt: Any, as_alice: Client, bob: Any) -> None:
    game = dealt()
    services.quit_game(game.pk, user_id=bob.pk)
    before = stored(game)
    refused = send(as_alice, game, **CAPTURE)
    assert (refused.status_code, alert_of(refused)) == (422, "This game is over.")
    assert stored(game) == before


def test_before_the_deal_nothing_is_played(picking: Any, as_alice: Client) -> None:
    game = picking()
    refused = send(as_alice, game, **CAPTURE)
    assert (refused.status_code, alert_of(refused)) == (422, "The cards are not dealt yet.")


def test_forged_fields_are_ignored(
    dealt: Any, as_bob: Client, as_alice: Client, alice: Any
) -> None:
    game = dealt()
    forged = {
        "seat": "0", "user": str(alice.pk), "user_id": str(alice.pk), "version": "99",
        "time": "2030-01-01T00:00:00Z", "arrived_at": "0", "points": "9", "deadline": "9",
    }  # fmt: skip
    before = stored(game)
    assert send(as_bob, game, **CAPTURE, **forged).status_code == 422
    assert stored(game) == before
    with time_machine.travel(game.deadline + seconds(1), tick=False):
        assert send(as_alice, game, **CAPTURE, **forged).status_code == 302
        game.refresh_from_db()
        assert (game.version, game.to_move) == (before_version(before) + 1, 1)
        assert game.deadline == timezone.now() + seconds(60)


def before_version(before: tuple[Any, ...]) -> int:
    position = [field.attname for field in Game._meta.concrete_fields].index("version")
    return int(before[position])


ODD_FIELDS = {
    "nothing": {},
    "no table seen": {"action": "drop", "card": "8C"},
    "no action": {"seen": "2", "card": "8C"},
    "no card": {"seen": "2", "action": "drop"},
    "an unknown action": {"seen": "2", "action": "win", "card": "8C"},
    "an unknown card": {"seen": "2", "action": "drop", "card": "1X"},
    "a hidden card": {"seen": "2", "action": "drop", "card": "??"},
    "the opponent's card": {"seen": "2", "action": "drop", "card": "8D"},
    "a joker": {"seen": "2", "action": "drop", "card": "XX"},
    "a long card": {"seen": "2", "action": "drop", "card": "8C" * 500},
    "an unknown pile": {"seen": "2", "action": "capture", "card": "8C", "pile": "8D"},
    "a pile twice": {"seen": "2", "action": "capture", "card": "9D", "pile": ["5D", "5D"]},
    "many piles": {"seen": "2", "action": "capture", "card": "9D", "pile": ["5D"] * 60},
    "long piles": {"seen": "2", "action": "capture", "card": "9D", "pile": "5D-" * 1000},
    "odd piles": {"seen": "2", "action": "build", "card": "3H", "pile": ["", "-", "5D-"]},
    "words seen": {"seen": "two", "action": "drop", "card": "8C"},
    "a negative number seen": {"seen": "-1", "action": "drop", "card": "8C"},
    "a huge number seen": {"seen": "9" * 400, "action": "drop", "card": "8C"},
    "a fraction seen": {"seen": "2.0", "action": "drop", "card": "8C"},
    "digits of another script": {"seen": "２", "action": "drop", "card": "8C"},
    "superscript digits": {"seen": "²", "action": "drop", "card": "8C"},
    "a long move": {"seen": "2", "move": "8C x " + "5D " * 1000},
    "a long move of signs": {"seen": "2", "move": "+" * 400},
    "many groups": {"seen": "2", "move": "8C x " + "/".join(["5D 4H"] * 60)},
    "a huge value": {"seen": "2", "move": "3H + 5D = " + "9" * 300},
    "a secret pick": {"seen": "2", "move": "secret AS"},
    "a deal": {"seen": "2", "move": "deal AS"},
    "NUL bytes": {"seen": "2", "action": "drop\0", "card": "8\0", "pile": "\0"},
    "a move of NUL bytes": {"seen": "2", "move": "8C\0"},
    "markup": {"seen": "2", "move": "<script>alert(1)</script>"},
    "template code": {"seen": "2", "move": "{{ 7*7 }}{% include 'x' %}"},
    "lines": {"seen": "2", "move": "8C\r\nSet-Cookie: a=b"},
    "other scripts": {"seen": "2", "move": "８Ｃ", "card": "♠"},
    "pictures": {"seen": "2", "action": "🂡", "card": "🂡"},
}


@pytest.mark.parametrize("fields", ODD_FIELDS.values(), ids=ODD_FIELDS)
def test_odd_moves_are_refused_in_a_sentence_and_change_nothing(
    dealt: Any, as_alice: Client, fields: dict[str, Any]
) -> None:
    game = dealt()
    before = stored(game)
    refused = send(as_alice, game, **fields)
    assert refused.status_code == 422
    assert len(alert_of(refused)) > 10
    assert re.findall(r'name="card" value="(..)"', text_of(refused)) == list(ALICE_HOLDS)
    assert "<script>alert" not in text_of(refused)
    assert "\0" not in text_of(refused)
    assert stored(game) == before


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (b"", "application/x-www-form-urlencoded"),
        (b"seen=2&action=drop&card=%ff%fe", "application/x-www-form-urlencoded"),
        (b"seen=2&move=\xff\xfe\x00\x80", "application/x-www-form-urlencoded"),
        (b"seen=2&move=%ED%A0%80", "application/x-www-form-urlencoded"),
        (b"seen=2&seen=3&card=9D&card=8C&action=capture", "application/x-www-form-urlencoded"),
        (b"&&&==&seen", "application/x-www-form-urlencoded"),
        (b"seen=2&action=drop&card=8C", "application/x-www-form-urlencoded; charset=utf-16"),
        (b"seen=2&" + b"a=1&" * 300, "application/x-www-form-urlencoded"),
        (b"seen=2&move=" + b"9" * 2_000_000, "application/x-www-form-urlencoded"),
        (b'{"seen": "2", "move": "8C"}', "application/json"),
        (b"seen=2&move=8C", "text/plain"),
        (b"--x\r\nnot a form", "multipart/form-data; boundary=x"),
        (b"--x\r\n", "multipart/form-data"),
        (b"\x00\x01\x02", "multipart/form-data; boundary=\xff".encode("latin-1").decode("latin-1")),
        (
            b'--x\r\nContent-Disposition: form-data; name="card"; filename="8C"\r\n\r\n8C\r\n--x--',
            "multipart/form-data; boundary=x",
        ),
    ],
)
def test_odd_bodies_are_refused_and_change_nothing(
    dealt: Any, as_alice: Client, body: bytes, content_type: str
) -> None:
    game = dealt()
    before = stored(game)
    for name in ("move", "pick"):
        answer = as_alice.post(at(name, game), body, content_type=content_type)
        assert answer.status_code in (400, 413, 422)
    assert stored(game) == before


# The secret pick


def test_a_pick_leads_back_and_is_kept_secret(
    picking: Any, as_alice: Client, as_bob: Client, alice: Any
) -> None:
    game = picking()
    answer = send(as_alice, game, "pick", card="7H", value="ab" * 16)
    assert (answer.status_code, answer.url) == (302, at("game", game))
    assert "Your secret card is 7♥" in text_of(as_alice.get(at("game", game)))
    theirs = text_of(as_bob.get(at("game", game)))
    assert "alice has picked" in theirs
    assert "7♥" not in theirs
    pick = SecretPick.objects.get(seat__user=alice)
    assert (pick.card, pick.value) == ("7H", "ab" * 16)
    assert bytes(pick.salt).hex() not in theirs
    assert pick.commitment in theirs


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"card": ""},
        {"card": "XX"},
        {"card": "7H\0"},
        {"card": "7H" * 5000},
        {"card": "<b>"},
        {"card": "7H", "value": "xyz"},
        {"card": "7H", "value": "a" * 65},
        {"card": "7H", "value": "\0"},
        {"card": ["7H", ""]},
    ],
)
def test_odd_picks_are_refused_and_may_be_made_again(
    picking: Any, as_alice: Client, fields: dict[str, Any]
) -> None:
    game = picking()
    before = stored(game)
    refused = send(as_alice, game, "pick", **fields)
    assert refused.status_code == 422
    assert alert_of(refused).endswith(".")
    assert stored(game) == before
    assert send(as_alice, game, "pick", card="7H").status_code == 302


def test_a_second_pick_is_refused(picking: Any, as_alice: Client) -> None:
    game = picking()
    send(as_alice, game, "pick", card="7H")
    assert send(as_alice, game, "pick", card="7H").status_code == 302
    refused = send(as_alice, game, "pick", card="8H")
    assert (refused.status_code, "already" in alert_of(refused)) == (422, True)


# Joining, leaving, quitting, rematches


def test_a_visitor_who_joins_becomes_a_guest(alice: Any, nobody: Client) -> None:
    game = services.open_table(alice, variant="trifecta", move_time=60, kind="link")
    answer = send(nobody, game, "join")
    assert (answer.status_code, answer.url) == (302, at("game", game))
    assert game.seats.get(index=1).user.is_guest
    assert nobody.get(at("game", game)).status_code == 200


def test_who_comes_too_late_is_told(alice: Any, bob: Any, as_oscar: Client) -> None:
    game = services.open_table(alice, variant="trifecta", move_time=60, kind="open")
    services.join_game(game.pk, user=bob)
    answer = as_oscar.post(at("join", game), follow=True)
    assert answer.status_code == 200
    assert "faster" in messages_of(answer)


def test_who_plays_already_is_led_to_that_game(dealt: Any, as_alice: Client, oscar: Any) -> None:
    mine = dealt()
    elsewhere = services.open_table(oscar, variant="trifecta", move_time=60, kind="open")
    offer = {"variant": "trifecta", "move_time": "60", "kind": "open"}
    for path in (
        reverse("play_now"), reverse("play_computer"), reverse("open_table"), at("join", elsewhere),
    ):  # fmt: skip
        answer = as_alice.post(path, offer, follow=True)
        assert answer.redirect_chain == [(at("game", mine), 302)]
        assert "live table already" in messages_of(answer)


def test_the_invited_may_look_join_and_decline(
    alice: Any, bob: Any, as_bob: Client, as_oscar: Client
) -> None:
    game = services.open_table(
        alice, variant="trifecta", move_time=60, kind="invitation", invited=bob
    )
    assert "Sit down and play" in text_of(as_bob.get(at("game", game)))
    answer = send(as_bob, game, "leave")
    assert (answer.status_code, answer.url) == (302, reverse("home"))
    game.refresh_from_db()
    assert game.status == "cancelled"


def test_leaving_after_the_deal_is_refused(dealt: Any, as_alice: Client) -> None:
    game = dealt()
    before = stored(game)
    answer = as_alice.post(at("leave", game), follow=True)
    assert answer.redirect_chain == [(at("game", game), 302)]
    assert "forfeits" in messages_of(answer)
    assert stored(game) == before


def test_quitting_twice_is_quitting_once(dealt: Any, as_alice: Client, as_bob: Client) -> None:
    game = dealt()
    assert send(as_alice, game, "quit").status_code == 302
    before = stored(game)
    assert send(as_alice, game, "quit").status_code == 302
    assert send(as_bob, game, "quit").status_code == 302
    assert stored(game) == before
    assert "You win by forfeit" in text_of(as_bob.get(at("game", game)))
    assert "bob wins by forfeit" in text_of(as_alice.get(at("game", game)))


def test_quitting_before_the_deal_is_refused(picking: Any, as_alice: Client) -> None:
    game = picking()
    refused = send(as_alice, game, "quit")
    assert (refused.status_code, alert_of(refused)) == (422, "The cards are not dealt yet.")


def test_a_rematch_is_asked_for_and_accepted_from_the_page(
    dealt: Any, as_alice: Client, as_bob: Client, as_oscar: Client
) -> None:
    game = dealt()
    send(as_bob, game, "quit")
    assert "Ask for a rematch" in text_of(as_alice.get(at("game", game)))
    assert "rematch" not in text_of(as_oscar.get(at("game", game)))
    asked = send(as_alice, game, "rematch")
    assert "Your rematch waits" in text_of(as_alice.get(at("game", game)))
    assert "Accept the rematch" in text_of(as_bob.get(at("game", game)))
    accepted = send(as_bob, game, "rematch")
    assert asked.url == accepted.url
    assert game.rematch.status == "picking"
    assert "To the rematch" in text_of(as_alice.get(at("game", game)))


def test_a_rematch_before_the_end_is_refused(dealt: Any, as_alice: Client) -> None:
    answer = as_alice.post(at("rematch", dealt()), follow=True)
    assert "not over" in messages_of(answer)
    assert Game.objects.count() == 1


def test_a_browser_whose_clock_ran_out_may_ask(dealt: Any, as_bob: Client) -> None:
    game = dealt()
    before = stored(game)
    assert send(as_bob, game, "clock").status_code == 302
    assert stored(game) == before
    with time_machine.travel(game.deadline + seconds(2), tick=False):
        assert send(as_bob, game, "clock").status_code == 302
        assert send(as_bob, game, "clock").status_code == 302
    assert game.moves.filter(kind="timeout").count() == 1


# The lobby


@pytest.mark.parametrize("name", ["play_now", "play_computer"])
def test_a_visitor_plays_with_one_click(nobody: Client, name: str) -> None:
    assert nobody.get(reverse("home")).status_code == 200
    assert not User.objects.exists()
    answer = nobody.post(reverse(name), {"variant": "trifecta", "move_time": "60"})
    game = Game.objects.get()
    assert (answer.status_code, answer.url) == (302, at("game", game))
    guest = User.objects.get()
    assert guest.is_guest
    assert game.seats.get(index=0).user == guest
    assert nobody.get(answer.url).status_code == 200


def test_the_lobby_offers_nothing_to_a_visitor_that_needs_an_account(nobody: Client) -> None:
    page = text_of(nobody.get(reverse("home")))
    assert "Play now" in page
    assert "Play the computer" in page


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
        answer = as_alice.post(reverse(name), fields, follow=True)
        assert answer.redirect_chain == [(reverse("home"), 302)]
        assert "from the lists" in messages_of(answer)
    assert as_alice.post(reverse("open_table"), {**fields, "kind": "open"}).status_code == 422
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"kind": "invitation", "opponent": "zoe"}, "no player of that name"),
        ({"kind": "invitation", "opponent": ""}, "no player of that name"),
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
    offer = {"variant": "trifecta", "move_time": "60", "kind": "invitation", "opponent": "Alice"}
    answer = as_alice.post(reverse("open_table"), offer, follow=True)
    assert "against yourself" in text_of(answer)
    assert not Game.objects.exists()


def test_a_table_for_one_player_is_found_by_name(
    as_alice: Client, bob: Any, as_bob: Client
) -> None:
    offer = {"variant": "trifecta", "move_time": "86400", "kind": "invitation", "opponent": " BOB "}
    answer = as_alice.post(reverse("open_table"), offer)
    game = Game.objects.get()
    assert (answer.url, game.invited) == (at("game", game), bob)
    assert game.public_id in text_of(as_bob.get(reverse("home")))


def test_the_lobby_lists_each_viewers_games(
    dealt: Any, as_alice: Client, as_bob: Client, as_oscar: Client, nobody: Client, alice: Any
) -> None:
    game = dealt()
    hidden = services.open_table(alice, variant="trifecta", move_time=86_400, kind="link")
    assert "Your turn" in text_of(as_alice.get(reverse("home")))
    assert "alice’s turn" in text_of(as_bob.get(reverse("home")))
    for client in (as_oscar, nobody):
        page = text_of(client.get(reverse("home")))
        assert game.public_id in page
        assert hidden.public_id not in page


def test_private_games_are_not_listed(picking: Any, as_oscar: Client, nobody: Client) -> None:
    game = picking(kind="link")
    for client in (as_oscar, nobody):
        for name in ("home", "lobby_live"):
            assert game.public_id not in text_of(client.get(reverse(name)))


# The slow polls


def test_the_slow_poll_answers_only_when_something_is_new(
    dealt: Any, as_alice: Client, as_bob: Client
) -> None:
    game = dealt()
    version = str(game.version)
    quiet = as_bob.get(at("game_live", game), {"version": version})
    assert (quiet.status_code, quiet.content) == (204, b"")
    send(as_alice, game, **CAPTURE)
    news = as_bob.get(at("game_live", game), {"version": version})
    assert news.status_code == 200
    assert text_of(news).lstrip().startswith('<div id="game"')
    for odd in ({}, {"version": "x"}, {"version": "9" * 5000}, {"version": "\0"}):
        assert as_bob.get(at("game_live", game), odd).status_code == 200


def test_the_lobbys_slow_poll_answers_only_when_something_is_new(
    as_alice: Client, as_bob: Client
) -> None:
    first = as_alice.get(reverse("lobby_live"))
    version = re.search(r'name="version" value="(\w+)"', text_of(first))
    assert version is not None
    assert as_alice.get(reverse("lobby_live"), {"version": version[1]}).status_code == 204
    as_bob.post(reverse("open_table"), {"variant": "trifecta", "move_time": "60", "kind": "open"})
    news = as_alice.get(reverse("lobby_live"), {"version": version[1]})
    assert (news.status_code, "bob" in text_of(news)) == (200, True)


@pytest.mark.parametrize("name", LOOKS)
def test_an_open_page_keeps_the_place_in_the_queue(
    alice: Any, as_alice: Client, as_oscar: Client, name: str
) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        game = services.play_now(alice, variant="trifecta", move_time=60)
        clock.shift(seconds(20))
        as_alice.get(at(name, game), {"version": "1"})
        clock.shift(seconds(20))
        as_oscar.get(at(name, game), {"version": "1"})
        assert services.lapse_waiting_games(now=timezone.now()) == 0
        clock.shift(seconds(20))
        assert services.lapse_waiting_games(now=timezone.now()) == 1


def test_pages_with_a_hand_are_not_stored(dealt: Any, as_alice: Client) -> None:
    game = dealt()
    answers = [
        *(as_alice.get(at(name, game)) for name in LOOKS),
        as_alice.get(reverse("home")),
        as_alice.get(reverse("download")),
        send(as_alice, game, seen="2"),
        as_alice.post(at("move", game), {"seen": "2"}, headers={"HX-Request": "true"}),
        send(as_alice, game, "pick"),
        send(as_alice, game, "clock"),
        send(as_alice, game, "quit"),
    ]
    for answer in answers:
        assert "no-store" in answer["Cache-Control"]
        assert "private" in answer["Cache-Control"]


# Own data, deleting, admin


def test_the_download_holds_the_own_moves_and_no_hidden_card(
    dealt: Any, as_alice: Client, alice: Any, play: Any
) -> None:
    game = dealt()
    play(game, alice, "9D x 4H 5D")
    answer = as_alice.get(reverse("download"))
    assert "attachment" in answer["Content-Disposition"]
    document = json.loads(answer.content)
    assert document["account"]["user_name"] == "alice"
    (own,) = document["games"]
    assert [move["text"] for move in own["moves"]] == ["secret 7H", "secret ??", "9D x 4H 5D"]
    assert (own["shuffle"]["seed"], own["shuffle"]["values"]) == (None, None)
    assert [seat["name"] for seat in own["seats"]] == ["alice", "bob"]
    hidden = {*BOB_HOLDS, *state_of(game).stock} - {"7H"}
    assert not hidden & cards_in(answer, game)


def test_after_the_end_the_download_holds_everything(
    dealt: Any, as_alice: Client, alice: Any
) -> None:
    game = dealt()
    services.quit_game(game.pk, user_id=alice.pk)
    (own,) = json.loads(as_alice.get(reverse("download")).content)["games"]
    assert [move["text"] for move in own["moves"]] == ["secret 7H", "secret 6C", ""]
    assert own["shuffle"]["seed"] == bytes(game.decks.get().seed).hex()
    assert [seat["result"] for seat in own["seats"]] == ["lost", "won"]


def test_the_download_holds_only_own_games(dealt: Any, as_oscar: Client) -> None:
    dealt()
    assert json.loads(as_oscar.get(reverse("download")).content)["games"] == []


@pytest.mark.parametrize("name", ["download", "delete_account"])
def test_own_data_is_for_who_is_logged_in(nobody: Client, name: str) -> None:
    answer = nobody.get(reverse(name))
    assert (answer.status_code, answer.url.split("?")[0]) == (302, reverse("account_login"))


def test_looking_at_the_page_deletes_nothing(as_alice: Client, alice: Any) -> None:
    assert as_alice.get(reverse("delete_account")).status_code == 200
    assert User.objects.filter(pk=alice.pk).exists()


def test_deleting_the_account_leaves_the_games_and_a_nameless_seat(
    dealt: Any, as_alice: Client, as_bob: Client, alice: Any
) -> None:
    game = dealt()
    waiting = services.open_table(alice, variant="trifecta", move_time=86_400, kind="open")
    answer = as_alice.post(reverse("delete_account"))
    assert (answer.status_code, answer.url) == (302, reverse(settings.LOGOUT_REDIRECT_URL))
    assert not User.objects.filter(username="alice").exists()
    game.refresh_from_db()
    waiting.refresh_from_db()
    assert (game.status, game.reason, waiting.status) == ("finished", "resignation", "cancelled")
    seat = game.seats.get(index=0)
    assert (seat.user, seat.computer, seat.result) == (None, "", "lost")
    page = text_of(as_bob.get(at("game", game)))
    assert "Somebody who left" in page
    assert "alice" not in page
    assert "alice" not in text_of(as_bob.get(reverse("download")))
    assert as_alice.get(reverse("download")).status_code == 302


@pytest.fixture
def as_staff(make_user: Any, client_of: Any) -> Client:
    client: Client = client_of(make_user("root", is_staff=True, is_superuser=True))
    return client


def test_the_admin_shows_games_and_no_secret_of_a_running_one(
    dealt: Any, as_staff: Client, alice: Any, play: Any
) -> None:
    game = dealt()
    play(game, alice, "9D x 4H 5D")
    change = reverse("admin:games_game_change", args=[game.pk])
    answer = as_staff.get(change)
    page = text_of(answer)
    assert "9D x 4H 5D" in page
    deck = game.decks.get()
    for secret in ("7H", "6C", "secret", deck.cards[:20], bytes(deck.seed).hex()):
        assert secret not in page
    assert cards_in(answer, game) == {"9D", "4H", "5D"}
    assert game.public_id in text_of(as_staff.get(reverse("admin:games_game_changelist")))
    index = text_of(as_staff.get(reverse("admin:index")))
    for model in ("deck", "secretpick", "round", "move", "seat"):
        assert f"/admin/games/{model}/" not in index
        assert as_staff.get(f"/admin/games/{model}/").status_code == 404


def test_the_admin_changes_no_game(dealt: Any, as_staff: Client) -> None:
    game = dealt()
    before = stored(game)
    fields = {"status": "finished", "variant": "trifecta", "move_time": 60}
    for name, args in (
        ("add", []), ("change", [game.pk]), ("delete", [game.pk]),
    ):  # fmt: skip
        path = reverse(f"admin:games_game_{name}", args=args)
        assert as_staff.post(path, {**fields, "post": "yes"}).status_code == 403
    as_staff.post(
        reverse("admin:games_game_changelist"),
        {"action": "delete_selected", "_selected_action": [game.pk], "post": "yes"},
    )
    assert stored(game) == before


def test_the_admin_is_for_staff(as_alice: Client) -> None:
    assert as_alice.get(reverse("admin:games_game_changelist")).status_code == 302


# The rules


def test_the_rules_are_for_everybody(nobody: Client) -> None:
    assert "/rules/trifecta/" in text_of(nobody.get(reverse("rules_index")))
    page = nobody.get("/rules/trifecta/")
    assert page.status_code == 200
    assert 'id="c4.3"' in text_of(page)


@pytest.mark.parametrize("name", ["poker", "Trifecta", "..%2f..%2fREADME", "%00", "a" * 5000])
def test_unknown_rules_are_not_found(nobody: Client, name: str) -> None:
    assert nobody.get(f"/rules/{name}/").status_code == 404
