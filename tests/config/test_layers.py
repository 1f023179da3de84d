"""The embedded channel layer wakes a consumer from any thread."""

import asyncio
import time

import pytest
from asgiref.sync import async_to_sync

from config.layers import LoopBoundInMemoryLayer


async def test_a_message_from_another_thread_arrives_at_once() -> None:
    layer = LoopBoundInMemoryLayer()
    channel = await layer.new_channel()
    await layer.group_add("table", channel)
    waiting = asyncio.create_task(layer.receive(channel))
    async with asyncio.timeout(2):
        while layer.loop is None:  # until the receiver is waiting
            await asyncio.sleep(0)
    started = time.monotonic()
    await asyncio.to_thread(
        async_to_sync(layer.group_send), "table", {"type": "game.changed", "version": 1}
    )
    assert await asyncio.wait_for(waiting, 2) == {"type": "game.changed", "version": 1}
    assert time.monotonic() - started < 1


async def test_messages_in_the_consumers_own_loop_arrive_in_order() -> None:
    layer = LoopBoundInMemoryLayer()
    channel = await layer.new_channel()
    for version in range(5):
        await layer.send(channel, {"type": "game.changed", "version": version})
    assert [(await layer.receive(channel))["version"] for _ in range(5)] == list(range(5))


async def test_a_channel_that_has_left_the_group_gets_no_message() -> None:
    layer = LoopBoundInMemoryLayer()
    channel = await layer.new_channel()
    await layer.group_add("table", channel)
    await layer.group_discard("table", channel)
    await layer.group_send("table", {"type": "game.changed", "version": 1})
    await layer.send(channel, {"type": "end"})
    assert await layer.receive(channel) == {"type": "end"}


async def test_a_sender_does_not_wait_for_a_loop_that_is_gone() -> None:
    layer = LoopBoundInMemoryLayer()
    layer.loop = asyncio.new_event_loop()
    layer.loop.close()
    channel = await layer.new_channel()
    await layer.send(channel, {"type": "end"})
    assert await layer.receive(channel) == {"type": "end"}


async def test_a_message_that_nobody_fetches_expires(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    layer = LoopBoundInMemoryLayer(expiry=-1)
    channel = await layer.new_channel()
    await layer.group_add("table", channel)
    await layer.group_send("table", {"type": "game.changed", "version": 1})
    monkeypatch.setattr(layer, "clean_at", 0.0)
    await layer.group_send("nobody", {"type": "game.changed", "version": 1})
    await layer.send("another", {"type": "game.changed", "version": 1})
    assert channel not in layer.channels
    assert channel not in layer.groups.get("table", {})
