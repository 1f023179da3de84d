"""Pages of a player with many finished games read no more of them than they show."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from games.models import Game
from games.selectors.archive import MINE, PUBLIC, Search, find_archived, visible_games_of
from games.selectors.lessons import find_lesson_games
from games.selectors.lobby import find_lobby_games, find_public_lists
from games.selectors.mine import find_my_games, find_turns
from tests.games.archived import archive_many
from tests.plans import plans_of, reads_all

pytestmark = pytest.mark.django_db

MANY = 3000
BY_SEAT = "seat_of_a_user_newest"


@pytest.fixture
def many_games(alice: Any, make_user: Any) -> None:
    """Store many finished games, half of them alice's, and let the database count them."""
    others = [make_user(f"other{number}") for number in range(20)]
    archive_many(
        MANY,
        lambda game, seat: alice if seat == game % 2 == 0 else others[(game + seat) % 20],
    )


def sorts(plan: str) -> bool:
    """Return whether a plan reads more rows than are needed to put them into order."""
    return "TEMP B-TREE FOR ORDER BY" in plan or "Sort Key" in plan


READS: dict[str, Callable[[Any, Any], Any]] = {
    "the lobby": lambda alice, oscar: find_lobby_games(alice),
    "the own games": lambda alice, oscar: find_archived(alice, Search(show=MINE)),
    "public games": lambda alice, oscar: find_archived(oscar, Search(show=PUBLIC)),
    "a player’s games": lambda alice, oscar: find_archived(oscar, Search(player="alice")),
    "a profile": lambda alice, oscar: list(visible_games_of(alice, oscar)[:10]),
    "the own profile": lambda alice, oscar: list(visible_games_of(alice, alice)[:10]),
}


def test_a_page_neither_sorts_nor_reads_all_games(many_games: None, alice: Any, oscar: Any) -> None:
    for name, read in READS.items():
        plans = plans_of(partial(read, alice, oscar))
        for sql, plan in plans.items():
            assert not reads_all(plan, "games_seat"), f"{name}: {sql}\n{plan}"
            assert not reads_all(plan, "games_game"), f"{name}: {sql}\n{plan}"
        newest, *others = (
            plan for sql, plan in plans.items() if '."finished_at" IS NOT NULL' in sql
        )
        assert not sorts(newest), f"{name}: {newest}"
        assert ("game_finished" if name == "public games" else BY_SEAT) in newest, newest
        assert len(others) == (name == "the lobby")  # the highlights of public games
        for plan in others:
            assert "game_finished" in plan, f"{name}: {plan}"
            assert not sorts(plan), f"{name}: {plan}"


def test_later_pages_and_games_against_an_opponent_are_read_in_their_order(
    many_games: None, alice: Any, oscar: Any
) -> None:
    for search, viewer in ((Search(show=MINE), alice), (Search(player="alice"), oscar)):
        first = find_archived(viewer, search)
        plans = plans_of(partial(find_archived, viewer, search, before=first.games[-1].public_id))
        page = next(plan for sql, plan in plans.items() if "LIMIT 21" in sql)
        assert BY_SEAT in page, page
        assert not sorts(page), page
    for search, viewer in (
        (Search(show=MINE, opponent="other3"), alice),
        (Search(player="alice", opponent="other3"), oscar),
    ):
        plans = plans_of(partial(find_archived, viewer, search))
        (page,) = (plan for sql, plan in plans.items() if "LIMIT 21" in sql)
        assert BY_SEAT in page, page
        assert not sorts(page), page
        assert not reads_all(page, "games_seat"), page
        assert not reads_all(page, "games_game"), page


def test_the_own_games_are_found_by_indexes(many_games: None, alice: Any) -> None:
    plans = plans_of(lambda: find_my_games(alice))
    for sql, plan in plans.items():
        assert not reads_all(plan, "games_seat"), f"{sql}\n{plan}"
        assert not reads_all(plan, "games_game"), f"{sql}\n{plan}"
    assert any("seat_unviewed" in plan for plan in plans.values())
    (turns,) = plans_of(lambda: find_turns(alice)).values()
    assert BY_SEAT in turns or "game_waiting" in turns, turns
    (lessons,) = plans_of(lambda: find_lesson_games(alice)).values()
    assert "game_hosted" in lessons, lessons


@pytest.mark.once  # PostgreSQL takes another index as long as there are so few games
def test_people_in_live_games_are_counted_without_the_games_over_days(many_games: None) -> None:
    running = Game.objects.filter(pk__in=Game.objects.values("pk")[: MANY // 2])
    running.update(status=Game.Status.PLAYING, move_time=86_400, deadline=timezone.now(), to_move=0)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    plans = plans_of(find_public_lists)
    (counted,) = (plan for sql, plan in plans.items() if sql.startswith("SELECT DISTINCT"))
    assert "game_pace" in counted, counted
