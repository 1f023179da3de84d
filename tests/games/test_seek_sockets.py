"""Players in the queue, over the sockets of their pages: offers, calls, and places that stay."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.db import database_sync_to_async
from django.db import OperationalError
from django.utils import timezone

from config import groups
from games import presenters, services
from games.announcing import LOBBY
from games.live import signed_in
from games.models import Game, Seat
from tests.games.conftest import seconds
from tests.games.pages import named
from tests.present import present
from tests.sockets import Opener, Socket

pytestmark = pytest.mark.django_db(transaction=True)

SHORT = 0.2  # long enough to see that no frame comes


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signed_in, "LIST_PAUSE", 0)
    monkeypatch.setattr(signed_in, "WAITING_PING", 0.05)


@database_sync_to_async
def seek(user: Any, *move_times: int) -> Game:
    return services.play_now(user, variant="casino", move_times=move_times)


@database_sync_to_async
def practise(user: Any) -> Game:
    return services.play_computer(user, variant="casino", move_time=0, levels=["easy"])


async def next_with(socket: Socket, *words: str) -> str:
    """Return the next frame that contains all these texts."""
    while True:
        assert await socket.receive() is not None, f"closed with {socket.close_code} before {words}"
        if all(each in socket.frames[-1] for each in words):
            return socket.frames[-1]


async def test_two_who_wait_at_different_paces_are_offered_each_other_at_once(
    alice: Any, bob: Any, watch: Any, as_alice: Any, as_bob: Any
) -> None:
    alices = await seek(alice, 60)
    first, _ = await watch(alices, as_alice)
    bobs = await seek(bob, 120)
    second, _ = await watch(bobs, as_bob)
    offered = await next_with(first, f"{named('bob')} is waiting for the same game with 2 minutes")
    assert f"/games/{bobs.public_id}/join/" in offered
    await next_with(second, f"{named('alice')} is waiting for the same game with 60 seconds")
    await database_sync_to_async(services.join_game)(bobs.pk, user=alice)
    await next_with(second, 'id="play"')


async def test_a_table_that_no_longer_waits_leaves_the_lobby_to_others(
    alice: Any, bob: Any, watch: Any, as_alice: Any
) -> None:
    place = await seek(alice, 60)
    socket, _ = await watch(place, as_alice)
    await _until(lambda: LOBBY in groups.here()._members)
    await database_sync_to_async(services.join_game)(place.pk, user=bob)
    await next_with(socket, 'id="play"')
    await _until(lambda: LOBBY not in groups.here()._members)


async def _until(is_true: Callable[[], bool]) -> None:
    for _ in range(3000):
        if is_true():
            return
        await asyncio.sleep(0.01)
    raise AssertionError


async def test_an_offer_goes_when_the_other_player_does(
    alice: Any, bob: Any, watch: Any, as_alice: Any
) -> None:
    alices, bobs = await seek(alice, 60), await seek(bob, 120)
    socket, _ = await watch(alices, as_alice)
    await next_with(socket, named("bob"))
    await database_sync_to_async(services.leave_game)(bobs.pk, user=bob)
    while named("bob") in await next_with(socket, 'id="seeks"'):
        pass


async def test_a_page_that_shows_the_places_already_is_sent_nothing(
    alice: Any, bob: Any, open_socket: Opener, as_alice: Any
) -> None:
    practice = await practise(alice)
    await seek(alice, 60)
    page = (await sync_to_async(as_alice.get)(practice.get_absolute_url())).content.decode()
    address = page.partition('ws-connect="')[2].partition('"')[0].replace("&amp;", "&")
    socket = await open_socket(address, as_alice)
    assert await socket.receive_nothing(SHORT)
    await seek(bob, 120)
    await next_with(socket, named("bob"))


async def test_a_practice_game_keeps_the_place_and_shows_the_call(
    alice: Any, bob: Any, watch: Any, as_alice: Any
) -> None:
    place = await seek(alice, 60)
    practice = await practise(alice)
    socket, _ = await watch(practice, as_alice)
    await Game.objects.filter(pk=place.pk).aupdate(seen_at=timezone.now() - seconds(29))
    for _ in range(3000):
        await place.arefresh_from_db()
        if timezone.now() - place.seen_at < seconds(20):
            break
        await socket.receive_nothing(0.02)
    assert timezone.now() - place.seen_at < seconds(20)
    seat = await Seat.objects.aget(game=place)
    assert seat.seen_at is None  # alice is not at that table
    await seek(bob, 60)
    called = await next_with(socket, f"{named('bob')} is here: go to your game")
    assert f"/games/{place.public_id}/come/" in called
    assert 'role="alert"' in called


@pytest.mark.parametrize(
    ("module", "name"), [(services, "keep_seeking"), (presenters, "view_seeks")]
)
async def test_a_place_outlives_a_database_that_was_away_for_a_moment(
    alice: Any, watch: Any, as_alice: Any, monkeypatch: pytest.MonkeyPatch, module: Any, name: str
) -> None:
    place = await seek(alice, 60)
    await practise(alice)
    failures = [OperationalError("away")] * 2
    step = getattr(module, name)

    def succeed_later(*args: Any, **options: Any) -> Any:
        if failures:
            raise failures.pop()
        return step(*args, **options)

    await watch(place, as_alice)
    monkeypatch.setattr(module, name, succeed_later)
    await Game.objects.filter(pk=place.pk).aupdate(seen_at=timezone.now() - seconds(29))
    for _ in range(3000):
        await place.arefresh_from_db()
        if not failures and timezone.now() - place.seen_at < seconds(20):
            return
        await asyncio.sleep(0.01)
    raise AssertionError


async def test_the_opponent_sees_the_game_begin_when_the_called_comes(
    alice: Any, bob: Any, watch: Any, as_bob: Any
) -> None:
    place = await seek(alice, 60)
    await practise(alice)
    await seek(bob, 60)
    socket, first = await watch(place, as_bob)
    assert "Calling alice" in first
    await database_sync_to_async(services.come_to_game)(place.pk, user=alice)
    await next_with(socket, 'id="play"')


@pytest.mark.parametrize("path", ["/ws/lobby/", "/ws/mine/"])
async def test_a_list_of_the_own_games_keeps_a_place_too_and_shows_the_call(
    alice: Any, bob: Any, open_socket: Opener, as_alice: Any, path: str
) -> None:
    place = await seek(alice, 60)
    await Seat.objects.filter(game=place).aupdate(seen_at=None)
    await Game.objects.filter(pk=place.pk).aupdate(seen_at=timezone.now() - seconds(29))
    socket = await open_socket(path, as_alice)
    for _ in range(3000):
        await place.arefresh_from_db()
        if timezone.now() - place.seen_at < seconds(20):
            break
        await socket.receive_nothing(0.02)
    assert timezone.now() - place.seen_at < seconds(20)
    await seek(bob, 60)
    await next_with(socket, f"{named('bob')} is here: go to your game")


async def test_a_table_keeps_a_place_for_games_over_days_that_it_does_not_show(
    alice: Any, watch: Any, as_alice: Any
) -> None:
    place, game = await seek(alice, 86_400), await practise(alice)
    long_ago = timezone.now() - seconds(25)
    await Game.objects.filter(pk=place.pk).aupdate(seen_at=long_ago)
    await watch(game, as_alice)
    async with asyncio.timeout(10):
        while present((await Game.objects.aget(pk=place.pk)).seen_at) == long_ago:
            await asyncio.sleep(0.01)


async def test_a_page_of_nobody_who_waits_stores_nothing(
    alice: Any, bob: Any, watch: Any, as_bob: Any
) -> None:
    place = await seek(alice, 60)
    long_ago = timezone.now() - seconds(25)
    await Game.objects.filter(pk=place.pk).aupdate(seen_at=long_ago)
    socket, _ = await watch(place, as_bob)
    assert await socket.receive_nothing(SHORT)
    await place.arefresh_from_db()
    assert place.seen_at == long_ago


async def test_whoever_leaves_the_page_of_the_place_is_called(
    alice: Any, bob: Any, watch: Any, as_alice: Any
) -> None:
    place = await seek(alice, 60)
    socket, _ = await watch(place, as_alice)
    await socket.close()
    game = await seek(bob, 60)
    assert (game.status, game.called_until is None) == ("waiting", False)


async def test_nobody_is_called_who_has_closed_another_page_of_the_place(
    alice: Any, bob: Any, watch: Any, as_alice: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as a tab, or the connection that a phone had before it changed the network."""
    monkeypatch.setattr(signed_in, "WAITING_PING", 60)
    place = await seek(alice, 60)
    first, _ = await watch(place, as_alice)
    await watch(place, as_alice)
    await first.close()
    async with asyncio.timeout(20):
        while not await Seat.objects.filter(game=place, seen_at__isnull=False).aexists():
            await asyncio.sleep(0.01)
    game = await seek(bob, 60)
    assert (game.status, game.called_until) == ("playing", None)
