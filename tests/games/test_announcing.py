"""Changes are announced from the event loop of the web process, without waiting."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer

from games import notifications

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
