"""A game’s line in the archive: its players, its result, and how it ended."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from accounts.services import erase_user
from games import services
from games.live.fragments import render_lines
from games.messages.text import Part
from games.models import Game
from games.presenters.archive import view_archive
from games.selectors.archive import Search
from tests.games.archived import NOON, archive_game, archive_match
from tests.games.pages import text_of
from tests.games.searches import found, search

pytestmark = pytest.mark.django_db


@pytest.mark.once
@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        ("score", "The higher total won"),
        ("ace_of_spades", "whoever captured the A♠ wins"),
        ("draw", "nobody captured the A♠"),
        ("forfeit", "bob ran out of time"),
        ("resignation", "bob quit"),
    ],
)
def test_a_line_shows_players_points_and_the_reason(
    as_alice: Client, alice: Any, bob: Any, reason: str, sentence: str
) -> None:
    archive_game(alice, bob, reason=reason)
    page = search(as_alice, show="mine")
    assert sentence in page
    assert "4½" in page
    assert ">Drawn<" in page if reason == "draw" else ">Won<" in page
    assert 'href="/players/bob/"' in page


def test_an_erased_player_is_a_former_player_and_not_found_by_name(
    as_alice: Client, alice: Any, bob: Any
) -> None:
    game = archive_game(alice, bob)
    erase_user(bob)
    page = search(as_alice, show="mine")
    assert "Former player" in page
    assert not re.search(r"\bbob\b", page)  # a token may contain these letters
    for name in ("bob", "bo"):
        assert found(as_alice, game, show="mine", opponent=name) == [False]
    assert found(as_alice, game, show="mine", opponent="Former player") == [False]


@pytest.mark.once
def test_names_are_shown_as_text(nobody: Client, alice: Any, bob: Any) -> None:
    bob.display_name = "<b>Bob</b>"
    bob.save()
    archive_game(alice, bob)
    assert "<b>Bob</b>" not in search(nobody)
    assert "&lt;b&gt;Bob&lt;/b&gt;" in search(nobody, player="<b>Bob</b>")


@pytest.mark.once
def test_the_header_leads_to_the_archive(nobody: Client) -> None:
    assert 'href="/archive/"' in text_of(nobody.get("/privacy/"))


@pytest.mark.once
def test_partners_are_one_side_with_one_total(
    nobody: Client, alice: Any, bob: Any, carol: Any
) -> None:
    archive_match(
        alice, bob, carol, "club", totals=("21", "14", "21", "14"), options={"partnership": True}
    )
    page = " ".join(search(nobody).split())
    assert "Casino, 4 players, two partnerships" in page
    assert page.count(">21<") == page.count(">14<") == 1
    assert page.count(">Total: 21, won<") == page.count(">Total: 14<") == 1
    assert page.index(">alice<") < page.index(">carol<") < page.index(">bob<")
    assert "alice and carol vs bob and Dion (computer, club)" in page


@pytest.mark.once
def test_a_game_shows_who_dropped_out(nobody: Client, alice: Any, bob: Any, carol: Any) -> None:
    archive_match(alice, bob, carol, totals=("22", "29", "15"), dropped_out=(1,))
    page = " ".join(search(nobody).split())
    assert "The highest total won; bob dropped out and is ranked last" in page
    assert page.index(">bob<") < page.index("dropped out<") < page.index(">carol<")
    assert "alice, bob and carol" in page
    nobody.cookies[settings.LANGUAGE_COOKIE_NAME] = "es"
    assert "fuera de la partida<" in search(nobody)  # as true of “you” as of a name


@pytest.mark.once
@pytest.mark.parametrize(
    ("reason", "dropped_out", "sentence"),
    [
        ("count_out", (), "first to count out"),
        ("resignation", (1,), "bob and carol dropped out"),
        ("forfeit", (2,), "bob and carol dropped out"),
    ],
)
def test_a_game_shows_how_it_ended(
    nobody: Client,
    alice: Any,
    bob: Any,
    carol: Any,
    reason: str,
    dropped_out: tuple[int, ...],
    sentence: str,
) -> None:
    totals = ("22", "9", "15")
    archive_match(alice, bob, carol, totals=totals, reason=reason, dropped_out=dropped_out)
    assert sentence in search(nobody)


@pytest.mark.once
def test_each_reader_of_a_line_sees_their_own_time_and_place_in_it(
    as_oscar: Client, as_bob: Client, nobody: Client, alice: Any, bob: Any, oscar: Any
) -> None:
    archive_game(alice, bob, finished_at=NOON)
    oscar.time_zone = "Asia/Tokyo"
    oscar.save(update_fields=["time_zone"])
    pages = [search(client, show="public") for client in (nobody, as_oscar, as_bob, nobody)]
    times = [re.findall(r"\b(?:12|21):00\b(?=<)", page) for page in pages]
    assert times == [["12:00"], ["21:00"], ["12:00"], ["12:00"]]
    assert [page.count(">you<") for page in pages] == [0, 0, 1, 0]


@pytest.mark.once
def test_a_line_is_not_taken_for_one_with_the_same_words_in_other_parts(
    alice: Any, bob: Any
) -> None:
    archive_game(alice, bob)
    (game,) = view_archive(AnonymousUser(), Search(), before="", after="").games
    named = render_lines([game], language="en")
    seat = game.sides[0].seats[0]
    plain = replace(seat, name=(Part("alice"),))
    other = replace(game, sides=(replace(game.sides[0], seats=(plain,)), *game.sides[1:]))
    assert '<span translate="no">alice</span>' in named
    assert '<span translate="no">alice</span>' not in render_lines([other], language="en")


def play_casino(*people: Any, partnership: bool = False) -> Game:
    options = {"partnership": partnership}
    facts: Any = {"variant": "casino", "move_time": 60, "kind": "open", "options": options}
    host, *others = people
    game = services.open_table(host, players=len(people), **facts)
    for person in others:
        services.join_game(game.pk, user=person)
    return game


@pytest.mark.once
def test_everybody_is_named_who_left_a_game_until_one_was_left(
    nobody: Client, alice: Any, bob: Any, carol: Any
) -> None:
    """No computer player takes over the seat of the last one."""
    game = play_casino(alice, bob, carol)
    for person in (alice, bob):
        services.quit_game(game.pk, user_id=person.pk)
    page = search(nobody)
    assert "alice and bob dropped out" in page
    assert page.count("dropped out</span>") == 2


@pytest.mark.once
def test_nobody_is_said_to_have_left_whose_partner_has(
    nobody: Client, alice: Any, bob: Any, carol: Any, oscar: Any
) -> None:
    game = play_casino(alice, bob, carol, oscar, partnership=True)
    services.quit_game(game.pk, user_id=carol.pk)
    page = search(nobody)
    assert "dropped out" not in page
    assert page.count("A player quit") == 2  # in the form too


@pytest.mark.once
def test_of_two_sides_the_higher_total_wins(
    nobody: Client, alice: Any, bob: Any, carol: Any
) -> None:
    archive_match(
        alice, bob, carol, "club", totals=("21", "14", "21", "14"), options={"partnership": True}
    )
    page = search(nobody)
    assert page.count("The higher total won") == 1
    assert "The highest total won" not in page
