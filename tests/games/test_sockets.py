"""The sockets, through the real ASGI application: who is sent what and when."""

from __future__ import annotations

import asyncio
import re
import threading
from typing import Any

import pytest
import time_machine
from channels.db import database_sync_to_async
from django.test import Client
from django.utils import timezone

from config import groups
from games import announcing, presenters, services
from games.live import consumers
from games.live.database import write_database
from games.models import Game
from games.presenters.lobby import view_lobby
from tests.games.conftest import ALICE_HOLDS, BOB_HOLDS, seconds
from tests.games.frames import (
    SHORT,
    close_code_of,
    frame,
    hand_in,
    moves_of,
    next_frame,
    path_of,
    piles_in,
    receive_all,
    version_in,
)
from tests.games.pages import named
from tests.sockets import Opener, Socket

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lists_at_once")]

SHOWN_WITHIN = 2
"""The seconds in which all open pages have to show a move."""


def paths_of_all_sockets(game: Game) -> list[str]:
    routes = [str(each.pattern) for each in consumers.websocket_urlpatterns]
    paths = [f"/{route.replace('<str:public_id>', game.public_id)}" for route in routes]
    assert not [path for path in paths if "<" in path]
    return paths


# The socket of a table


async def test_each_player_is_sent_their_own_table_on_connecting(
    dealt: Any, watch: Any, as_alice: Any, as_bob: Any
) -> None:
    game = await database_sync_to_async(dealt)()
    _, alices = await watch(game, as_alice)
    _, bobs = await watch(game, as_bob)
    assert hand_in(alices) == set(ALICE_HOLDS)
    assert hand_in(bobs) == set(BOB_HOLDS)
    assert piles_in(alices) == piles_in(bobs) == {"5D", "4H", "KD", "TH"}


async def test_a_move_is_stored_answered_and_shown_to_the_opponent(
    dealt: Any, watch: Any, as_alice: Any, as_bob: Any
) -> None:
    game = await database_sync_to_async(dealt)()
    alices, before = await watch(game, as_alice)
    bobs, _ = await watch(game, as_bob)
    await alices.send(frame(card="8C"))
    answer = await next_frame(alices)
    assert await moves_of(game) == ["secret 7H", "secret 6C", "8C"]
    assert hand_in(answer) == set(ALICE_HOLDS) - {"8C"}
    assert "8C" in piles_in(answer)
    shown = await next_frame(bobs)
    assert hand_in(shown) == set(BOB_HOLDS)
    assert "8C" in piles_in(shown)
    assert version_in(answer) == version_in(shown) == version_in(before) + 1
    await bobs.send(frame(seen=3, card="8D", action="capture", pile="8C"))
    assert "8C" not in piles_in(await next_frame(bobs))
    assert "8C" not in piles_in(await next_frame(alices))
    assert (await moves_of(game))[-1] == "8D x 8C"


async def test_a_change_is_sent_once_to_each_viewer(
    dealt: Any, watch: Any, as_alice: Any, as_bob: Any
) -> None:
    game = await database_sync_to_async(dealt)()
    alices, _ = await watch(game, as_alice)
    bobs, _ = await watch(game, as_bob)
    await alices.send(frame())
    await next_frame(alices)
    await next_frame(bobs)
    assert await alices.receive_nothing(SHORT)
    assert await bobs.receive_nothing(SHORT)


async def test_both_tabs_of_a_player_show_the_move(dealt: Any, watch: Any, as_alice: Any) -> None:
    game = await database_sync_to_async(dealt)()
    first, _ = await watch(game, as_alice)
    second, _ = await watch(game, as_alice)
    async with asyncio.timeout(SHOWN_WITHIN):
        await first.send(frame())
        await next_frame(first)
        assert "8C" in piles_in(await next_frame(second))
    await second.send(frame(card="3H"))
    assert "not your turn" in await next_frame(second, 'role="alert"')


async def test_a_move_by_post_arrives_at_the_open_sockets(
    dealt: Any, watch: Any, as_alice: Any, as_bob: Any
) -> None:
    game = await database_sync_to_async(dealt)()
    bobs, _ = await watch(game, as_bob)
    posted = {"seen": "2", "action": "drop", "card": "8C"}
    await database_sync_to_async(as_alice.post)(f"/games/{game.public_id}/move/", posted)
    assert "8C" in piles_in(await next_frame(bobs))


async def test_an_illegal_move_is_answered_with_the_reason_and_the_selection(
    dealt: Any, watch: Any, as_alice: Any, as_bob: Any
) -> None:
    game = await database_sync_to_async(dealt)()
    alices, before = await watch(game, as_alice)
    bobs, _ = await watch(game, as_bob)
    await alices.send(frame(action="capture", card="8C", pile=["KD"]))
    answer = await next_frame(alices)
    assert 'role="alert"' in answer
    assert re.search(r'value="8C" id="c-8C" checked', answer)
    assert re.search(r'value="KD" id="p-KD"[^>]* checked', answer)
    assert version_in(answer) == version_in(before)
    assert await bobs.receive_nothing(SHORT)
    assert len(await moves_of(game)) == 2


async def test_a_violation_arrives_on_both_screens(
    dealt: Any, watch: Any, as_alice: Any, as_bob: Any
) -> None:
    game = await database_sync_to_async(dealt)()
    sockets = [(await watch(game, client))[0] for client in (as_alice, as_bob)]

    def let_time_pass() -> None:
        Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - seconds(5))
        assert services.expire_turn(game.pk)

    await database_sync_to_async(let_time_pass)()
    for socket, mover in zip(sockets, ("You", "alice"), strict=True):
        assert "1 of 5" in await next_frame(socket, f"{mover} ran out of time")


@pytest.mark.parametrize(("after", "event"), [(1, "8C"), (1.1, "timeout")])
async def test_a_frame_counts_from_its_arrival_however_long_it_waits_for_the_database(
    dealt: Any,
    watch: Any,
    as_alice: Any,
    monkeypatch: pytest.MonkeyPatch,
    after: float,
    event: str,
) -> None:
    game = await database_sync_to_async(dealt)()
    alices, _ = await watch(game, as_alice)
    with time_machine.travel(game.deadline + seconds(after), tick=False) as clock:

        async def write_later(*call: Any) -> Any:
            clock.shift(seconds(1.5))
            return await write_database(*call)

        monkeypatch.setattr(consumers, "write_database", write_later)
        await alices.send(frame())
        await next_frame(alices, 'id="turn"')
    assert (await moves_of(game))[2:] == [event]


async def test_a_frame_counts_from_its_arrival_although_the_socket_is_busy(
    dealt: Any, watch: Any, alice: Any, as_alice: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_busy, is_free = asyncio.Event(), asyncio.Event()

    async def be_busy(consumer: Any, message: Any) -> None:
        is_busy.set()
        await is_free.wait()

    monkeypatch.setattr(consumers.TableConsumer, "settings_changed", be_busy)
    game = await database_sync_to_async(dealt)()
    alices, _ = await watch(game, as_alice)
    with time_machine.travel(game.deadline + seconds(1), tick=False) as clock:
        groups.send(groups.user_group(alice.pk), {"type": "settings.changed"})
        await is_busy.wait()
        await alices.send(frame())
        await asyncio.sleep(0.01)
        clock.shift(seconds(1.5))
        is_free.set()
        await next_frame(alices, 'id="turn"')
    assert (await moves_of(game))[2:] == ["8C"]


async def test_the_waiting_player_sees_somebody_join(
    alice: Any, bob: Any, watch: Any, as_alice: Any, as_bob: Any
) -> None:
    game = await database_sync_to_async(services.play_now)(
        alice, variant="trifecta", move_times=[60]
    )
    alices, waiting = await watch(game, as_alice)
    assert "Looking for an opponent" in waiting
    await database_sync_to_async(services.play_now)(bob, variant="trifecta", move_times=[60])
    picking = await next_frame(alices, "Pick your secret card")
    assert len(hand_in(picking)) == 52


async def test_the_place_in_the_queue_is_kept_while_the_socket_is_open(
    alice: Any, watch: Any, as_alice: Any
) -> None:
    game = await database_sync_to_async(services.play_now)(
        alice, variant="trifecta", move_times=[60]
    )
    await Game.objects.filter(pk=game.pk).aupdate(seen_at=timezone.now() - seconds(29))
    alices, _ = await watch(game, as_alice)
    for _ in range(3000):
        await game.arefresh_from_db()
        if timezone.now() - game.seen_at < seconds(20):
            break
        await alices.receive_nothing(0.02)
    assert timezone.now() - game.seen_at < seconds(20)


async def test_picks_and_the_deal_arrive(
    known_shuffle: None, picking: Any, alice: Any, bob: Any, watch: Any, as_alice: Any
) -> None:
    game = await database_sync_to_async(picking)()
    alices, _ = await watch(game, as_alice)
    for user, card, words in ((bob, "6C", "bob has picked"), (alice, "7H", "Round 1 of 6")):
        await database_sync_to_async(services.pick_secret)(
            game.pk, user_id=user.pk, card=card, arrived_at=timezone.now()
        )
        shown = await next_frame(alices, words)
    assert hand_in(shown) == set(ALICE_HOLDS)


async def test_the_end_arrives_with_the_result(
    dealt: Any, watch: Any, alice: Any, as_alice: Any, as_bob: Any
) -> None:
    game = await database_sync_to_async(dealt)()
    bobs, _ = await watch(game, as_bob)
    alices, _ = await watch(game, as_alice)
    await database_sync_to_async(services.quit_game)(game.pk, user_id=alice.pk)
    assert "alice quit the game" in await next_frame(bobs, "You win by forfeit")
    assert "You quit the game" in await next_frame(alices, "bob wins by forfeit")
    await alices.send(frame())
    assert "This game is over" in await next_frame(alices)


async def test_a_reconnected_player_is_sent_what_was_missed(
    dealt: Any, watch: Any, as_alice: Any, as_bob: Any
) -> None:
    game = await database_sync_to_async(dealt)()
    alices, _ = await watch(game, as_alice)
    bobs, _ = await watch(game, as_bob)
    await bobs.close(1006)
    await alices.send(frame())
    await next_frame(alices)
    again, caught_up = await watch(game, as_bob)
    assert "8C" in piles_in(caught_up)
    await again.send(frame(seen=3, card="8D", action="capture", pile="8C"))
    await next_frame(again)
    assert (await moves_of(game))[-1] == "8D x 8C"


async def test_the_tokens_in_a_frame_are_good_for_a_post(
    alice: Any, dealt: Any, watch: Any
) -> None:
    game = await database_sync_to_async(dealt)()
    strict = Client(enforce_csrf_checks=True)
    await database_sync_to_async(strict.force_login)(alice)
    await database_sync_to_async(strict.get)(f"/games/{game.public_id}/")
    _, first = await watch(game, strict)
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', first)
    assert token is not None
    posted = {"seen": "2", "action": "drop", "card": "8C", "csrfmiddlewaretoken": token[1]}
    path = f"/games/{game.public_id}/move/"
    assert (await database_sync_to_async(strict.post)(path, posted)).status_code == 302
    assert (await moves_of(game))[-1] == "8C"


# Spectators


@pytest.mark.parametrize("logged_in", [True, False])
async def test_a_spectator_of_a_public_game_sees_no_hand_and_cannot_move(
    dealt: Any, watch: Any, as_alice: Any, as_oscar: Any, logged_in: bool
) -> None:
    game = await database_sync_to_async(dealt)()
    alices, _ = await watch(game, as_alice)
    watchers, first = await watch(game, as_oscar if logged_in else None)
    for code in (*ALICE_HOLDS, *BOB_HOLDS):
        assert f"cards/{code}" not in first
    assert "All hands stay hidden" in first
    await watchers.send(frame())
    answer = await next_frame(watchers)
    assert 'role="alert"' in answer
    assert not hand_in(answer)
    assert len(await moves_of(game)) == 2
    await alices.send(frame())
    shown = await next_frame(watchers, "cards/8C")
    assert not hand_in(shown)


@pytest.mark.parametrize("kind", ["link", "invitation"])
async def test_somebody_elses_private_game_closes_with_not_found(
    dealt: Any, open_socket: Opener, as_oscar: Any, as_bob: Any, kind: str
) -> None:
    game = await database_sync_to_async(dealt)(kind=kind)
    for client in (as_oscar, None):
        socket = await open_socket(path_of(game), client)
        assert await socket.receive() is None
        assert socket.close_code == consumers.NOT_FOUND
    own = await open_socket(path_of(game), as_bob)
    assert hand_in(await next_frame(own)) == set(BOB_HOLDS)


@pytest.mark.parametrize("logged_in", [True, False])
async def test_no_socket_tells_others_anything_of_a_private_game(
    dealt: Any, alice: Any, bob: Any, open_socket: Opener, as_oscar: Any, logged_in: bool
) -> None:
    game = await database_sync_to_async(dealt)(kind="link")
    client = as_oscar if logged_in else None
    sockets = {path: await open_socket(path, client) for path in paths_of_all_sockets(game)}
    assert await close_code_of(sockets[path_of(game)]) == consumers.NOT_FOUND
    await asyncio.gather(*map(receive_all, sockets.values()))
    await database_sync_to_async(services.quit_game)(game.pk, user_id=alice.pk)
    await asyncio.gather(*map(receive_all, sockets.values()))
    frames = [frame for socket in sockets.values() for frame in socket.frames]
    names = (game.public_id, alice.username, bob.username)
    assert not [frame for frame in frames for name in names if name in frame]


async def test_an_unknown_game_closes_the_same_way(open_socket: Opener, as_oscar: Any) -> None:
    socket = await open_socket("/ws/games/nothing-of-that-name-0/", as_oscar)
    assert await socket.receive() is None
    assert socket.close_code == consumers.NOT_FOUND


async def test_a_watched_link_closes_when_the_game_becomes_private(
    picking: Any, alice: Any, bob: Any, watch: Any, as_oscar: Any
) -> None:
    game = await database_sync_to_async(services.open_table)(
        alice, variant="trifecta", move_time=60, kind="link"
    )
    oscars, _ = await watch(game, as_oscar)
    await database_sync_to_async(services.join_game)(game.pk, user=bob)
    assert await close_code_of(oscars) == consumers.NOT_FOUND


@pytest.mark.parametrize("origin", [None, "http://elsewhere.example", "http://testserver:81"])
@pytest.mark.parametrize("path", ["game", "lobby"])
async def test_pages_of_other_sites_get_no_socket(
    dealt: Any, as_alice: Any, origin: str | None, path: str
) -> None:
    game = await database_sync_to_async(dealt)()
    address = path_of(game) if path == "game" else "/ws/lobby/"
    assert not await Socket(address, client=as_alice, origin=origin).open()


# The lobby


async def test_the_lists_show_when_it_becomes_your_turn(
    dealt: Any, play: Any, alice: Any, open_socket: Opener, as_bob: Any
) -> None:
    game = await database_sync_to_async(dealt)()
    bobs = await open_socket("/ws/lobby/", as_bob)
    await next_frame(bobs, f"{named('alice')}’s turn", game.public_id)
    await database_sync_to_async(play)(game, alice, "8C")
    await next_frame(bobs, "Your turn", game.public_id)


async def test_the_lists_show_turns_of_a_game_that_began_later(
    dealt: Any, play: Any, alice: Any, open_socket: Opener, as_bob: Any
) -> None:
    bobs = await open_socket("/ws/lobby/", as_bob)
    await next_frame(bobs)
    game = await database_sync_to_async(dealt)()
    await next_frame(bobs, f"{named('alice')}’s turn", game.public_id)
    await database_sync_to_async(play)(game, alice, "8C")
    await next_frame(bobs, "Your turn")


async def test_the_lists_show_a_change_that_came_while_they_were_read(
    dealt: Any, play: Any, alice: Any, open_socket: Opener, as_bob: Any, monkeypatch: Any
) -> None:
    game = await database_sync_to_async(dealt)()
    bobs = await open_socket("/ws/lobby/", as_bob)
    await next_frame(bobs, f"{named('alice')}’s turn")
    is_read, go_on = threading.Event(), threading.Event()

    def view_and_wait(*args: Any, **options: Any) -> presenters.LobbyView:
        view = view_lobby(*args, **options)
        is_read.set()
        go_on.wait(30)
        return view

    monkeypatch.setattr(presenters, "view_lobby", view_and_wait)
    await database_sync_to_async(announcing.announce_lists)([])
    await asyncio.to_thread(is_read.wait, 30)
    await database_sync_to_async(play)(game, alice, "8C")
    await asyncio.sleep(SHORT)
    go_on.set()
    await next_frame(bobs, "Your turn")


@pytest.mark.parametrize("logged_in", [True, False])
async def test_the_lists_show_a_new_table_until_it_is_taken(
    alice: Any, bob: Any, open_socket: Opener, as_oscar: Any, logged_in: bool
) -> None:
    oscars = await open_socket("/ws/lobby/", as_oscar if logged_in else None)
    assert "There is no open table" in await next_frame(oscars)
    game = await database_sync_to_async(services.open_table)(
        alice, variant="trifecta", move_time=60, kind="open"
    )
    await next_frame(oscars, f"/games/{game.public_id}/join/", "alice")
    await database_sync_to_async(services.join_game)(game.pk, user=bob)
    await next_frame(oscars, "There is no open table")


async def test_an_invitation_is_shown_only_to_the_invited_player(
    alice: Any, bob: Any, open_socket: Opener, as_bob: Any, as_oscar: Any
) -> None:
    bobs = await open_socket("/ws/lobby/", as_bob)
    oscars = await open_socket("/ws/lobby/", as_oscar)
    await next_frame(bobs)
    await next_frame(oscars)
    game = await database_sync_to_async(services.open_table)(
        alice, variant="trifecta", move_time=60, kind="invitation", invited=bob
    )
    await next_frame(bobs, "Invitations", game.public_id)
    assert await oscars.receive_nothing(SHORT)


async def test_the_lists_show_the_end(
    dealt: Any, alice: Any, open_socket: Opener, as_bob: Any
) -> None:
    game = await database_sync_to_async(dealt)()
    bobs = await open_socket("/ws/lobby/", as_bob)
    await next_frame(bobs)
    await database_sync_to_async(services.quit_game)(game.pk, user_id=alice.pk)
    await next_frame(bobs, "Just finished", "won")
