"""Players who take another name or picture are seen with it wherever they play."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from accounts.services import create_guest
from config import groups
from games import services
from games.models import Game
from tests.fixtures import LogIn
from tests.games.seated import DAY, open_table

pytestmark = pytest.mark.django_db


def test_every_unfinished_game_is_shown_anew_with_another_name_or_picture_and_not_otherwise(
    alice: User, bob: User, as_alice: Client, django_capture_on_commit_callbacks: Any
) -> None:
    running = open_table(alice, variant="casino", move_time=DAY)
    over = open_table(alice, variant="casino", move_time=DAY)
    waiting = open_table(alice, variant="casino", move_time=DAY)
    for game in (running, over):
        services.join_game(game.pk, user=bob)
    services.quit_game(over.pk, user_id=bob.pk)

    def find_versions() -> list[int]:
        games = Game.objects.in_bulk([running.pk, waiting.pk, over.pk])
        return [games[game.pk].version for game in (running, waiting, over)]

    first = find_versions()
    settings = {"display_name": "alice", "avatar": alice.avatar, "time_zone": "UTC"}
    seen = []
    for changed in ({"time_zone": "Europe/Madrid"}, {"display_name": "Al"}, {"avatar": "frog"}):
        settings |= changed
        with django_capture_on_commit_callbacks(execute=True):
            assert as_alice.post("/accounts/settings/", settings).status_code == 302
        seen.append([now - before for now, before in zip(find_versions(), first, strict=True)])
    assert seen == [[0, 0, 0], [1, 1, 0], [2, 2, 0]]


def test_the_lobby_and_the_lists_of_whoever_plays_there_are_told(
    alice: User,
    bob: User,
    as_alice: Client,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    services.join_game(open_table(alice, variant="casino", move_time=DAY).pk, user=bob)
    sent: set[str] = set()
    monkeypatch.setattr(groups, "send", lambda group, message: sent.add(group))
    settings = {"display_name": "Al", "avatar": alice.avatar, "time_zone": "UTC"}
    with django_capture_on_commit_callbacks(execute=True):
        as_alice.post("/accounts/settings/", settings)
    assert {"lobby", f"user.{alice.pk}", f"user.{bob.pk}"} <= sent


def test_an_invited_player_is_seen_with_the_new_name_by_the_host(
    alice: User, bob: User, as_alice: Client, django_capture_on_commit_callbacks: Any
) -> None:
    game = open_table(bob, variant="casino", kind="invitation", invited=alice)
    settings = {"display_name": "Al", "avatar": alice.avatar, "time_zone": "UTC"}
    with django_capture_on_commit_callbacks(execute=True):
        as_alice.post("/accounts/settings/", settings)
    assert Game.objects.get(pk=game.pk).version > game.version


def test_a_guest_who_keeps_the_account_under_another_name_is_shown_anew_too(
    client_of: LogIn, django_capture_on_commit_callbacks: Any
) -> None:
    guest = create_guest()
    game = open_table(guest, variant="casino", move_time=DAY)
    form = {"username": "norma", "password1": "a long way to go", "password2": "a long way to go"}
    with django_capture_on_commit_callbacks(execute=True):
        client_of(guest).post("/accounts/keep/", form)
    assert Game.objects.get(pk=game.pk).version > game.version
