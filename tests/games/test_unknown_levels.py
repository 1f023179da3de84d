"""A stored level that this release does not know is shown as it is stored and breaks nothing."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games import services
from games.models import Game, Seat
from tests.games.archived import archive_game
from tests.games.pages import at, named, text_of

pytestmark = pytest.mark.django_db

NAME = "Basil (computer, novice)"


@pytest.fixture
def running(alice: Any) -> Game:
    game = services.play_computer(alice, variant="casino", move_time=60, levels=["easy"])
    Seat.objects.filter(game=game, user=None).update(computer="novice")
    return game


def page_of(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return text_of(answer)


def test_the_lobby_shows_it(running: Game, as_alice: Client) -> None:
    assert f"{named('Basil')} (computer, novice)" in page_of(as_alice, "/")


@pytest.mark.parametrize("name", ["game", "game_live", "game_shuffle"])
def test_the_table_shows_it(running: Game, as_alice: Client, name: str) -> None:
    assert "novice" in page_of(as_alice, at(name, running))


@pytest.mark.parametrize(
    "path", ["/archive/?show=mine", "/archive/?show=public", "/players/alice/"]
)
def test_lists_of_finished_games_show_it(as_alice: Client, alice: Any, path: str) -> None:
    archive_game(alice, computer="novice")
    assert NAME in page_of(as_alice, path)
