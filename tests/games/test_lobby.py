"""The lobby: where games begin, and the lists that each viewer gets."""

from __future__ import annotations

import datetime as dt
import html
import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Barrier, User
from community.services import keep_away
from games import rules, services
from games.computer import LEVELS
from games.live.offers import render_new_offer
from games.messages import labels
from games.messages.language import speak
from games.models import Game
from games.presenters import level_words, view_games
from games.presenters.rulebook import introduce_briefly
from games.selectors.lobby import LIST_LENGTH, find_lobby_games
from tests.fixtures import Response
from tests.games.archived import NOON, archive_game, archive_match
from tests.games.pages import at, messages_of, named, text_of
from tests.present import present

HOUR = dt.timedelta(hours=1)
STATIC = Path(__file__).parents[2] / "static"

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


def test_the_lobby_lists_a_player_who_waits_in_the_queue(
    alice: Any, as_bob: Client, nobody: Client
) -> None:
    assert "There is no open table just now." in text_of(nobody.get(reverse("home")))
    waiting = services.play_now(alice, variant="royal", move_times=[60])
    for client in (as_bob, nobody):
        page = text_of(client.get(reverse("home")))
        assert "There is no open table" not in page
        assert at("join", waiting) in page
    as_bob.post(at("join", waiting))
    waiting.refresh_from_db()
    assert waiting.status == "playing"


def test_the_lobby_lists_each_viewers_games(
    dealt: Any, as_alice: Client, as_bob: Client, as_oscar: Client, nobody: Client, alice: Any
) -> None:
    game = dealt()
    hidden = services.open_table(alice, variant="trifecta", move_time=86_400, kind="link")
    assert "Your turn" in text_of(as_alice.get(reverse("home")))
    assert f"{named('alice')}’s turn" in text_of(as_bob.get(reverse("home")))
    for client in (as_oscar, nobody):
        page = text_of(client.get(reverse("home")))
        assert game.public_id in page
        assert hidden.public_id not in page


def test_private_games_are_not_listed(picking: Any, as_oscar: Client, nobody: Client) -> None:
    game = picking(kind="link")
    for client in (as_oscar, nobody):
        for name in ("home", "lobby_live"):
            assert game.public_id not in text_of(client.get(reverse(name)))


def test_an_invitation_comes_first_even_for_a_newcomer(
    alice: Any, bob: Any, as_bob: Client
) -> None:
    services.open_table(alice, variant="casino", move_time=86_400, kind="invitation", invited=bob)
    page = as_bob.get("/").content.decode()
    assert page.index("alice’s invitation") < page.index('id="against-people"')
    assert "New to these games?" in page


def test_an_invitation_can_be_declined_from_the_lobby_and_at_the_table(
    alice: Any, bob: Any, as_bob: Any
) -> None:
    game = services.open_table(
        alice, variant="trifecta", move_time=86_400, kind="invitation", invited=bob
    )
    for path in ("/", game.get_absolute_url()):
        page = as_bob.get(path).content.decode()
        assert f'action="{game.get_absolute_url()}leave/"' in page
        assert "Decline" in page
    as_bob.post(f"{game.get_absolute_url()}leave/")
    game.refresh_from_db()
    assert game.status == "cancelled"


@pytest.mark.once
def test_results_are_shown_in_points_or_as_a_forfeit(
    dealt: Any, alice: Any, as_alice: Client, as_bob: Client
) -> None:
    game = dealt()
    services.quit_game(game.pk, user_id=alice.pk)
    assert "lost by forfeit" in text_of(as_alice.get("/"))
    assert "won by forfeit" in text_of(as_bob.get("/"))
    game.seats.filter(index=0).update(total="6.5")
    game.seats.filter(index=1).update(total="10.0")
    Game.objects.filter(pk=game.pk).update(reason="score")
    assert "lost 6½ to 10" in text_of(as_alice.get("/"))


@pytest.mark.once
@pytest.mark.parametrize(
    ("seat", "words"),
    [
        (0, "won 22 to 15 and 9"),
        (2, "came second with 15 to 22 and 9"),
        (1, "came third with 9 to 22 and 15"),
    ],
)
def test_the_result_of_three_is_shown_with_the_place(
    client_of: Any, alice: Any, bob: Any, carol: Any, seat: int, words: str
) -> None:
    players = (alice, bob, carol)
    archive_match(*players, totals=("22", "9", "15"))
    assert words in text_of(client_of(players[seat]).get("/"))


@pytest.mark.once
@pytest.mark.parametrize(
    ("reason", "totals", "won", "lost"),
    [
        ("ace_of_spades", (7, 7), "won 7 to 7 by the ace of spades", "lost 7 to 7 by the ace of"),
        ("count_out", (21, 23), "won 21 to 23 by counting out", "lost 23 to 21 by counting out"),
        ("count_out", (23, 21), "won 23 to 21<", "lost 21 to 23<"),
    ],
)
def test_a_result_that_the_points_do_not_explain_names_its_reason(
    alice: Any,
    bob: Any,
    as_alice: Client,
    as_bob: Client,
    reason: str,
    totals: tuple[int, int],
    won: str,
    lost: str,
) -> None:
    game = archive_game(alice, bob, reason=reason)
    for index, total in enumerate(totals):
        game.seats.filter(index=index).update(total=total)
    assert won in text_of(as_alice.get("/"))
    assert lost in text_of(as_bob.get("/"))


@pytest.mark.once
def test_a_player_who_dropped_out_is_ranked_last(
    client_of: Any, alice: Any, bob: Any, carol: Any
) -> None:
    archive_match(alice, bob, carol, totals=("22", "19", "15"), dropped_out=(1,))
    assert "lost, dropped out" in text_of(client_of(bob).get("/"))
    assert "came second with 15 to 22 and 19" in text_of(client_of(carol).get("/"))


@pytest.mark.once
def test_the_result_of_partners_is_that_of_their_side(
    client_of: Any, alice: Any, bob: Any, carol: Any, dave: Any
) -> None:
    archive_match(
        alice, bob, carol, dave, totals=("14", "21", "14", "21"), options={"partnership": True}
    )
    page = text_of(client_of(carol).get("/"))
    assert "lost 14 to 21" in page
    assert f"{named('bob')} and {named('dave')}, with {named('alice')}" in page


def test_the_queries_do_not_grow_with_the_games(as_oscar: Client, make_user: Any) -> None:
    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            as_oscar.get(reverse("home"))
        return len(queries)

    def begin(number: int) -> None:
        host = make_user(f"host-{number}")
        services.open_table(host, variant="casino", move_time=86_400, kind="open", players=3)
        game = services.open_table(host, variant="casino", move_time=86_400, kind="open")
        services.join_game(game.pk, user=make_user(f"guest-{number}"))

    begin(0)
    count()  # the game that the showcase shows is derived once
    few = count()
    for number in range(1, 6):
        begin(number)
    assert count() == few


# The games, and the computer


@pytest.mark.once
def test_every_game_is_shown_with_its_line_players_minutes_and_table(nobody: Client) -> None:
    page = text_of(nobody.get(reverse("home")))
    cards = re.findall(r"<li><a href=\"/\?game=(\w+)\">(.*?)</a></li>", page, re.DOTALL)
    assert [name for name, _ in cards] == list(rules.VARIANTS)
    for name, card in cards:
        assert rules.VARIANTS[name].title in card
        assert re.search(r"players · about \d+ minutes<", card)
        assert introduce_briefly(name)[0] in card
        assert f"tables/en/{name}" in card


@pytest.mark.once
def test_the_pictures_of_the_games_are_in_the_language_of_the_page(nobody: Client) -> None:
    page = text_of(nobody.get(reverse("home"), headers={"Accept-Language": "es"}))
    assert re.findall(r"tables/(\w+)/(\w+)", page) == [("es", name) for name in rules.VARIANTS]
    for language, _ in settings.LANGUAGES:
        with speak(language):
            shown = [game.picture for game in view_games()]
        assert shown == [f"tables/{language}/{name}.jpg" for name in rules.VARIANTS]
        assert all((STATIC / picture).stat().st_size < 30_000 for picture in shown)
    with speak("de"):
        assert view_games()[0].picture == "tables/en/trifecta.jpg"


@pytest.mark.once
def test_a_game_of_which_there_is_no_picture_yet_is_listed_without(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "royal.jpg").touch()
    monkeypatch.setattr("games.presenters.games._PICTURES", tmp_path)
    shown = {game.name: game.picture for game in view_games()}
    assert shown == {**dict.fromkeys(rules.VARIANTS, ""), "royal": "tables/en/royal.jpg"}


@pytest.mark.once
def test_newcomers_are_told_where_to_begin(nobody: Client, as_alice: Client, dealt: Any) -> None:
    for client in (nobody, as_alice):
        page = text_of(client.get(reverse("home")))
        assert page.count("A good first game") == 2
        assert "Royal Cassino and Casino are the easiest to begin with" in page
    dealt()
    assert "A good first game" not in text_of(as_alice.get(reverse("home")))


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
def test_an_unknown_level_for_all_is_refused(as_alice: Client) -> None:
    sent = {"variant": "casino", "move_time": "0", "level": "genius"}
    assert as_alice.post(reverse("play_computer"), sent).status_code == 422
    assert not Game.objects.exists()


def test_a_returning_player_sees_the_own_games_before_anything_else(
    dealt: Any, as_alice: Client, nobody: Client
) -> None:
    for client in (nobody, as_alice):
        page = text_of(client.get(reverse("home")))
        assert page.index('id="play-title"') < page.index('id="open-tables"')
        assert "lead-more" in page
    dealt()
    page = text_of(as_alice.get(reverse("home")))
    assert (
        page.index('id="own-games"') < page.index('id="new-table"') < page.index('id="play-title"')
    )
    assert "lead-more" not in page


# People


def test_people_in_live_games_are_counted_once_and_nobody_else(
    dealt: Any, alice: Any, bob: Any, carol: Any, nobody: Client
) -> None:
    assert "live game" not in text_of(nobody.get(reverse("home")))
    dealt()
    services.play_computer(carol, variant="casino", move_time=0, levels=["easy"])
    slow = services.open_table(carol, variant="casino", move_time=86_400, kind="open")
    services.join_game(slow.pk, user=alice)
    assert "2 people are in live games now." in text_of(nobody.get(reverse("home")))
    services.play_computer(carol, variant="casino", move_time=60, levels=["easy"])
    assert "3 people are in live games now." in text_of(nobody.get(reverse("home")))


def test_people_in_the_queue_are_counted(alice: Any, nobody: Client, as_alice: Client) -> None:
    services.play_now(alice, variant="casino", move_times=[60])
    assert "1 person is waiting for an opponent." in text_of(nobody.get(reverse("home")))
    assert "waiting for an opponent." not in text_of(as_alice.get(reverse("home")))


def test_opponents_of_earlier_games_come_first(
    alice: Any, bob: Any, carol: Any, as_alice: Client, nobody: Client
) -> None:
    archive_match(alice, carol, totals=("21", "15"))
    for host, time in ((bob, 60), (carol, 120)):
        services.play_now(host, variant="royal", move_times=[time])
        services.open_table(host, variant="casino", move_time=86_400, kind="open", players=3)
    page = text_of(as_alice.get(reverse("home")))
    assert page.count("you have played before · ") == 2
    for part in (page.partition('id="open-tables"')[0], page.partition('id="open-tables"')[2]):
        assert part.index("carol") < part.index("bob")
    assert "you have played before" not in text_of(nobody.get(reverse("home")))


def test_opponents_of_earlier_games_come_first_however_many_others_there_are(
    alice: Any, carol: Any, dave: Any, make_user: Any, as_alice: Client
) -> None:
    archive_match(alice, carol, totals=("21", "15"))
    old = services.open_table(carol, variant="casino", move_time=86_400, kind="open")
    services.join_game(old.pk, user=dave)
    for number in range(LIST_LENGTH + 1):
        other = make_user(f"other{number}")
        services.play_now(other, variant="royal", move_times=[86_400 if number % 2 else 3 * 86_400])
        services.open_table(other, variant="casino", move_time=86_400, kind="open", players=3)
    services.play_now(carol, variant="trifecta", move_times=[86_400])
    table = services.open_table(carol, variant="casino", move_time=86_400, kind="open", players=4)
    Game.objects.filter(pk=table.pk).update(created_at=NOON)
    lists = find_lobby_games(alice)
    for games in (lists.seeks, lists.open, lists.watchable):
        assert carol.pk in {seat.user_id for seat in games[0].seats.all()}
        assert len(games) <= LIST_LENGTH


def test_highlights_of_the_latest_public_games_lead_into_their_replays(
    alice: Any, bob: Any, nobody: Client
) -> None:
    old = archive_game(alice, bob, highlights=("big_capture",))
    game = archive_game(
        alice, bob, highlights=("big_capture", "flush_trifecta"), finished_at=NOON + HOUR
    )
    archive_game(bob, alice, finished_at=NOON + 2 * HOUR)
    secret = archive_game(bob, alice, kind="link", highlights=("stolen_build",))
    page = text_of(nobody.get(reverse("home")))
    assert f'"/games/{game.public_id}/replay/9/">Flush trifecta: {named("alice")}' in page
    assert page.index(game.public_id) < page.index(old.public_id)
    assert secret.public_id not in page
    assert "Stolen build" not in page


@pytest.mark.once
def test_a_lobby_without_highlights_has_no_list_of_them(nobody: Client, alice: Any) -> None:
    archive_game(alice)
    assert "Highlights" not in text_of(nobody.get(reverse("home")))
