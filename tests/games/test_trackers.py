"""The trackers beside the table: new points on the point sheet, and the card counter."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
import time_machine
from django.template import engines
from django.test import Client

from games import selectors, services
from games.presenters.sheet import list_lines
from tests.games.conftest import ALICE_HOLDS, BOB_HOLDS, seconds
from tests.games.pages import at, text_of
from tests.present import present

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def page_of(client: Client, game: Any) -> str:
    return text_of(client.get(at("game", game)))


def new_lines(page: str) -> list[str]:
    return re.findall(r'<tr [^>]*class="is-changed"><th scope="row">([^<]*)', page)


def test_the_line_that_just_changed_is_marked_until_the_next_move(
    dealt: Any, as_alice: Client, alice: Any, play: Any
) -> None:
    game = dealt()
    assert new_lines(page_of(as_alice, game)) == []
    with time_machine.travel(game.deadline + seconds(4), tick=False):
        services.expire_turn(game.pk)
        page = page_of(as_alice, game)
        assert new_lines(page) == ["Time penalties"]
        assert page.count("just changed") == 1
        play(game, alice, "3H")
        assert new_lines(page_of(as_alice, game)) == []


@pytest.mark.parametrize(("move_time", "lists_them"), [(0, False), (60, True)])
@pytest.mark.parametrize("variant", ["casino", "royal"])
def test_only_with_a_timer_a_sheet_lists_time_penalties(
    as_alice: Client, alice: Any, variant: str, move_time: int, lists_them: bool
) -> None:
    game = services.play_computer(alice, variant=variant, move_time=move_time, levels=["easy"])
    assert ("Time penalties" in page_of(as_alice, game)) is lists_them
    services.quit_game(game.pk, user_id=alice.pk)
    replay = text_of(as_alice.get(at("replay", game), follow=True))
    for page in (page_of(as_alice, game), replay):
        assert ("time penalties" in page.lower()) is lists_them


def test_violations_of_a_record_without_a_timer_are_listed(alice: Any) -> None:
    game = services.play_computer(alice, variant="casino", move_time=0, levels=["easy"])
    state = present(selectors.find_game(game.public_id, alice).state)
    assert "penalties" not in list_lines(game.rules, state, is_timed=False)
    late = replace(state, violations=(1, 0))
    assert "penalties" in list_lines(game.rules, late, is_timed=False)


def count_cells(page: str, state: str) -> int:
    return len(re.findall(rf'<td [^>]*class="{state}">', page))


def test_the_counter_marks_the_eight_cards_of_the_round_just_ended(
    dealt: Any, as_alice: Client, alice: Any, bob: Any, play: Any
) -> None:
    game = dealt()
    page = page_of(as_alice, game)
    assert count_cells(page, "last") == 0
    assert count_cells(page, "seen") == len(ALICE_HOLDS) + 4
    for cards in zip(ALICE_HOLDS, BOB_HOLDS, strict=True):
        for person, card in zip((alice, bob), cards, strict=True):
            play(game, person, card)
    page = page_of(as_alice, game)
    assert count_cells(page, "last") == 8
    assert count_cells(page, "seen") == 4 + 4


def test_the_trackers_stand_behind_tabs_while_the_game_is_played(
    dealt: Any, as_alice: Client
) -> None:
    page = page_of(as_alice, dealt())
    assert re.findall(r'name="tab" id="tab-(\w+)"( checked)?', page) == [
        ("table", " checked"),
        ("points", ""),
        ("counter", ""),
        ("mine", ""),
        ("theirs", ""),
    ]


def test_a_single_card_of_a_kind_is_counted_in_the_singular() -> None:
    live: Any = engines["live"]
    told = live.env.globals["piece"]("counts", (("cards", 2), ("spades", 1)))
    assert re.findall(r'hidden-text"> (\w+)', told) == ["cards", "spade"]


def test_a_watcher_sees_how_many_cards_each_player_holds(
    dealt: Any, as_oscar: Client, as_alice: Client
) -> None:
    game = dealt()
    page = as_oscar.get(game.get_absolute_url()).content.decode()
    assert page.count('title="4 cards in hand"') == 2
    own = as_alice.get(game.get_absolute_url()).content.decode()
    assert own.count('title="4 cards in hand"') == 1, "the own hand can be seen"
