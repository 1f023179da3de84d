"""A user's own data: the download, and the deletion of the account."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import services
from tests.games.conftest import BOB_HOLDS, state_of
from tests.games.pages import at, cards_in, text_of

pytestmark = pytest.mark.django_db


def test_the_download_has_the_users_moves_and_no_hidden_card(
    dealt: Any, as_alice: Client, alice: Any, play: Any
) -> None:
    game = dealt()
    play(game, alice, "9D x 4H 5D")
    answer = as_alice.get(reverse("download"))
    assert "attachment" in answer["Content-Disposition"]
    document = json.loads(answer.content)
    assert document["account"]["user_name"] == "alice"
    (own,) = document["games"]
    record = own["record"]
    assert [event["text"] for event in record["events"]] == ["secret 7H", "secret ??", "9D x 4H 5D"]
    assert (record["decks"][0]["seed"], record["decks"][0]["values"]) == (None, None)
    assert [player["name"] for player in record["players"]] == ["alice", "bob"]
    hidden = {*BOB_HOLDS, *state_of(game).stock} - {"7H"}
    assert not hidden & cards_in(answer, game)


def test_the_download_of_a_finished_game_has_everything(
    dealt: Any, as_alice: Client, alice: Any
) -> None:
    game = dealt()
    services.quit_game(game.pk, user_id=alice.pk)
    (own,) = json.loads(as_alice.get(reverse("download")).content)["games"]
    record = own["record"]
    assert [event["text"] for event in record["events"]] == ["secret 7H", "secret 6C", ""]
    assert record["decks"][0]["seed"] == bytes(game.decks.get().seed).hex()
    assert (record["result"]["winners"], own["your_seat"]) == ([1], 0)


def test_the_download_has_only_the_users_games(dealt: Any, as_oscar: Client) -> None:
    dealt()
    assert json.loads(as_oscar.get(reverse("download")).content)["games"] == []


@pytest.mark.parametrize("name", ["download", "delete_account"])
def test_own_data_requires_a_log_in(nobody: Client, name: str) -> None:
    answer = nobody.get(reverse(name))
    assert (answer.status_code, answer["Location"].split("?")[0]) == (302, reverse("account_login"))


def test_opening_the_page_deletes_nothing(as_alice: Client, alice: Any) -> None:
    assert as_alice.get(reverse("delete_account")).status_code == 200
    assert User.objects.filter(pk=alice.pk).exists()


def test_deleting_the_account_leaves_the_games_with_a_former_player(
    dealt: Any, as_alice: Client, as_bob: Client, alice: Any
) -> None:
    game = dealt()
    waiting = services.open_table(alice, variant="trifecta", move_time=86_400, kind="open")
    answer = as_alice.post(reverse("delete_account"))
    assert (answer.status_code, answer["Location"]) == (302, reverse(settings.LOGOUT_REDIRECT_URL))
    assert not User.objects.filter(username="alice").exists()
    game.refresh_from_db()
    waiting.refresh_from_db()
    assert (game.status, game.reason, waiting.status) == ("finished", "resignation", "cancelled")
    seat = game.seats.get(index=0)
    assert (seat.user, seat.computer, seat.result) == (None, "", "lost")
    page = text_of(as_bob.get(at("game", game)))
    assert "Former player" in page
    assert "alice" not in page
    assert "alice" not in text_of(as_bob.get(reverse("download")))
    assert as_alice.get(reverse("download")).status_code == 302
