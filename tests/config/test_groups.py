"""Messages to groups of sockets, within a process and between processes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import ContextVar
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

import pytest
from channels.layers import get_channel_layer
from channels_redis.pubsub import RedisPubSubChannelLayer
from django.conf import settings

from config import groups
from config.groups import Groups, Message

CHANGED = {"type": "game.changed", "version": 3}

HOST: Any = None if settings.EMBEDDED else settings.CHANNEL_LAYERS["default"]["CONFIG"]["hosts"][0]
with_layer = pytest.mark.skipif(settings.EMBEDDED, reason="one process has no channel layer")


speaker: ContextVar[str] = ContextVar("speaker", default="")


class Page:
    """A socket that keeps what it hears."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[Message] = asyncio.Queue()

    def hear(self, message: Message) -> None:
        self.heard.put_nowait(message)

    async def hears(self, within: float = 5) -> Message | None:
        try:
            return await asyncio.wait_for(self.heard.get(), within)
        except TimeoutError:
            return None


async def test_a_message_reaches_the_sockets_of_its_group_once() -> None:
    page, other = Page(), Page()
    await groups.here().join("game.7", page)
    await groups.here().join("game.8", other)
    groups.send("game.7", CHANGED)
    assert await page.hears() == CHANGED
    assert await page.hears(within=0.1) is None
    assert other.heard.empty()


async def test_a_message_may_come_from_any_thread() -> None:
    page = Page()
    await groups.here().join("game.7", page)
    thread = Thread(target=groups.send, args=("game.7", CHANGED))
    thread.start()
    assert await page.hears() == CHANGED
    thread.join()


async def test_a_socket_that_has_left_hears_nothing_more() -> None:
    page, stays = Page(), Page()
    await groups.here().join("game.7", page)
    await groups.here().join("game.7", stays)
    groups.here().leave("game.7", page)
    groups.here().leave("game.7", page)
    groups.send("game.7", CHANGED)
    assert await stays.hears() == CHANGED
    assert page.heard.empty()


async def test_a_socket_that_leaves_at_a_message_keeps_it_from_no_other() -> None:
    class Leaving(Page):
        def hear(self, message: Message) -> None:
            super().hear(message)
            groups.here().leave("game.7", self)

    pages = [Leaving() for _ in range(3)]
    for page in pages:
        await groups.here().join("game.7", page)
    groups.send("game.7", CHANGED)
    assert [await page.hears() for page in pages] == [CHANGED] * 3


async def test_a_message_brings_nothing_of_its_senders_context() -> None:
    class Listening(Page):
        def hear(self, message: Message) -> None:
            super().hear({"said_by": speaker.get()})

    page = Listening()
    await groups.here().join("game.7", page)
    speaker.set("alice")
    groups.send("game.7", CHANGED)
    assert await page.hears() == {"said_by": ""}


def test_without_sockets_nothing_happens() -> None:
    asyncio.run(_join())
    groups.send("game.7", CHANGED)


async def _join() -> None:
    await groups.here().join("game.7", Page())
    for task in asyncio.all_tasks() - {asyncio.current_task()}:
        task.cancel()


@with_layer
async def test_a_message_reaches_the_sockets_of_other_processes() -> None:
    here, there, page, far = Groups(), Groups(), Page(), Page()
    await here.join("game.7", page)
    await there.join("game.7", far)
    here.send("game.7", CHANGED)
    assert (await page.hears(), await far.hears()) == (CHANGED, CHANGED)
    assert await page.hears(within=0.2) is None


@with_layer
async def test_a_process_without_sockets_tells_the_others() -> None:
    page = Page()
    await groups.here().join("game.7", page)
    await asyncio.to_thread(_send_as_worker)
    assert await page.hears() == CHANGED


def _send_as_worker() -> None:
    """Send as a worker does, which has no sockets and no event loop."""
    known, groups._groups = groups._groups, None
    try:
        groups.send("game.7", CHANGED)
    finally:
        groups._groups = known


@with_layer
async def test_messages_that_come_up_while_one_is_on_its_way_are_sent_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    here, there, page, far = Groups(), Groups(), Page(), Page()
    await here.join("game.7", page)
    await there.join("game.7", far)
    sent, send = list[Any](), here.layer.group_send

    async def note(group: str, message: Any) -> None:
        sent.append(message["messages"])
        await send(group, message)

    monkeypatch.setattr(here.layer, "group_send", note)
    versions = [{**CHANGED, "version": version} for version in range(20)]
    for version in versions:
        here.send("game.7", version)
        await asyncio.sleep(0)
    assert [await far.hears() for _ in versions] == versions
    assert len(sent) < len(versions)
    assert [await page.hears() for _ in versions] == versions


@with_layer
async def test_a_message_to_a_group_that_has_been_left_is_not_the_last() -> None:
    here, there, far = Groups(), Groups(), Page()
    await there.join("game.7", far)
    there.leave("game.7", far)
    here.send("game.7", CHANGED)
    await there.join("game.8", far)
    here.send("game.8", CHANGED)
    assert await far.hears() == CHANGED
    assert far.heard.empty()


@with_layer
async def test_a_socket_that_could_not_join_is_no_member(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*args: Any) -> None:
        raise ConnectionError("no layer")

    here, page = Groups(), Page()
    monkeypatch.setattr(get_channel_layer(), "group_add", fail)
    with pytest.raises(ConnectionError):
        await here.join("game.7", page)
    here.send("game.7", CHANGED)
    assert await page.hears(within=0.1) is None


@with_layer
async def test_a_socket_that_ends_while_it_joins_is_no_member(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    here, page, is_joining = Groups(), Page(), asyncio.Event()

    async def join_for_ever(*args: Any) -> None:
        is_joining.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(get_channel_layer(), "group_add", join_for_ever)
    joining = asyncio.create_task(here.join("game.7", page))
    await is_joining.wait()
    joining.cancel()
    with pytest.raises(asyncio.CancelledError):
        await joining
    here.send("game.7", CHANGED)
    assert await page.hears(within=0.1) is None


@with_layer
async def test_sockets_that_join_at_once_subscribe_their_process_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    here, layer, added = Groups(), get_channel_layer(), list[str]()
    add: Any = layer.group_add

    async def add_slowly(group: str, channel: str) -> None:
        added.append(group)
        await asyncio.sleep(0.05)
        await add(group, channel)

    monkeypatch.setattr(layer, "group_add", add_slowly)
    await asyncio.gather(here.join("game.7", Page()), here.join("game.7", Page()))
    assert added == [groups.PROCESSES]


async def _until(is_true: Callable[[], bool]) -> None:
    for _ in range(500):
        if is_true():
            return
        await asyncio.sleep(0.01)
    raise AssertionError


@with_layer
async def test_a_layer_that_fails_stops_neither_the_sender_nor_the_sockets(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*args: Any) -> None:
        raise ConnectionError("no layer")

    here, there, page, far = Groups(), Groups(), Page(), Page()
    await here.join("game.7", page)
    await there.join("game.7", far)
    with monkeypatch.context() as broken:
        broken.setattr(here.layer, "group_send", fail)
        here.send("game.7", CHANGED)
        assert await page.hears() == CHANGED
        await _until(lambda: "no layer" in caplog.text)
    here.send("game.7", CHANGED)
    assert await far.hears() == CHANGED


@with_layer
async def test_a_message_that_never_arrives_is_not_the_last(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def wait_for_ever(*args: Any) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(groups, "SENT_WITHIN", 0.05)
    here, there, far = Groups(), Groups(), Page()
    await there.join("game.7", far)
    with monkeypatch.context() as broken:
        broken.setattr(here.layer, "group_send", wait_for_ever)
        here.send("game.7", CHANGED)
        await _until(lambda: "TimeoutError" in caplog.text)
    here.send("game.7", CHANGED)
    assert await far.hears() == CHANGED


@with_layer
async def test_a_message_that_cannot_be_read_is_not_the_last(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(groups, "RECEIVE_AGAIN", 0)
    here, there, far = Groups(), Groups(), Page()
    await there.join("game.7", far)
    await here.layer.group_send(groups.PROCESSES, {"type": "nonsense"})
    here.send("game.7", CHANGED)
    assert await far.hears() == CHANGED
    assert "was not received" in caplog.text


class Gateway:
    """Passes connections to Redis on, until it forgets those that are open."""

    def __init__(self) -> None:
        self.known: set[asyncio.StreamWriter] = set()

    async def forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        address = urlsplit(HOST["address"])
        self.known.add(writer)
        answers, requests = await asyncio.open_connection(address.hostname, address.port)
        try:
            await asyncio.gather(self.ask(reader, writer, requests), self.answer(answers, writer))
        finally:
            for end in (writer, requests):
                end.transport.abort()

    async def ask(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        requests: asyncio.StreamWriter,
    ) -> None:
        while (sent := await reader.read(2000)) and writer in self.known:
            requests.write(sent)
        requests.transport.abort()

    async def answer(self, answers: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while sent := await answers.read(2000):
            if writer in self.known:
                writer.write(sent)
        writer.transport.abort()


@with_layer
async def test_a_connection_that_the_network_has_forgotten_is_noticed() -> None:
    here, there, page, gateway = Groups(), Groups(), Page(), Gateway()
    server = await asyncio.start_server(gateway.forward, "127.0.0.1", 0)
    address = f"redis://127.0.0.1:{server.sockets[0].getsockname()[1]}/0"
    asked_every = min(HOST.get("health_check_interval", 0), 0.5)  # seconds
    here.layer = RedisPubSubChannelLayer(
        hosts=[{**HOST, "address": address, "health_check_interval": asked_every}],
        prefix=there.layer.prefix,
    )
    await here.join("game.7", page)
    there.send("game.7", CHANGED)
    assert await page.hears() == CHANGED
    gateway.known.clear()
    for _ in range(40):
        there.send("game.7", CHANGED)
        if await page.hears(within=0.2):
            break
    else:
        pytest.fail("nothing was heard any more")
    server.close()
