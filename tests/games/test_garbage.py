"""What is made for one view of a table is freed with it, without the garbage collector."""

from __future__ import annotations

import gc
import random
from itertools import product
from typing import Any

import pytest

from games import rules
from games.live.fragments import take_table
from games.models import Game
from games.presenters import FormState
from games.snapshots import Snapshot
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
        gc.collect()
        gc.freeze()  # only what is made from here on is looked through
        for turn in range(1, 6):
            snapshot = snapshot_of(game)
            if snapshot.game.status != Game.Status.PLAYING:
                break
            look(snapshot, users)  # what is cached is not made again below
            gc.collect()
            gc.disable()
            try:
                look(snapshot, users)
                found += gc.collect()
            finally:
                gc.enable()
            take_turn(table, snapshot, turn, rng)
    assert found == 0


def look(snapshot: Snapshot, users: tuple[Any, ...]) -> None:
    """Take the table of each player, with nothing chosen and with each card and pile."""
    for user in users:
        seat = snapshot.seat_of(user.pk)
        assert seat is not None
        state = snapshot.dealt
        keys = [(), *((pile.key,) for pile in getattr(state, "table", ()))]
        chosen = list(product(state.hands[seat.index][:2], keys))
        for cards, piles in [((), ()), *(((card,), held) for card, held in chosen)]:
            take_table(
                snapshot, user.pk, language="en", csrf_token="t", form=FormState(cards, piles)
            )
