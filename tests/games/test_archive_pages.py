"""The pages of the archive: their order, their links, and how many queries each takes."""

from __future__ import annotations

import datetime as dt
import re
from html import unescape
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.games.archived import NOON, archive_game
from tests.games.pages import text_of
from tests.games.searches import ARCHIVE, listed, search

pytestmark = pytest.mark.django_db


def test_the_newest_game_comes_first_and_pages_neither_repeat_nor_leave_out(
    nobody: Client, alice: Any, bob: Any
) -> None:
    # All end in the same second: the order must not depend on chance.
    games = [archive_game(alice, bob) for _ in range(43)]
    newest = archive_game(alice, bob, finished_at=NOON + dt.timedelta(seconds=1))
    expected = [newest.public_id, *(game.public_id for game in reversed(games))]
    for asked in ({}, {"player": "alice"}, {"opponent": "bob"}):
        address, pages = f"{ARCHIVE}?{urlencode({'show': 'public', **asked})}", []
        while address:
            pages.append(page := text_of(nobody.get(address)))
            address = link(page, "next")
        assert list(map(len, map(listed, pages))) == [20, 20, 4]
        assert [public_id for page in pages for public_id in listed(page)] == expected
        # Back again, to the same pages.
        second = text_of(nobody.get(link(pages[2], "prev")))
        assert listed(second) == expected[20:40]
        first = text_of(nobody.get(link(pages[1], "prev")))
        assert listed(first) == expected[:20]
        assert link(first, "prev") == ""


def link(page: str, rel: str) -> str:
    """Return the address behind the link to the newer or the older games, or ""."""
    found = re.search(rf'rel="{rel}" href="([^"]*)"', page)
    return ARCHIVE + unescape(found[1]) if found else ""


def test_a_page_with_fewer_newer_games_than_fit_is_the_first_page(
    nobody: Client, alice: Any, bob: Any
) -> None:
    games = [archive_game(alice, bob) for _ in range(30)]
    second = text_of(nobody.get(link(search(nobody), "next")))
    assert len(listed(second)) == 10
    newest = [archive_game(alice, bob) for _ in range(3)]
    seventh = games[-8].public_id
    page = search(nobody, after=seventh)
    assert listed(page) == [game.public_id for game in reversed([*games, *newest])][:20]
    assert link(page, "prev") == ""


def test_the_link_to_somebody_elses_older_games_leads_to_the_first_page(
    as_oscar: Client, oscar: Any, alice: Any, bob: Any
) -> None:
    theirs = archive_game(alice, bob)
    mine = archive_game(oscar, bob)
    page = search(as_oscar, show="mine", before=theirs.public_id)
    assert listed(page) == [mine.public_id]
    assert link(page, "prev") == ""


@pytest.mark.parametrize("where", ["before", "after"])
@pytest.mark.parametrize("edge", ["0", "-1", "none", "a\0b", "9" * 5000, "private", "running"])
def test_an_unknown_place_leads_to_the_first_page(
    nobody: Client, dealt: Any, alice: Any, bob: Any, carol: Any, dave: Any, where: str, edge: str
) -> None:
    games = [archive_game(alice, bob) for _ in range(22)]
    hidden = {
        "private": archive_game(alice, bob, kind="link"),
        "running": dealt(carol, dave),
    }
    games.append(archive_game(alice, bob))
    named = hidden[edge].public_id if edge in hidden else edge
    expected = [game.public_id for game in reversed(games)][:20]
    assert listed(search(nobody, **{where: named})) == expected


@pytest.mark.once
def test_the_links_to_other_pages_keep_the_search(nobody: Client, alice: Any, bob: Any) -> None:
    games = [archive_game(alice, bob) for _ in range(21)]
    page = search(nobody, player="alice", result="won")
    assert f'href="?player=alice&amp;result=won&amp;before={games[1].public_id}"' in page
    older = text_of(nobody.get(link(page, "next")))
    assert f'href="?player=alice&amp;result=won&amp;after={games[0].public_id}"' in older


@pytest.mark.parametrize("asked", [{}, {"player": "alice", "opponent": "bob", "result": "won"}])
def test_the_number_of_queries_does_not_grow_with_the_games(
    as_oscar: Client, alice: Any, bob: Any, asked: dict[str, str]
) -> None:
    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            search(as_oscar, show="public", **asked)
        return len(queries)

    for _ in range(3):
        archive_game(alice, bob, highlights=("stolen_build",))
    few = count()
    for _ in range(27):
        archive_game(alice, bob, highlights=("stolen_build", "flush_trifecta"))
    assert count() == few <= 9  # one counts the unread notices


@pytest.mark.once
@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"show": "mine"}, "No finished games yet"),
        ({"show": "public"}, "No public games yet"),
        ({"show": "public", "player": "zoe"}, "No games found"),
    ],
)
def test_a_search_without_results_suggests_what_to_do(
    as_oscar: Client, asked: dict[str, str], sentence: str
) -> None:
    assert sentence in search(as_oscar, **asked)
