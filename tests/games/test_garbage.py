"""A view of a table or of the lobby is freed once it is sent, without the garbage collector.

A web process collects garbage after pages alone, and not after what it sends over sockets.
"""

from __future__ import annotations

import gc
import random
import re
from collections.abc import Callable
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone

from games import rules
from games.live.fragments import (
    render_game,
    render_lobby,
    render_mine,
    render_whole,
    take_table,
)
from games.models import Game
from games.presenters import FormState, view_lobby, view_my_games
from games.snapshots import Snapshot
from tests.games.seated import open_table
from tests.games.whole_games import (
    remembering,
    seat_players,
    smallest_table,
    snapshot_of,
    take_turn,
)

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.mark.parametrize("name", rules.VARIANTS)
def test_views_of_a_table_form_no_cycles(name: str, alice: Any, bob: Any, carol: Any) -> None:
    rng, table, found = random.Random(1), smallest_table(name), 0
    users = (alice, bob, carol)[: table.players]
    with remembering():
        game = seat_players(table, users, rng)
        for turn in range(1, 6):
            snapshot = snapshot_of(game)
            if snapshot.game.status != Game.Status.PLAYING:
                break
            found += count_garbage(partial(look, snapshot, users))
            take_turn(table, snapshot, turn, rng)
    assert found == 0


@pytest.mark.parametrize("state", ["waiting", "picking", "finished"])
def test_tables_before_and_after_a_game_form_no_cycles(
    state: str, request: pytest.FixtureRequest, alice: Any
) -> None:
    game = open_table(alice) if state == "waiting" else request.getfixturevalue(state)()
    snapshot = snapshot_of(game)
    assert snapshot.game.status == state
    assert not count_garbage(lambda: render_game(snapshot, alice.pk, language="en", csrf_token="t"))


def test_lists_form_no_cycles(alice: Any, bob: Any) -> None:
    for _ in range(2):
        open_table(alice, "invitation", invited=bob)
    view = view_lobby(bob, now=timezone.now())
    assert view.invitations
    assert not count_garbage(lambda: render_lobby(view, language="en", csrf_token="t"))
    mine = view_my_games(alice, now=timezone.now())
    assert mine.groups
    assert not count_garbage(lambda: render_mine(mine, language="en", csrf_token="t"))


def test_no_template_that_is_rendered_has_macros() -> None:
    """A macro holds the context that it is defined in, which holds the macro."""
    live = Path(settings.BASE_DIR, "templates", "live")
    without = re.compile(r"{#.*?#}|{% macro .*?endmacro -?%}|{% from .*?%}", re.DOTALL)
    for path in live.rglob("*.jinja"):
        source = path.read_text()
        assert " with context" not in source, path
        if "{% macro" in source:
            assert not without.sub("", source).strip(), path


def count_garbage(make: Callable[[], object]) -> int:
    """Return how many objects wait for the collector after something is made a second time."""
    make()  # what is cached is not made again below
    gc.collect()
    gc.freeze()  # only what is made from here on is looked through
    gc.disable()
    try:
        make()
        return gc.collect()
    finally:
        gc.enable()


def look(snapshot: Snapshot, users: tuple[Any, ...]) -> None:
    """Show the table of each player, with nothing chosen and with each card and pile."""
    for user in users:
        seat = snapshot.seat_of(user.pk)
        assert seat is not None
        state = snapshot.dealt
        keys = [(), *((pile.key,) for pile in getattr(state, "table", ()))]
        chosen = list(product(state.hands[seat.index][:2], keys))
        for cards, piles in [((), ()), *(((card,), held) for card, held in chosen)]:
            table, view = take_table(
                snapshot, user.pk, language="en", csrf_token="t", form=FormState(cards, piles)
            )
            render_whole(table, view, language="en")
