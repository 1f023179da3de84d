"""What sockets do about a change that comes while they open, and what they do after closing."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.db import OperationalError
from django.utils import timezone

from config import groups
from games import services
from games.announcing import LOBBY, game_group
from games.live import consumers, lobby, signed_in
from games.live.database import WRITERS, write_database
from games.models import Game
from tests.games.conftest import seconds
from tests.games.frames import SHORT, next_frame, piles_in
from tests.sockets import Opener

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_move_made_while_the_socket_joins_is_not_missed(
    dealt: Any, alice: Any, play: Any, watch: Any, as_bob: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await database_sync_to_async(dealt)()
    join = consumers.TableConsumer.join

    async def join_late(consumer: Any, group: str) -> None:
        if group == game_group(game.pk):
            await database_sync_to_async(play)(game, alice, "8C")
        await join(consumer, group)

    monkeypatch.setattr(consumers.TableConsumer, "join", join_late)
    _, shown = await watch(game, as_bob)
    assert "8C" in piles_in(shown)


async def test_a_move_made_while_a_page_joins_the_games_of_its_player_is_counted(
    dealt: Any, alice: Any, play: Any, as_bob: Any, open_socket: Opener, monkeypatch: Any
) -> None:
    game = await database_sync_to_async(dealt)()
    join = signed_in.SignedInConsumer.join

    async def move_and_join(self: Any, group: str) -> None:
        if group == game_group(game.pk):
            await database_sync_to_async(play)(game, alice, "9D x 4H 5D")
        await join(self, group)

    monkeypatch.setattr(signed_in.SignedInConsumer, "join", move_and_join)
    page = await open_socket("/ws/turns/?turns=0", as_bob)
    await next_frame(page, 'value="1"')


async def test_a_table_says_that_it_is_the_turn_of_its_player_in_another_game(
    dealt: Any, alice: Any, play: Any, watch: Any, as_bob: Any
) -> None:
    game, other = [await database_sync_to_async(dealt)(move_time=259200) for _ in range(2)]
    socket, _ = await watch(game, as_bob)
    await database_sync_to_async(play)(other, alice, "9D x 4H 5D")
    await next_frame(socket, 'value="1"')


async def test_a_page_no_longer_hears_of_a_game_that_is_over(
    dealt: Any, bob: Any, as_alice: Any, open_socket: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signed_in, "LIST_PAUSE", 0)
    game = await database_sync_to_async(dealt)()
    page = await open_socket("/ws/turns/?turns=0", as_alice)
    assert 'value="1"' in (await page.receive() or "")
    assert groups.has_socket(game_group(game.pk))
    await database_sync_to_async(services.quit_game)(game.pk, user_id=bob.pk)
    await next_frame(page, 'value="0"')
    assert not groups.has_socket(game_group(game.pk))


@pytest.mark.parametrize(("kept", "is_change"), [(60, True), (0, False)])
async def test_a_socket_forgets_after_a_while_what_it_sent(
    kept: float,
    is_change: bool,
    dealt: Any,
    alice: Any,
    bob: Any,
    play: Any,
    watch: Any,
    as_bob: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(consumers, "REMEMBER_SECONDS", kept)
    game = await database_sync_to_async(dealt)()
    bobs, _ = await watch(game, as_bob)
    await asyncio.sleep(0)
    await database_sync_to_async(play)(game, alice, "8C")
    assert "8C" in piles_in(await bobs.receive())
    await asyncio.sleep(0)
    await database_sync_to_async(play)(game, bob, "pass")
    assert "8C" in piles_in(await bobs.receive())
    assert bobs.frames[-1].startswith('<div id="changes"') == is_change


async def test_a_closed_page_no_longer_keeps_the_place_in_the_queue(
    alice: Any, watch: Any, as_alice: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signed_in, "WAITING_PING", 0.01)
    place = await database_sync_to_async(services.play_now)(
        alice, variant="trifecta", move_times=[60]
    )
    alices, _ = await watch(place, as_alice)
    await alices.close()
    # Once every thread waits here, no ping is on its way any more.
    together = threading.Barrier(WRITERS)
    await asyncio.gather(*[write_database(together.wait, 30) for _ in range(WRITERS)])
    long_ago = timezone.now() - seconds(29)
    await Game.objects.filter(pk=place.pk).aupdate(seen_at=long_ago)
    await asyncio.sleep(SHORT)
    await place.arefresh_from_db()
    assert place.seen_at == long_ago


async def test_many_changes_in_a_row_send_the_lists_once(
    lists_alone: None, open_socket: Opener, as_alice: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signed_in, "LIST_PAUSE", 0.05)
    rendered: list[Any] = []
    render = consumers.LobbyConsumer._look

    def count_and_render(consumer: Any) -> Any:
        rendered.append(consumer)
        return render(consumer)

    socket = await open_socket("/ws/lobby/", as_alice)
    assert await socket.receive() is not None
    monkeypatch.setattr(consumers.LobbyConsumer, "_look", count_and_render)
    for _ in range(10):
        groups.send(LOBBY, {"type": "lists.changed"})
    await asyncio.sleep(2 * SHORT)
    assert len(rendered) == 1


async def test_lists_that_could_not_be_read_are_read_again(
    lists_alone: None,
    open_socket: Opener,
    as_alice: Any,
    alice: Any,
    bob: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(signed_in, "LIST_PAUSE", 0.01)
    monkeypatch.setattr(signed_in, "TRY_AGAIN", 0.01)
    socket = await open_socket("/ws/lobby/", as_alice)
    await socket.receive()
    failures, render = [OperationalError("away")], consumers.LobbyConsumer._look

    def render_later(consumer: Any) -> Any:
        if failures:
            raise failures.pop()
        return render(consumer)

    monkeypatch.setattr(consumers.LobbyConsumer, "_look", render_later)
    await database_sync_to_async(services.open_table)(
        bob, variant="casino", move_time=60, kind="open"
    )
    shown = await socket.receive()
    assert shown is not None
    assert "bob" in shown
    assert not failures


class Noting(consumers.LobbyConsumer):
    """A socket that notes when it begins and ends what it does."""

    def __init__(self) -> None:
        super().__init__()
        self.noted: list[str] = []

    async def game_changed(self, message: Mapping[str, Any]) -> None:
        self.noted.append("begins")
        await asyncio.sleep(0)
        self.noted.append("ends")


async def hear_twice(socket: Noting) -> list[str]:
    """Let a socket hear two messages at once, and return what it has noted then."""
    for _ in range(2):
        socket.hear({"type": "game.changed"})
    while signed_in._heard:
        await asyncio.sleep(0)
    return socket.noted


async def test_a_socket_does_one_thing_at_a_time() -> None:
    assert await hear_twice(Noting()) == ["begins", "ends"] * 2


async def test_a_socket_that_has_ended_does_nothing_more() -> None:
    socket = Noting()
    socket.end()
    assert await hear_twice(socket) == []


async def test_a_socket_that_fails_while_it_opens_stays_in_no_group(
    as_alice: Any, alice: Any, open_socket: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    opening: list[consumers.LobbyConsumer] = []
    join = consumers.LobbyConsumer.join

    async def fail_and_join(consumer: Any, group: str) -> None:
        if group == LOBBY:
            consumer.end()
        opening.append(consumer)
        await join(consumer, group)

    monkeypatch.setattr(consumers.LobbyConsumer, "join", fail_and_join)
    socket = await open_socket("/ws/lobby/", as_alice)
    await socket.close()
    assert opening[0] not in groups.here()._members.get(LOBBY, set())
    assert opening[0] not in lobby.here()._watchers
    assert alice.pk not in lobby.here().presence._open


async def test_a_socket_ends_when_its_browser_has_gone(caplog: pytest.LogCaptureFixture) -> None:
    async def send_to_nobody() -> None:
        raise OSError

    socket = Noting()
    await socket._succeeds(send_to_nobody())
    assert socket.has_ended
    assert caplog.text == ""


async def test_a_socket_that_has_failed_still_stops_when_its_browser_goes() -> None:
    socket, read = Noting(), 0

    async def receive() -> Mapping[str, Any]:
        nonlocal read
        read += 1
        assert read == 1
        socket.end()  # a task of its own has found out first
        return {"type": "websocket.disconnect", "code": 1006}

    async def send(message: Mapping[str, Any]) -> None:
        raise OSError

    await asyncio.wait_for(socket({"type": "websocket"}, receive, send), 5)
    assert read == 1
