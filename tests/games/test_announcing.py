"""Changes are announced from the event loop of the web process, without waiting."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.db import transaction

from games import services
from games.live import notifications

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _without_loop() -> Iterator[None]:
    yield
    notifications.send_from(None)


async def test_a_change_is_announced_in_the_loop_of_the_sockets() -> None:
    layer: Any = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add("game.7", channel)
    notifications.send_from(asyncio.get_running_loop())
    await database_sync_to_async(notifications.announce_game)(7, 3)
    message = await asyncio.wait_for(layer.receive(channel), 5)
    assert message == {"type": "game.changed", "version": 3}


def test_nothing_is_announced_before_the_change_is_committed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sent: list[str] = []
    monkeypatch.setattr(notifications, "_send", lambda group, message: sent.append(group))
    with transaction.atomic():
        notifications.announce_game(7, 3)
        assert sent == []
    assert sent == ["game.7"]
    with suppress(ZeroDivisionError), transaction.atomic():
        notifications.announce_game(8, 3)
        raise ZeroDivisionError
    assert sent == ["game.7"]


def test_a_change_that_cannot_be_announced_is_made_all_the_same(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(group: str, message: Any) -> None:
        raise ConnectionError("no layer")

    monkeypatch.setattr(notifications, "_send", fail)
    with transaction.atomic():
        notifications.announce_game(7, 3)


def test_a_player_who_leaves_a_table_is_told_and_so_are_the_others_and_the_lobby(
    alice: Any, bob: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = services.open_table(alice, variant="casino", move_time=60, kind="open", players=3)
    services.join_game(table.pk, user=bob)
    sent: list[str] = []
    monkeypatch.setattr(notifications, "_send", lambda group, message: sent.append(group))
    services.leave_game(table.pk, user=bob)
    assert {f"game.{table.pk}", f"user.{alice.pk}", f"user.{bob.pk}", "lobby"} <= set(sent)


def test_the_end_of_a_game_is_told_to_the_lists_of_its_players(
    alice: Any, bob: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = services.open_table(alice, variant="casino", move_time=60, kind="open")
    services.join_game(game.pk, user=bob)
    sent: list[str] = []
    monkeypatch.setattr(notifications, "_send", lambda group, message: sent.append(group))
    services.quit_game(game.pk, user_id=alice.pk)
    assert {f"game.{game.pk}", f"user.{alice.pk}", f"user.{bob.pk}", "lobby"} <= set(sent)


async def test_a_layer_that_fails_does_not_stop_the_writer(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(group: str, message: Any) -> None:
        raise ConnectionError("no layer")

    monkeypatch.setattr(get_channel_layer(), "group_send", fail)
    notifications.send_from(asyncio.get_running_loop())
    await database_sync_to_async(notifications.announce_game)(7, 3)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert "a change was not announced: no layer" in caplog.text


def test_without_a_running_loop_a_change_is_announced_at_once() -> None:
    loop = asyncio.new_event_loop()
    notifications.send_from(loop)
    loop.close()
    notifications.announce_game(7, 3)
