"""Games in the admin: read-only, and without the hidden cards of running games."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.admin import GameAdmin
from games.models import Game
from tests.games.conftest import stored
from tests.games.pages import cards_in, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def as_staff(make_user: Any, client_of: Any) -> Client:
    client: Client = client_of(make_user("root", is_staff=True, is_superuser=True))
    return client


def test_the_admin_shows_games_and_no_secret_of_a_running_one(
    dealt: Any, as_staff: Client, alice: Any, play: Any
) -> None:
    game = dealt()
    play(game, alice, "9D x 4H 5D")
    change = reverse("admin:games_game_change", args=[game.pk])
    answer = as_staff.get(change)
    page = text_of(answer)
    assert "9D x 4H 5D" in page
    deck = game.decks.get()
    for secret in ("secret", deck.cards[:20], bytes(deck.seed).hex()):
        assert secret not in page
    assert cards_in(answer, game) == {"9D", "4H", "5D"}
    assert game.public_id in text_of(as_staff.get(reverse("admin:games_game_changelist")))
    index = text_of(as_staff.get(reverse("admin:index")))
    for model in ("deck", "secretpick", "round", "move", "seat"):
        assert f"/admin/games/{model}/" not in index
        assert as_staff.get(f"/admin/games/{model}/").status_code == 404


def test_the_admin_changes_no_game(dealt: Any, as_staff: Client) -> None:
    game = dealt()
    before = stored(game)
    fields = {"status": "finished", "variant": "trifecta", "move_time": 60}
    for name, args in (
        ("add", []), ("change", [game.pk]), ("delete", [game.pk]),
    ):  # fmt: skip
        path = reverse(f"admin:games_game_{name}", args=args)
        assert as_staff.post(path, {**fields, "post": "yes"}).status_code == 403
    as_staff.post(
        reverse("admin:games_game_changelist"),
        {"action": "delete_selected", "_selected_action": [game.pk], "post": "yes"},
    )
    assert stored(game) == before


def test_the_admin_is_for_staff(as_alice: Client) -> None:
    assert as_alice.get(reverse("admin:games_game_changelist")).status_code == 302


def events_shown(as_staff: Client, game: Game) -> list[str]:
    page = text_of(as_staff.get(reverse("admin:games_game_change", args=[game.pk])))
    return re.findall(r'field-text">\s*<p>([^<]*)</p>', page)


def test_secret_picks_are_found_by_their_place_in_the_game(
    dealt: Any, as_staff: Client, alice: Any, play: Any
) -> None:
    game = dealt()
    play(game, alice, "9D x 4H 5D")
    game.events.filter(number__lte=2).update(text="?7H")
    assert events_shown(as_staff, game) == ["9D x 4H 5D"]
    Game.objects.update(variant="casino", rules_version=1)
    assert events_shown(as_staff, game) == ["?7H", "?7H", "9D x 4H 5D"]


def test_no_move_of_a_running_game_of_an_unknown_variant_is_shown(
    dealt: Any, as_staff: Client, alice: Any, play: Any
) -> None:
    game = dealt()
    play(game, alice, "9D x 4H 5D")
    Game.objects.update(variant="tomorrows_game")
    assert events_shown(as_staff, game) == []


@pytest.mark.parametrize(
    "wrong",
    [
        "games/game/?created_at__year=9999",
        "games/game/?created_at__year=9999&created_at__month=12&created_at__day=31",
        f"games/game/?created_at__year={10**20}",
        "games/game/?status__exact=%00",
        "games/levelfailure/?variant=%00",
        "accounts/user/?username=%00",
        "community/entry/?act=%00",
    ],
)
def test_a_list_filtered_by_what_cannot_be_stored_is_shown(as_staff: Client, wrong: str) -> None:
    assert as_staff.get(f"/admin/{wrong}", follow=True).status_code == 200


def test_a_list_that_fails_without_a_filter_is_an_error_of_the_site(
    as_staff: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: Any) -> None:
        raise ValueError("ours")

    monkeypatch.setattr(GameAdmin, "get_queryset", fail)
    with pytest.raises(ValueError, match="ours"):
        as_staff.get("/admin/games/game/")
