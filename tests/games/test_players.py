"""The players' profiles, and what others may learn about their games."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.services import create_guest, erase_user, set_active
from games import services
from games.models import Game
from tests.games.archived import archive_game, archive_match
from tests.games.pages import at, text_of

pytestmark = pytest.mark.django_db


def page_of(client: Client, name: str) -> str:
    answer = client.get(reverse("player", args=[name]))
    assert answer.status_code == 200
    return text_of(answer)


def counted(page: str) -> list[int]:
    """Return the numbers in the table of results: finished, won, lost, drawn."""
    return [int(number) for number in re.findall(r"<td>(\d+)</td>", page)]


def shows(page: str, game: Game) -> bool:
    return reverse("replay", args=[game.public_id]) in page


@pytest.mark.once
def test_a_profile_shows_name_picture_and_month_of_joining(nobody: Client, bob: Any) -> None:
    bob.display_name, bob.avatar = "Bobby", "owl"
    bob.date_joined = bob.date_joined.replace(year=2026, month=2, day=3)
    bob.save()
    page = page_of(nobody, "bob")
    assert '<h1 translate="no">Bobby</h1>' in page
    assert "avatars/owl" in page
    assert "February 2026" in page
    assert "3 Feb" not in page


def test_results_are_counted_by_how_games_ended(nobody: Client, alice: Any, bob: Any) -> None:
    for _ in range(3):
        archive_game(alice, bob)
    archive_game(bob, alice)
    archive_game(bob, alice, reason="draw")
    assert counted(page_of(nobody, "alice")) == [5, 3, 1, 1]
    assert counted(page_of(nobody, "bob")) == [5, 1, 3, 1]


def test_private_games_are_neither_shown_to_others_nor_counted_for_them(
    as_alice: Client, as_bob: Client, as_oscar: Client, nobody: Client, alice: Any, bob: Any
) -> None:
    public = archive_game(alice, bob)
    private = archive_game(alice, bob, kind="link")
    against_the_computer = archive_game(alice, kind="computer", computer="easy")
    for client, expected in (
        (as_alice, [True, True, True]),
        (as_bob, [True, True, False]),
        (as_oscar, [True, False, False]),
        (nobody, [True, False, False]),
    ):
        page = page_of(client, "alice")
        games = (public, private, against_the_computer)
        assert [shows(page, game) for game in games] == expected
        assert counted(page)[0] == sum(expected)


TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')


def test_a_player_of_private_games_only_looks_like_one_without_games(
    nobody: Client, alice: Any, bob: Any
) -> None:
    page = TOKEN.sub("", page_of(nobody, "alice"))
    archive_game(alice, bob, kind="invitation")
    assert TOKEN.sub("", page_of(nobody, "alice")) == page
    assert "alice has no games that you can see" in page


@pytest.mark.once
def test_a_page_leads_to_the_archive_of_that_player(
    as_alice: Client, nobody: Client, alice: Any, bob: Any
) -> None:
    archive_game(alice, bob)
    theirs = "/archive/?show=public&amp;player=bob"
    assert theirs in page_of(nobody, "bob")
    page = page_of(as_alice, "bob")
    assert theirs in page
    assert "/archive/?show=mine&amp;opponent=bob" in page
    own = page_of(as_alice, "alice")
    assert "/archive/?show=mine" in own
    assert "opponent" not in own


def test_a_result_on_a_page_is_that_of_its_player(as_alice: Client, alice: Any, bob: Any) -> None:
    archive_game(alice, bob)
    assert ">Lost<" in page_of(as_alice, "bob")
    assert ">Won<" in page_of(as_alice, "alice")


def test_guests_have_a_page_that_search_engines_leave_out(nobody: Client, bob: Any) -> None:
    guest = create_guest()
    page = page_of(nobody, guest.username)
    assert "Guest since" in page
    assert '<meta name="robots" content="noindex">' in page
    assert guest.username not in re.sub(r"<[^>]*>", "", page)
    assert "noindex" not in page_of(nobody, "bob")


@pytest.mark.parametrize("name", ["zoe", "bob%00", "-", "Former player", "computer"])
def test_only_players_of_the_site_have_a_profile(as_oscar: Client, bob: Any, name: str) -> None:
    assert as_oscar.get(f"/players/{name}/").status_code == 404


def test_banned_and_erased_players_have_no_page(
    as_alice: Client, alice: Any, bob: Any, carol: Any
) -> None:
    archive_game(alice, bob)
    archive_game(alice, carol)
    set_active(bob, active=False)
    erase_user(carol)
    for name in ("bob", "carol"):
        assert as_alice.get(f"/players/{name}/").status_code == 404
    assert "/players/bob/" not in page_of(as_alice, "alice")


def test_the_user_name_may_be_written_in_any_case(nobody: Client, bob: Any) -> None:
    assert '<h1 translate="no">bob</h1>' in page_of(nobody, "BOB")


def test_ten_games_are_shown_and_the_queries_do_not_grow(
    as_oscar: Client, alice: Any, bob: Any
) -> None:
    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            page_of(as_oscar, "alice")
        return len(queries)

    archive_game(alice, bob, highlights=("stolen_build",))
    few = count()
    for _ in range(12):
        archive_game(alice, bob, highlights=("stolen_build",))
    assert count() == few <= 9  # one counts the unread notices
    assert page_of(as_oscar, "alice").count('class="game-line"') == 10


@pytest.mark.once
def test_the_result_and_the_replay_lead_to_the_players(
    dealt: Any, as_alice: Client, alice: Any, bob: Any
) -> None:
    game = dealt()
    services.quit_game(game.pk, user_id=alice.pk)
    pages = (at("game", game), reverse("replay", args=[game.public_id, 0]))
    for path in pages:
        assert 'href="/players/bob/"' in text_of(as_alice.get(path)), path
    erase_user(bob)
    for path in pages:
        assert "/players/bob/" not in text_of(as_alice.get(path)), path


def test_results_are_counted_for_each_game(
    nobody: Client, alice: Any, bob: Any, carol: Any
) -> None:
    archive_game(bob, alice)
    archive_match(alice, bob, carol, totals=("22", "9", "15"))
    archive_match(carol, bob, alice, totals=("22", "9", "15"), dropped_out=(1,))
    page = text_of(nobody.get("/players/bob/"))
    table = page[page.index('class="results"') : page.index("</table>")]
    rows = re.findall(r'row">([^<]*)</th>((?:<td>\d+</td>)+)', table)
    assert [(title, re.findall(r"\d+", counts)) for title, counts in rows] == [
        ("Casino", ["2", "0", "2", "0"]),
        ("Casino Trifecta", ["1", "1", "0", "0"]),
    ]
