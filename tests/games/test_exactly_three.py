"""A game that only three can play is offered, taught and begun with three seats."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from games import services
from games.lessons import FIRST, LEARNER
from games.models import Game
from games.rules.casino import Casino
from tests.games.pages import at, text_of
from tests.test_every_game import forget_listed_games

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture(autouse=True)
def _for_three(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(Casino, "seats", (3, 3))
    forget_listed_games()
    yield
    forget_listed_games()


def test_the_front_page_offers_only_what_three_can_play(nobody: Client, as_alice: Client) -> None:
    page = text_of(nobody.get("/", {"game": "casino"}))
    assert "Play now" not in page  # nor do the lists speak of it
    assert "Play against the computer</button>" not in page
    assert "Play against two computer players</button>" in page
    as_alice.post("/play/computer/", {"variant": "casino", "move_time": "0", "players": "3"})
    assert Game.objects.get().seats.count() == 3


def test_nobody_is_invited_by_name_or_led_to_the_queue_for_two(
    alice: Any, as_alice: Client
) -> None:
    page = as_alice.get("/", {"game": "casino"}).content.decode()
    assert 'id="table-kind"' in page
    assert "One player, by name" not in page
    assert "Player to invite" not in page
    table = services.open_table(alice, variant="casino", move_time=60, kind="open", players=3)
    services.leave_game(table.pk, user=alice)
    page = text_of(as_alice.get(at("game", table)))
    assert "Find another opponent" not in page


def test_its_lessons_have_two_computer_players(alice: Any) -> None:
    game = services.start_lesson(alice, variant="casino", name=FIRST)
    seats = game.seats.order_by("index")
    assert [seat.computer for seat in seats] == ["", "easy", "easy"]
    assert (game.players, game.to_move) == (3, LEARNER)
