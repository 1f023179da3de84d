"""What is special about a card follows from the options of its table."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from django.utils import timezone

from games import presenters
from tests.games.whole_games import Table, seat_players, snapshot_of

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.mark.parametrize("is_high", [True, False])
def test_hand_and_table_show_high_casinos_where_they_are_played(
    alice: Any, bob: Any, is_high: bool
) -> None:
    table = Table("royal_casino", 2, {"high_casinos": True} if is_high else {})
    snapshot = snapshot_of(seat_players(table, [alice, bob], random.Random(1)))
    document = {
        "variant": "royal_casino",
        "hands": [["2S", "4H"], ["??", "??"]],
        "table": [{"cards": ["TD"]}, {"cards": ["AS"]}],
        "high_casinos": is_high,
    }
    state = snapshot.game.rules.position(document)
    viewer = snapshot.seats[0].user_id
    board = presenters.view_table(replace(snapshot, state=state), viewer, now=timezone.now()).board
    faces = [card.face for card in board.hand] + [f for pile in board.piles for f in pile.faces]
    shown = {face.code: (face.badge, face.title) for face in faces}
    assert shown["AS"] == ("1/14", "ace of spades (1 or 14; 1 point)")
    assert shown["2S"] == (
        ("2/15", "two of spades (2 or 15; 1 point)") if is_high else ("", "two of spades (1 point)")
    )
    assert shown["TD"][0] == ("10/16" if is_high else "")
