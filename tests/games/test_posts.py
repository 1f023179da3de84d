"""Posts to a game: accepted once, or refused with a message on the current table."""

from __future__ import annotations

import re
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from config.pages import ARRIVED_AT
from games import services
from games.models import Game, SecretPick
from tests.games.conftest import ALICE_HOLDS, BOB_HOLDS, seconds, stored
from tests.games.pages import (
    CAPTURE,
    alert_of,
    at,
    cards_in,
    checked,
    messages_of,
    named,
    send,
    text_of,
)
from tests.present import present

pytestmark = pytest.mark.django_db

# Moves


def test_a_move_leads_back_to_the_table(dealt: Any, as_alice: Client, alice: Any) -> None:
    game = dealt()
    answer = send(as_alice, game, **CAPTURE)
    assert (answer.status_code, answer["Location"]) == (302, at("game", game))
    assert game.events.last().text == "9D x 4H 5D"


@pytest.mark.once
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


@pytest.mark.once
def test_a_choice_of_readings_is_asked_for_and_answered(dealt: Any, as_alice: Client) -> None:
    game = dealt()
    before = stored(game)
    question = send(as_alice, game, seen="2", action="build", card="KS", pile="4H")
    assert question.status_code == 422
    readings = re.findall(r'name="reading" value="([^"]*)"', text_of(question))
    assert sorted(readings) == ["KS + 4H = 8", "KS + 4H = 9"]
    assert checked(question) == {"KS", "4H"}
    assert stored(game) == before
    answer = send(as_alice, game, seen="2", reading=readings[0], card="KS", pile="4H")
    assert answer.status_code == 302
    assert game.events.last().text == readings[0]


@pytest.mark.once
@pytest.mark.parametrize(
    ("fields", "sentence", "clause"),
    [
        ({"action": "capture", "card": "3H", "pile": ["5D"]}, "", "4"),
        ({"action": "build", "card": "8C", "pile": ["4H"]}, "", "4"),
        ({"action": "drop", "card": "8D"}, "8♦", ""),
        ({"action": "", "card": "8C"}, "Press the button for the action you want.", "4.12"),
        ({"move": "9D x 4H"}, "", "4"),
        ({"move": "8D"}, "8♦", ""),
    ],
)
def test_an_illegal_play_is_refused_with_its_clause_and_the_selection_kept(
    dealt: Any, as_alice: Client, fields: dict[str, Any], sentence: str, clause: str
) -> None:
    game = dealt()
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


@pytest.mark.once
def test_an_illegal_play_is_not_logged(
    dealt: Any, as_alice: Client, caplog: pytest.LogCaptureFixture
) -> None:
    game = dealt(kind="link")
    assert send(as_alice, game, seen="2", action="drop", card="8D").status_code == 422
    assert not caplog.messages


def test_a_move_out_of_turn_is_refused_and_the_selection_kept(dealt: Any, as_bob: Client) -> None:
    game = dealt()
    before = stored(game)
    refused = send(as_bob, game, seen="2", action="capture", card="8D", pile="5D")
    assert (refused.status_code, alert_of(refused)) == (422, "It is not your turn.")
    assert checked(refused) == {"8D", "5D"}
    assert stored(game) == before


@pytest.mark.once
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
    assert game.events.count() == 3


def test_a_late_post_is_refused_as_late_and_may_be_sent_again(dealt: Any, as_alice: Client) -> None:
    game = dealt()
    with time_machine.travel(game.deadline + seconds(4), tick=False):
        refused = send(as_alice, game, **CAPTURE)
        assert refused.status_code == 422
        assert alert_of(refused).startswith("Your time ran out: 1 point to bob")
        assert checked(refused) == {"9D", "5D", "4H"}
        assert [event.kind for event in game.events.all()] == ["move", "move", "timeout"]
        assert send(as_alice, game, **CAPTURE).status_code == 302


@pytest.mark.parametrize("name", ["move", "pick"])
@pytest.mark.parametrize(("after", "counts"), [(1, True), (1.1, False)])
def test_a_post_counts_from_its_arrival_however_long_it_waits_for_its_turn(
    dealt: Any, picking: Any, as_alice: Client, name: str, after: float, counts: bool
) -> None:
    game = dealt() if name == "move" else picking()
    fields = CAPTURE if name == "move" else {"card": "7H"}
    arrived = {ARRIVED_AT: present(game.deadline) + seconds(after)}
    with time_machine.travel(present(game.deadline) + seconds(4), tick=False):
        answer = as_alice.post(at(name, game), fields, **arrived)
    assert (answer.status_code == 302) == counts
    assert (game.events.filter(kind="timeout").exists() or now_cancelled(game)) != counts


def now_cancelled(game: Game) -> bool:
    return Game.objects.get(pk=game.pk).status == Game.Status.CANCELLED


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
    assert (refused.status_code, alert_of(refused)) == (422, "The cards have not been dealt yet.")


def test_forged_fields_are_ignored(
    dealt: Any, as_bob: Client, as_alice: Client, alice: Any
) -> None:
    game = dealt()
    forged = {
        "seat": "0", "user": str(alice.pk), "user_id": str(alice.pk), "version": "99",
        "time": "2030-01-01T00:00:00Z", "arrived_at": "0", "points": "9", "deadline": "9",
    }  # fmt: skip
    version = game.version
    before = stored(game)
    assert send(as_bob, game, **CAPTURE, **forged).status_code == 422
    assert stored(game) == before
    with time_machine.travel(game.deadline + seconds(1), tick=False):
        assert send(as_alice, game, **CAPTURE, **forged).status_code == 302
        game.refresh_from_db()
        assert (game.version, game.to_move) == (version + 1, 1)
        assert game.deadline == timezone.now() + seconds(60)


ODD_FIELDS: dict[str, dict[str, Any]] = {
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


def test_odd_moves_are_refused_in_a_sentence_and_change_nothing(
    dealt: Any, as_alice: Client
) -> None:
    game = dealt()
    before = stored(game)
    for name, fields in ODD_FIELDS.items():
        refused = send(as_alice, game, **fields)
        assert refused.status_code == 422, name
        assert len(alert_of(refused)) > 10, name
        held = re.findall(r'name="card" value="(..)"', text_of(refused))
        assert held == list(ALICE_HOLDS), name
        assert "<script>alert" not in text_of(refused), name
        assert "\0" not in text_of(refused), name
        assert stored(game) == before, name


ODD_BODIES = (
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
)


def test_odd_bodies_are_refused_and_change_nothing(dealt: Any, as_alice: Client) -> None:
    game = dealt()
    before = stored(game)
    for body, content_type in ODD_BODIES:
        for name in ("move", "pick"):
            answer = as_alice.post(at(name, game), body, content_type=content_type)
            assert answer.status_code in (400, 413, 422), (body[:80], content_type)
            assert stored(game) == before, (body[:80], content_type)


# The secret pick


def test_a_pick_leads_back_and_is_kept_secret(
    picking: Any, as_alice: Client, as_bob: Client, alice: Any
) -> None:
    game = picking()
    answer = send(as_alice, game, "pick", card="7H", value="ab" * 16)
    assert (answer.status_code, answer["Location"]) == (302, at("game", game))
    assert "Your secret card is 7♥" in text_of(as_alice.get(at("game", game)))
    theirs = text_of(as_bob.get(at("game", game)))
    assert "alice has picked" in theirs
    assert "7♥" not in theirs
    pick = SecretPick.objects.get(seat__user=alice)
    assert (pick.card, pick.seat.value) == ("7H", "ab" * 16)
    assert bytes(pick.salt).hex() not in theirs
    assert pick.commitment in theirs


ODD_PICKS: tuple[dict[str, Any], ...] = (
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
)


def test_odd_picks_are_refused_and_may_be_made_again(picking: Any, as_alice: Client) -> None:
    game = picking()
    before = stored(game)
    for fields in ODD_PICKS:
        refused = send(as_alice, game, "pick", **fields)
        assert refused.status_code == 422, fields
        assert alert_of(refused).endswith("."), fields
        assert stored(game) == before, fields
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
    assert (answer.status_code, answer["Location"]) == (302, at("game", game))
    assert present(game.seats.get(index=1).user).is_guest
    assert nobody.get(at("game", game)).status_code == 200


def test_nobody_becomes_a_guest_for_a_table_that_is_not_there(picking: Any, nobody: Client) -> None:
    game = picking(kind="link")
    users = User.objects.count()
    for address in (at("join", game), "/games/x/join/"):
        answer = nobody.post(address, follow=True)
        assert answer.redirect_chain == [(reverse("home"), 302)]
        assert messages_of(answer) == "That table is taken or closed."
    assert User.objects.count() == users


def test_a_player_who_comes_too_late_is_told(alice: Any, bob: Any, as_oscar: Client) -> None:
    game = services.open_table(alice, variant="trifecta", move_time=60, kind="open")
    services.join_game(game.pk, user=bob)
    answer = as_oscar.post(at("join", game), follow=True)
    assert answer.status_code == 200
    assert "That seat has just been taken." in messages_of(answer)


def test_a_player_in_a_live_game_is_led_to_that_game(
    dealt: Any, as_alice: Client, oscar: Any
) -> None:
    mine = dealt()
    elsewhere = services.open_table(oscar, variant="trifecta", move_time=60, kind="open")
    offer = {"variant": "trifecta", "move_time": "60", "kind": "open"}
    for path in (
        reverse("play_now"), reverse("play_computer"), reverse("open_table"), at("join", elsewhere),
    ):  # fmt: skip
        answer = as_alice.post(path, offer, follow=True)
        assert answer.redirect_chain == [(at("game", mine), 302)]
        assert "You are already at a live table. Finish that game first." in messages_of(answer)


def test_an_invited_player_may_look_join_and_decline(
    alice: Any, bob: Any, as_alice: Client, as_bob: Client
) -> None:
    game = services.open_table(
        alice, variant="trifecta", move_time=60, kind="invitation", invited=bob
    )
    assert "Sit down and play" in text_of(as_bob.get(at("game", game)))
    answer = send(as_bob, game, "leave")
    assert (answer.status_code, answer["Location"]) == (302, reverse("home"))
    game.refresh_from_db()
    assert game.status == "cancelled"
    assert "The other player declined" in text_of(as_alice.get(at("game", game)))


def test_leaving_after_the_deal_is_refused(dealt: Any, as_alice: Client) -> None:
    game = dealt()
    before = stored(game)
    answer = as_alice.post(at("leave", game), follow=True)
    assert answer.redirect_chain == [(at("game", game), 302)]
    assert "The cards have been dealt. If you quit now, you forfeit." in messages_of(answer)
    assert stored(game) == before


def test_quitting_twice_counts_once(dealt: Any, as_alice: Client, as_bob: Client) -> None:
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
    assert (refused.status_code, alert_of(refused)) == (422, "The cards have not been dealt yet.")


def test_a_rematch_is_asked_for_and_accepted_from_the_page(
    dealt: Any, as_alice: Client, as_bob: Client, as_oscar: Client
) -> None:
    game = dealt()
    send(as_bob, game, "quit")
    assert "Offer a rematch" in text_of(as_alice.get(at("game", game)))
    assert "rematch" not in text_of(as_oscar.get(at("game", game)))
    asked = send(as_alice, game, "rematch")
    offered = text_of(as_alice.get(at("game", game)))
    assert "You have offered a rematch." in offered
    assert "Go to your offer" in offered
    assert f"{named('bob')} sees your offer" in text_of(as_alice.get(asked["Location"]))
    for page in (at("game", game), asked["Location"]):
        assert f"{named('alice')} offers a rematch." in text_of(as_bob.get(page))
    assert "Accept the rematch" in text_of(as_bob.get(at("game", game)))
    assert "Decline" not in offered
    assert "· rematch ·" in text_of(as_bob.get("/"))
    accepted = send(as_bob, game, "rematch")
    assert asked["Location"] == accepted["Location"]
    assert game.rematches.get().status == "picking"
    assert "Go to the rematch" in text_of(as_alice.get(at("game", game)))


def test_a_rematch_is_declined_where_it_is_offered(
    dealt: Any, as_alice: Client, as_bob: Client
) -> None:
    game = dealt()
    send(as_bob, game, "quit")
    asked = send(as_alice, game, "rematch")
    page = as_bob.get(at("game", game)).content.decode()
    leave = f"{asked['Location']}leave/"
    assert f'action="{leave}"' in page
    as_bob.post(leave)
    page = text_of(as_bob.get(at("game", game)))
    assert "Offer a rematch" in page
    assert "Decline" not in page


def test_against_computers_the_next_game_begins_with_one_click(
    alice: Any, as_alice: Client
) -> None:
    game = services.play_computer(alice, variant="casino", move_time=0, levels=["easy"])
    send(as_alice, game, "quit")
    page = text_of(as_alice.get(at("game", game)))
    assert "Play again" in page
    assert "rematch</" not in page
    started = send(as_alice, game, "rematch")
    assert send(as_alice, game, "rematch")["Location"] == started["Location"]
    assert started["Location"] == at("game", game.rematches.get())
    assert game.rematches.get().status == "playing"
    assert "Go to your next game" in text_of(as_alice.get(at("game", game)))


def test_a_person_among_computers_is_asked_for_the_rematch(
    alice: Any, bob: Any, as_alice: Client, as_bob: Client
) -> None:
    game = services.open_table(alice, variant="casino", move_time=60, kind="link", players=3)
    services.seat_computers(game.pk, user=alice, levels={1: "easy"})
    services.join_game(game.pk, user=bob)
    for client in (as_alice, as_bob):
        send(client, game, "quit")
    Game.objects.filter(pk=game.pk).update(status="finished", finished_at=timezone.now())
    assert "Offer a rematch" in text_of(as_alice.get(at("game", game)))
    send(as_alice, game, "rematch")
    assert "Accept the rematch" in text_of(as_bob.get(at("game", game)))


def test_a_rematch_before_the_end_is_refused(dealt: Any, as_alice: Client) -> None:
    answer = as_alice.post(at("rematch", dealt()), follow=True)
    assert "not over" in messages_of(answer)
    assert Game.objects.count() == 1


def test_a_browser_whose_clock_ran_out_may_ask(dealt: Any, as_bob: Client) -> None:
    game = dealt()
    before = stored(game)
    assert send(as_bob, game, "clock").status_code == 302
    assert stored(game) == before
    with time_machine.travel(game.deadline + seconds(4), tick=False):
        assert send(as_bob, game, "clock").status_code == 302
        assert send(as_bob, game, "clock").status_code == 302
    assert game.events.filter(kind="timeout").count() == 1


def test_a_watching_strangers_page_may_ask_with_its_own_token(dealt: Any) -> None:
    game = dealt()
    stranger = Client(enforce_csrf_checks=True)
    page = text_of(stranger.get(at("game", game)))
    asking = re.search(r'<input id="overdue" [^>]*>', page)
    assert asking is not None
    assert 'data-grace="1.0"' in asking[0]
    assert f'hx-post="{at("clock", game)}"' in asking[0]
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', asking[0])
    assert token is not None
    with time_machine.travel(game.deadline + seconds(4), tick=False):
        for fields, status in (({}, 403), ({"csrfmiddlewaretoken": token[1]}, 200)):
            answer = stranger.post(at("clock", game), fields, headers={"HX-Request": "true"})
            assert answer.status_code == status
    assert "alice ran out of time" in text_of(answer)
    assert cards_in(answer, game).isdisjoint({*ALICE_HOLDS, *BOB_HOLDS})
    assert game.events.filter(kind="timeout").count() == 1


@pytest.mark.once
def test_no_page_asks_while_no_clock_runs(dealt: Any, as_alice: Client, alice: Any) -> None:
    game = dealt()
    services.quit_game(game.pk, user_id=alice.pk)
    assert 'id="overdue"' not in text_of(as_alice.get(at("game", game)))
