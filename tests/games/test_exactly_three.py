"""A game that only three can play is offered, taught and begun with three seats."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games import services
from games.lessons import FIRST, LEARNER
from games.models import Game
from games.rules.casino import Casino
from tests.games.pages import text_of

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture(autouse=True)
def _for_three(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Casino, "seats", (3, 3))


def test_the_front_page_offers_only_what_three_can_play(nobody: Client, as_alice: Client) -> None:
    page = text_of(nobody.get("/", {"game": "casino"}))
    assert "Play now</button>" not in page
    assert "Play against the computer</button>" not in page
    assert "Play against two computer players</button>" in page
    as_alice.post("/play/computer/", {"variant": "casino", "move_time": "0", "players": "3"})
    assert Game.objects.get().seats.count() == 3


def test_its_lessons_have_two_computer_players(alice: Any) -> None:
    game = services.start_lesson(alice, variant="casino", name=FIRST)
    seats = game.seats.order_by("index")
    assert [seat.computer for seat in seats] == ["", "easy", "easy"]
    assert (game.players, game.to_move) == (3, LEARNER)
