"""A game is muted, and heard again, on its own page."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games import services
from games.lessons import FIRST
from games.models import Game
from notices.models import Mute, Notice

pytestmark = pytest.mark.django_db

DAY = 86_400


def page_of(client: Client, game: Game) -> str:
    return client.get(game.get_absolute_url()).content.decode()


def test_a_player_mutes_a_game_and_lets_it_be_heard_again(
    dealt: Any, alice: User, as_alice: Client
) -> None:
    game = dealt(move_time=DAY)
    Notice.objects.all().delete()  # it need not have told anything yet
    assert "Mute this game" in page_of(as_alice, game)
    path = f"{game.get_absolute_url()}mute/"
    assert as_alice.post(path)["Location"] == f"{game.get_absolute_url()}#mute"
    assert list(Mute.objects.values_list("user", "game")) == [(alice.pk, game.public_id)]
    assert "Unmute this game" in page_of(as_alice, game)
    as_alice.post(path, {"unmute": "1"})
    assert not Mute.objects.exists()
    assert "Mute this game" in page_of(as_alice, game)


def test_nobody_mutes_a_game_of_others(dealt: Any, as_oscar: Client, client: Client) -> None:
    game = dealt(move_time=DAY)
    path = f"{game.get_absolute_url()}mute/"
    assert as_oscar.post(path).status_code == 404
    assert client.post(path)["Location"].startswith("/accounts/login/")
    assert "Mute this game" not in page_of(client, game)
    assert not Mute.objects.exists()


@pytest.mark.parametrize("kind", ["over", "lesson", "computer"])
def test_a_game_that_tells_nothing_any_more_or_never_did_is_not_offered_to_be_muted(
    request: pytest.FixtureRequest, alice: User, as_alice: Client, kind: str
) -> None:
    if kind == "over":
        game = request.getfixturevalue("dealt")(move_time=DAY)
        services.quit_game(game.pk, user_id=alice.pk)
    elif kind == "lesson":
        game = services.start_lesson(alice, variant="casino", name=FIRST)
    else:
        game = services.play_computer(alice, variant="casino", move_time=60, levels=["easy"])
    assert "Mute this game" not in page_of(as_alice, game)


def test_a_live_game_against_people_can_be_muted(dealt: Any, as_alice: Client) -> None:
    assert "Mute this game" in page_of(as_alice, dealt())
