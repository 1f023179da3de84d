"""The lobby: the lists that each viewer gets, and what newcomers are told."""

from __future__ import annotations

import datetime as dt
import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games import rules, services
from games.messages.language import speak
from games.models import Game, Seat
from games.presenters import view_games
from games.presenters.rulebook import introduce_briefly
from games.selectors.lobby import LIST_LENGTH, find_lobby_games
from tests.games.archived import NOON, archive_game, archive_match
from tests.games.pages import at, named, text_of
from tests.games.searches import search

pytestmark = pytest.mark.django_db
HOUR = dt.timedelta(hours=1)
STATIC = Path(__file__).parents[2] / "static"


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
def test_a_win_that_two_of_three_share_is_no_draw(
    client_of: Any, alice: Any, bob: Any, carol: Any
) -> None:
    game = archive_match(alice, bob, carol, totals=("9", "4", "9"))
    game.seats.filter(index__in=(0, 2)).update(result="drawn")
    game.seats.filter(index=1).update(result="lost")
    assert "shared the win, 9 to 9 and 4" in text_of(client_of(alice).get("/"))
    assert ">Shared win<" in search(client_of(carol), show="mine", result="drawn")
    assert "came third with 4 to 9 and 9" in text_of(client_of(bob).get("/"))
    game.seats.filter(index=1).update(result="drawn", total=9)
    assert "drew 9 to 9 and 9" in text_of(client_of(alice).get("/"))


@pytest.mark.once
def test_whoever_counted_out_with_fewer_points_is_before_the_others(
    client_of: Any, alice: Any, bob: Any, carol: Any
) -> None:
    archive_match(alice, bob, carol, totals=("21", "23", "22"))
    Game.objects.update(reason="count_out")
    Seat.objects.filter(index=0).update(result="won")
    Seat.objects.exclude(index=0).update(result="lost")
    assert "came second with 23 to 22 and 21" in text_of(client_of(bob).get("/"))
    assert "came third with 22 to 23 and 21" in text_of(client_of(carol).get("/"))


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
        assert shown == [f"tables/{language}/{name}.webp" for name in rules.VARIANTS]
        assert all((STATIC / picture).stat().st_size < 30_000 for picture in shown)
    with speak("de"):
        assert view_games()[0].picture == "tables/en/trifecta.webp"


@pytest.mark.once
def test_a_game_of_which_there_is_no_picture_yet_is_listed_without(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "royal.webp").touch()
    monkeypatch.setattr("games.presenters.games._PICTURES", tmp_path)
    shown = {game.name: game.picture for game in view_games()}
    assert shown == {**dict.fromkeys(rules.VARIANTS, ""), "royal": "tables/en/royal.webp"}


@pytest.mark.once
def test_newcomers_are_told_where_to_begin(nobody: Client, as_alice: Client, dealt: Any) -> None:
    for client in (nobody, as_alice):
        page = text_of(client.get(reverse("home")))
        assert page.count("A good first game") == 2
        assert "Royal Cassino and Casino are the easiest to begin with" in page
    dealt()
    assert "A good first game" not in text_of(as_alice.get(reverse("home")))


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
