"""Every page and every post of a game: who may see it, and how it may be requested."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
import time_machine
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.services import erase_user
from games import services
from games.models import Game
from tests.games.conftest import ALICE_HOLDS, BOB_HOLDS, seconds, stored
from tests.games.pages import CAPTURE, LOOKS, POSTS, alert_of, at, messages_of, send, text_of

pytestmark = pytest.mark.django_db

FOR_ACCOUNTS = ("leave", "pick", "quit", "rematch")
OTHER_POSTS = tuple(name for name in POSTS if name != "join")


@pytest.fixture
def private(picking: Callable[..., Game], alice: Any, bob: Any) -> Callable[[str], Game]:
    """Return a function that makes a game that only alice and bob may see."""

    def make(kind: str) -> Game:
        if kind == "computer":
            return services.play_computer(alice, variant="trifecta", move_time=60, levels=["easy"])
        if kind == "waiting invitation":
            return services.open_table(
                alice, variant="trifecta", move_time=60, kind="invitation", invited=bob
            )
        return picking(kind=kind)

    return make


def assert_nothing_to_join(answer: Any) -> None:
    assert (answer.status_code, answer["Location"]) == (302, reverse("home"))


# Access


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
    for name in OTHER_POSTS:
        assert send(as_oscar, game, name, **CAPTURE).status_code == 404
    assert_nothing_to_join(send(as_oscar, game, "join"))
    assert stored(game) == before


@pytest.mark.parametrize("name", [*LOOKS, *OTHER_POSTS])
def test_visitors_cannot_tell_private_games_from_unknown_ones(
    private: Any, nobody: Client, name: str
) -> None:
    game = private("link")
    ask = nobody.get if name in LOOKS else nobody.post
    known = ask(at(name, game))
    unknown = ask(reverse(name, args=["A" * 22]))
    assert known.status_code == unknown.status_code == (302 if name in FOR_ACCOUNTS else 404)
    if name in FOR_ACCOUNTS:
        assert known["Location"].startswith(reverse("account_login"))
        assert known["Location"].replace(game.public_id, "A" * 22) == unknown["Location"]


def test_latecomers_cannot_tell_a_used_link_from_an_unknown_one(
    private: Any, nobody: Client, as_oscar: Client
) -> None:
    game = private("link")
    for client in (nobody, as_oscar):
        for address in (at("join", game), reverse("join", args=["A" * 22])):
            answer = client.post(address)
            assert_nothing_to_join(answer)
            assert not answer.cookies.get("sessionid")
            page = client.get(answer["Location"])
            assert messages_of(page) == "That table is taken or closed."


@pytest.mark.parametrize(
    "public_id",
    ["x", "A" * 22, "A" * 5000, "\0", "a\0b", "'--", "..", "%", "\udcff", "ü", "🂡", " "],
)
def test_unknown_games_are_not_found(as_alice: Client, public_id: str) -> None:
    address = quote(public_id, safe="", errors="surrogateescape")
    for path in ("", "live/"):
        assert as_alice.get(f"/games/{address}/{path}").status_code == 404
    for name in OTHER_POSTS:
        assert as_alice.post(f"/games/{address}/{name}/", CAPTURE).status_code == 404
    assert_nothing_to_join(as_alice.post(f"/games/{address}/join/"))


def test_a_waiting_table_by_link_is_shown_to_anyone_with_the_link(
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
def test_nothing_changes_by_get_and_the_game_is_shown(
    dealt: Any, as_alice: Client, name: str
) -> None:
    game = dealt()
    before = stored(game)
    assert as_alice.get(at(name, game), CAPTURE)["Location"] == at("game", game)
    assert as_alice.put(at(name, game)).status_code == 405
    assert stored(game) == before


@pytest.mark.parametrize("name", ["play_now", "play_computer", "open_table"])
def test_no_game_begins_by_get(nobody: Client, name: str) -> None:
    offer: dict[str, Any] = {"variant": "trifecta", "move_time": 60}
    assert nobody.get(reverse(name), offer)["Location"] == "/"
    assert not User.objects.exists()


@pytest.mark.once
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
    shown = dict(re.findall(r'name="(version|shown)" value="([^"]+)"', text_of(first)))
    assert as_alice.get(reverse("lobby_live"), shown).status_code == 204
    as_bob.post(reverse("open_table"), {"variant": "trifecta", "move_time": "60", "kind": "open"})
    news = as_alice.get(reverse("lobby_live"), shown)
    assert (news.status_code, "bob" in text_of(news)) == (200, True)


@pytest.mark.parametrize("name", LOOKS)
def test_an_open_page_keeps_the_place_in_the_queue(
    alice: Any, as_alice: Client, as_oscar: Client, name: str
) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        game = services.play_now(alice, variant="trifecta", move_times=[60])
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


# The rules


@pytest.mark.once
def test_the_rules_are_for_everybody(nobody: Client) -> None:
    assert "/rules/trifecta/" in text_of(nobody.get(reverse("rules_index")))
    page = nobody.get("/rules/trifecta/")
    assert page.status_code == 200
    assert 'id="c4.3"' in text_of(page)


@pytest.mark.once
@pytest.mark.parametrize("name", ["poker", "Trifecta", "..%2f..%2fREADME", "%00", "a" * 5000])
def test_unknown_rules_are_not_found(nobody: Client, name: str) -> None:
    assert nobody.get(f"/rules/{name}/").status_code == 404


# The table


@pytest.mark.once
def test_the_newest_event_is_described_above_the_piles(
    dealt: Any, as_alice: Client, as_bob: Client
) -> None:
    game = dealt()
    with time_machine.travel(game.deadline + seconds(4), tick=False):
        services.expire_turn(game.pk)
    for client, words in (
        (as_alice, "You ran out of time: 1 point to {bob} (1 of 5)"),
        (as_bob, "{alice} ran out of time: 1 point to you (1 of 5)"),
    ):
        page = text_of(client.get(at("game", game)))
        shown = words.format(
            alice='<b class="who" translate="no">alice</b>',
            bob='<b class="who" translate="no">bob</b>',
        )
        assert f"<li>{shown}</li>" in page
        said = words.format(alice="alice", bob="bob")
        assert f'<p id="said" class="hidden-text" role="status">{said}' in page


REFRESHES = '<noscript><meta http-equiv="refresh"'


@pytest.mark.once
def test_a_page_that_waits_refreshes_itself_without_javascript(
    alice: Any, as_alice: Client
) -> None:
    game = services.play_now(alice, variant="trifecta", move_times=[60])
    assert REFRESHES in text_of(as_alice.get(at("game", game)))


@pytest.mark.once
def test_the_page_for_picks_refreshes_itself_only_after_a_pick(
    picking: Any, as_alice: Client
) -> None:
    game = picking()
    assert REFRESHES not in text_of(as_alice.get(at("game", game)))
    send(as_alice, game, "pick", card="7H")
    assert REFRESHES in text_of(as_alice.get(at("game", game)))


@pytest.mark.once
def test_a_table_never_refreshes_itself(dealt: Any, as_alice: Client) -> None:
    assert 'http-equiv="refresh"' not in text_of(as_alice.get(at("game", dealt())))


def test_no_rematch_is_offered_against_somebody_who_left(
    dealt: Any, alice: Any, bob: Any, as_alice: Client
) -> None:
    game = dealt()
    services.quit_game(game.pk, user_id=bob.pk)
    assert "Offer a rematch" in text_of(as_alice.get(at("game", game)))
    erase_user(bob)
    assert "Offer a rematch" not in text_of(as_alice.get(at("game", game)))


@pytest.mark.once
def test_only_a_table_by_link_shows_a_link_to_send(alice: Any, bob: Any, as_alice: Client) -> None:
    for kind, invited in (("link", None), ("invitation", bob)):
        game = services.open_table(
            alice, variant="trifecta", move_time=60, kind=kind, invited=invited
        )
        page = text_of(as_alice.get(at("game", game)))
        assert ("Link to this table" in page) == (kind == "link")


@pytest.mark.once
def test_keeping_an_account_leads_back_to_the_game(picking: Any, bob: Any, as_bob: Client) -> None:
    game = picking()
    assert "/accounts/keep/" not in text_of(as_bob.get(at("game", game)))
    User.objects.filter(pk=bob.pk).update(is_guest=True)
    assert f'href="/accounts/keep/?next={at("game", game)}"' in text_of(
        as_bob.get(at("game", game))
    )


@pytest.mark.once
def test_every_form_that_makes_a_guest_asks_for_the_time_zone(picking: Any, alice: Any) -> None:
    game = services.open_table(alice, variant="trifecta", move_time=60, kind="open", invited=None)
    visitor = Client()
    for path in ("/", at("game", game)):
        forms = re.findall(r'<form method="post".*?</form>', text_of(visitor.get(path)), re.DOTALL)
        assert forms
        assert all('name="time_zone"' in form for form in forms)


@pytest.mark.once
def test_a_name_is_shown_at_the_table_as_it_is_written(
    dealt: Any, alice: Any, as_bob: Client
) -> None:
    game = dealt()
    type(alice).objects.filter(pk=alice.pk).update(display_name="<b>Al</b>")
    page = text_of(as_bob.get(at("game", game)))
    assert "&lt;b&gt;Al&lt;/b&gt;" in page
    assert "<b>Al</b>" not in page


def test_an_answer_about_chosen_cards_takes_three_queries(
    dealt: Any, as_alice: Client, play: Any, alice: Any, django_assert_num_queries: Any
) -> None:
    """The session, the user, and the version of the game; a newer version is read as a whole."""
    game = dealt()
    as_alice.post(at("compose", game), {"card": "9D"})
    with django_assert_num_queries(3):
        assert as_alice.post(at("compose", game), {"card": "9D"}).status_code == 200
    Game.objects.filter(pk=game.pk).update(version=F("version") + 1)
    as_alice.post(at("compose", game), {"card": "9D"})
    with django_assert_num_queries(3):
        as_alice.post(at("compose", game), {"card": "9D"})


def test_an_answer_about_chosen_cards_goes_only_to_players_of_the_game(
    dealt: Any, as_alice: Client, as_bob: Client, as_oscar: Client, nobody: Client
) -> None:
    for kind in ("open", "link"):
        game = dealt(kind=kind)
        posts = [
            browser.post(at("compose", game), {"card": "9D"}).status_code
            for browser in (as_alice, as_oscar, nobody)
        ]
        assert posts == [200, 404, 404]
        assert as_bob.post(at("compose", game), {"card": "8D"}).status_code == 200
        services.quit_game(game.pk, user_id=Game.objects.get(pk=game.pk).host_id or 0)


def test_each_lifeline_is_said_with_whether_it_has_been_used(
    dealt: Any, play: Any, alice: Any, as_alice: Client
) -> None:
    game = dealt()
    play(game, alice, "pass")
    page = as_alice.get(at("game", game)).text
    for seat, told in enumerate(("used", "not used yet")):
        lifelines = page.split(f'id="who-{seat}"')[1].split("</div>")[0]
        assert f'<span class="hidden-text">Pass: {told}</span>' in lifelines
