"""The sockets, through the real ASGI application: who is sent what and when."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from typing import Any

import pytest
import time_machine
from channels.db import database_sync_to_async
from django.contrib.sessions.models import Session
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from accounts.services import set_active
from accounts.sign_ins import ended_sign_ins
from accounts.sockets import close_sockets
from config import groups
from games import presenters, services
from games.live import consumers, notifications, signed_in
from games.live.database import write_database
from games.models import Game
from games.presenters.lobby import view_lobby
from tests.conftest import PASSWORD
from tests.games.conftest import ALICE_HOLDS, BOB_HOLDS, seconds
from tests.games.pages import named
from tests.sockets import Opener, Socket

pytestmark = pytest.mark.django_db(transaction=True)

SHORT = 0.2  # long enough to see that no frame comes
SHOWN_WITHIN = 2
"""The seconds in which all open pages have to show a move."""


@pytest.fixture(autouse=True)
def _lists_at_once(monkeypatch: pytest.MonkeyPatch, lists_alone: None) -> None:
    monkeypatch.setattr(signed_in, "LIST_PAUSE", 0)


def path_of(game: Game) -> str:
    return f"/ws/games/{game.public_id}/"


def paths_of_all_sockets(game: Game) -> list[str]:
    routes = [str(each.pattern) for each in consumers.websocket_urlpatterns]
    paths = [f"/{route.replace('<str:public_id>', game.public_id)}" for route in routes]
    assert not [path for path in paths if "<" in path]
    return paths


def frame(seen: int = 2, action: str = "drop", card: str = "8C", **fields: Any) -> str:
    """Return what htmx sends for the table's form."""
    sent = {"seen": str(seen), "action": action, "card": card, "HEADERS": {"HX-Request": "true"}}
    return json.dumps(sent | fields)


def hand_in(fragment: str) -> set[str]:
    return set(re.findall(r'name="card" value="(\w\w)"', fragment))


def piles_in(fragment: str) -> set[str]:
    return set(re.findall(r'name="pile" value="([\w-]+)"', fragment))


def version_in(fragment: str) -> int:
    found = re.search(r'data-version="(\d+)"', fragment)
    assert found is not None
    return int(found[1])


async def next_frame(socket: Socket, *having: str) -> str:
    """Return the next frame that contains all these texts."""
    while True:
        fragment = await socket.receive()
        assert fragment is not None, f"closed with {socket.close_code} before {having}"
        if all(words in fragment for words in having):
            return fragment


async def receive_all(socket: Socket) -> None:
    """Receive what comes until nothing does."""
    while not await socket.receive_nothing(SHORT):
        await socket.receive()


async def moves_of(game: Game) -> list[str]:
    def read_moves() -> list[str]:
        return [move.text or move.kind for move in game.events.all()]

    moves: list[str] = await database_sync_to_async(read_moves)()
    return moves


async def close_code_of(socket: Socket) -> int | None:
    while await socket.receive() is not None:
        pass
    return socket.close_code


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
        groups.send(notifications.user_group(alice.pk), {"type": "settings.changed"})
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


# Frames that the site's pages never send

DEEP = 8000
BROKEN = {
    "nothing": "",
    "no JSON": "{",
    "words": "drop 8C",
    "an array": '["seen", "2"]',
    "a number": "7",
    "a huge number": "9" * 10_000,
    "not a number": "NaN",
    "null": "null",
    "a string": '"8C"',
    "deep arrays": "[" * DEEP,
    "deep objects": '{"a":' * DEEP,
    "a deep field": '{"seen": "2", "pile": ' + "[" * 500 + "]" * 500 + "}",
    "no fields": "{}",
    "a number seen": '{"seen": 2, "action": "drop", "card": "8C"}',
    "a negative number seen": frame().replace('"2"', '"-2"'),
    "digits of another script": frame().replace('"2"', '"٢"'),
    "an object as a card": '{"seen": "2", "action": "drop", "card": {"code": "8C"}}',
    "null as a card": '{"seen": "2", "action": "drop", "card": null}',
    "piles of numbers": '{"seen": "2", "action": "capture", "card": "8C", "pile": [1, 2]}',
    "an unknown card": frame(card="ZZ"),
    "a hidden card": frame(card="??"),
    "an unknown action": frame(action="win"),
    "an unknown pile": frame(action="capture", pile="QD"),
    "a long pile": frame(action="capture", pile="5D-" * 3000),
    "many piles": frame(action="capture", pile=["5D"] * 500),
    "the same pile twice": frame(action="capture", pile=["5D", "5D"]),
    "half a surrogate as a card": '{"seen": "2", "action": "drop", "card": "\\ud800"}',
    "half a surrogate as an action": '{"seen": "2", "action": "\\udfff", "card": "8C"}',
    "half a surrogate as a move": '{"seen": "2", "move": "8C x \\ud800"}',
    "half a surrogate as a pile": frame(action="capture", pile="\ud800"),
    "a zero byte": '{"seen": "2", "move": "8C\\u0000"}',
    "markup": frame(action="", move="<script>alert(1)</script>"),
    "a long move": frame(move="8C " * 5000),
    "another seat's fields": frame(card="8D", seat="1", user="bob", version="1", time="0"),
}


async def test_a_broken_frame_is_answered_and_changes_nothing(
    dealt: Any, watch: Any, as_alice: Any, settings: Any
) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"frame": "1000/6s"}
    game = await database_sync_to_async(dealt)()
    alices, before = await watch(game, as_alice)
    for name, text in BROKEN.items():
        await alices.send(text)
        answer = await next_frame(alices)
        assert 'role="alert"' in answer, name
        assert "<script" not in answer, name
        answer.encode()
        assert version_in(answer) == version_in(before), name
        assert len(await moves_of(game)) == 2, name
    await alices.send(frame())
    assert "8C" in piles_in(await next_frame(alices))


@pytest.mark.parametrize("octets", [b"", b"\x00\xff\xfe", frame().encode(), b"\xed\xa0\x80"])
async def test_a_binary_frame_is_answered_and_changes_nothing(
    dealt: Any, watch: Any, as_alice: Any, octets: bytes
) -> None:
    game = await database_sync_to_async(dealt)()
    alices, _ = await watch(game, as_alice)
    await alices.send(octets=octets)
    assert 'role="alert"' in await next_frame(alices)
    await alices.send(frame())
    assert "8C" in piles_in(await next_frame(alices))


async def test_frames_to_the_lobby_are_ignored(open_socket: Opener, as_alice: Any) -> None:
    socket = await open_socket("/ws/lobby/", as_alice)
    await next_frame(socket)
    await socket.send("{")
    await socket.send(octets=b"\xff")
    assert await socket.receive_nothing(SHORT)


async def test_thirty_frames_in_a_row_are_answered_and_more_are_dropped(
    dealt: Any, watch: Any, as_alice: Any, settings: Any
) -> None:
    assert settings.RATE_LIMITS["frame"] == "30/6s"
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"frame": "30/1000s"}
    game = await database_sync_to_async(dealt)()
    alices, _ = await watch(game, as_alice)
    for _ in range(30):
        await alices.send("{}")
        await next_frame(alices)
    await alices.send(frame())
    assert await alices.receive_nothing(SHORT)
    assert len(await moves_of(game)) == 2


async def test_reconnecting_does_not_renew_the_allowance_of_frames(
    dealt: Any, watch: Any, as_alice: Any, as_bob: Any, settings: Any
) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"frame": "2/1000s"}
    game = await database_sync_to_async(dealt)()
    for _ in range(2):
        alices, _ = await watch(game, as_alice)
        await alices.send("{}")
        await next_frame(alices)
        await alices.close()
    alices, _ = await watch(game, as_alice)
    await alices.send(frame())
    assert await alices.receive_nothing(SHORT)
    assert len(await moves_of(game)) == 2
    bobs, _ = await watch(game, as_bob)
    await bobs.send("{}")
    assert 'role="alert"' in await next_frame(bobs)


@pytest.mark.usefixtures("both_ways")
async def test_the_same_frame_ten_times_at_once_is_one_move(
    dealt: Any, watch: Any, as_alice: Any
) -> None:
    game = await database_sync_to_async(dealt)()
    alices, _ = await watch(game, as_alice)
    for _ in range(10):
        await alices.send(frame())
    for _ in range(10):
        assert 'role="alert"' not in await next_frame(alices)
    assert (await moves_of(game))[2:] == ["8C"]


# Signing in and out


async def sent_before_the_end(socket: Socket) -> str:
    """Return all that is still sent until the site closes the socket for a reconnection."""
    sent = []
    while (fragment := await socket.receive()) is not None:
        sent.append(fragment)
    assert socket.close_code == signed_in.COME_BACK
    return "".join(sent)


def end_session(client: Client, user: Any) -> None:
    Session.objects.get(session_key=client.session.session_key).delete()


def let_session_expire(client: Client, user: Any) -> None:
    Session.objects.update(expire_date=timezone.now() - seconds(1))


def change_password(client: Client, user: Any) -> None:
    user.set_password("over the hills and far")
    user.save(update_fields=["password"])


def ban(client: Client, user: Any) -> None:
    type(user).objects.filter(pk=user.pk).update(is_active=False)


def delete_user(client: Client, user: Any) -> None:
    user.delete()


# Each ends alice's session without a message, as when Redis is unavailable.
ENDINGS = (end_session, let_session_expire, change_password, ban, delete_user)


@pytest.mark.usefixtures("both_ways")
@pytest.mark.parametrize("end", ENDINGS)
async def test_a_frame_of_an_ended_session_is_refused(
    dealt: Any, watch: Any, alice: Any, as_alice: Any, end: Any
) -> None:
    game = await database_sync_to_async(dealt)()
    alices, _ = await watch(game, as_alice)
    await database_sync_to_async(end)(as_alice, alice)
    await alices.send(frame())
    sent = await sent_before_the_end(alices)
    for code in (*ALICE_HOLDS, "7H"):
        assert code not in sent
    assert len(await moves_of(game)) == 2


async def test_a_broken_frame_of_an_ended_session_is_not_answered(
    dealt: Any, watch: Any, alice: Any, as_alice: Any
) -> None:
    game = await database_sync_to_async(dealt)()
    alices, _ = await watch(game, as_alice)
    await database_sync_to_async(end_session)(as_alice, alice)
    await alices.send("nothing that htmx sends")
    assert not hand_in(await sent_before_the_end(alices))


@pytest.mark.usefixtures("both_ways")
async def test_a_frame_of_a_session_that_belongs_to_another_user_now_is_refused(
    dealt: Any, watch: Any, as_alice: Any, bob: Any
) -> None:
    game = await database_sync_to_async(dealt)()
    alices, _ = await watch(game, as_alice)

    def change_user() -> None:
        session = as_alice.session
        session["_auth_user_id"] = str(bob.pk)
        session.save()

    await database_sync_to_async(change_user)()
    await alices.send(frame())
    assert not hand_in(await sent_before_the_end(alices))
    assert len(await moves_of(game)) == 2


@pytest.mark.parametrize("path", ["game", "lobby"])
@pytest.mark.parametrize("end", ENDINGS)
async def test_sockets_close_when_a_session_ends_without_a_message(
    dealt: Any,
    open_socket: Opener,
    alice: Any,
    as_alice: Any,
    as_bob: Any,
    monkeypatch: pytest.MonkeyPatch,
    path: str,
    end: Any,
) -> None:
    monkeypatch.setattr(signed_in, "LOOK_AGAIN", 0.02)
    game = await database_sync_to_async(dealt)()
    address = path_of(game) if path == "game" else "/ws/lobby/"
    alices, strangers = await open_socket(address, as_alice), await open_socket(address)
    await next_frame(alices)
    await next_frame(strangers)
    await database_sync_to_async(end)(as_alice, alice)
    assert not hand_in(await sent_before_the_end(alices))
    assert await strangers.receive_nothing(SHORT)
    if end is not let_session_expire:  # which ended bob's session too
        bobs = await open_socket(address, as_bob)
        await next_frame(bobs)
        assert await bobs.receive_nothing(SHORT)


async def test_the_sockets_of_others_stay_open_when_a_session_ends(
    dealt: Any, watch: Any, alice: Any, as_alice: Any, as_bob: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signed_in, "LOOK_AGAIN", 0.02)
    game = await database_sync_to_async(dealt)()
    (alices, _), (bobs, _) = await watch(game, as_alice), await watch(game, as_bob)
    await database_sync_to_async(end_session)(as_alice, alice)
    await sent_before_the_end(alices)
    assert await bobs.receive_nothing(SHORT)


async def test_logged_in_sockets_are_checked_again_after_a_failure(
    dealt: Any, watch: Any, alice: Any, as_alice: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = []

    def fail_once(sign_ins: Any) -> Any:
        looks.append(sign_ins)
        if len(looks) == 1:
            raise OperationalError
        return ended_sign_ins(sign_ins)

    monkeypatch.setattr(signed_in, "LOOK_AGAIN", 0.02)
    monkeypatch.setattr(signed_in, "ended_sign_ins", fail_once)
    alices, _ = await watch(await database_sync_to_async(dealt)(), as_alice)
    await database_sync_to_async(ban)(as_alice, alice)
    await sent_before_the_end(alices)
    assert len(looks) > 1


def test_an_ended_session_is_found_within_five_seconds() -> None:
    assert signed_in.LOOK_AGAIN <= 4


@pytest.fixture
def without_watch(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have no sign-in checked again, so that sockets close only on a message."""
    monkeypatch.setattr(signed_in, "LOOK_AGAIN", 1000)


@pytest.mark.usefixtures("without_watch")
@pytest.mark.parametrize("path", ["game", "lobby"])
async def test_sockets_close_on_log_out(
    dealt: Any, open_socket: Opener, as_alice: Any, as_bob: Any, path: str
) -> None:
    game = await database_sync_to_async(dealt)()
    address = path_of(game) if path == "game" else "/ws/lobby/"
    alices, bobs = await open_socket(address, as_alice), await open_socket(address, as_bob)
    await next_frame(alices)
    await next_frame(bobs)
    await database_sync_to_async(as_alice.post)("/accounts/logout/")
    assert await close_code_of(alices) == signed_in.COME_BACK
    assert await bobs.receive_nothing(SHORT)


@pytest.mark.usefixtures("without_watch")
async def test_sockets_close_on_a_new_password_and_on_a_ban(
    dealt: Any, watch: Any, alice: Any, as_alice: Any, bob: Any, as_bob: Any
) -> None:
    game = await database_sync_to_async(dealt)()
    alices, _ = await watch(game, as_alice)
    bobs, _ = await watch(game, as_bob)
    new = {"password1": "over the hills and far", "password2": "over the hills and far"}
    await database_sync_to_async(as_alice.post)(
        "/accounts/password/change/", {"oldpassword": PASSWORD} | new
    )
    assert await close_code_of(alices) == signed_in.COME_BACK
    await database_sync_to_async(set_active)(bob, active=False)
    assert await close_code_of(bobs) == signed_in.COME_BACK


@pytest.mark.usefixtures("without_watch")
async def test_a_socket_that_is_told_of_two_ends_closes_once(
    dealt: Any, watch: Any, alice: Any, as_alice: Any
) -> None:
    game = await database_sync_to_async(dealt)()
    alices, _ = await watch(game, as_alice)
    for _ in range(2):
        await database_sync_to_async(close_sockets)(alice.pk)
    assert await close_code_of(alices) == signed_in.COME_BACK
    assert await alices.receive_nothing(SHORT)


@pytest.mark.usefixtures("without_watch")
async def test_a_socket_that_fails_after_its_end_closes_once(
    dealt: Any, watch: Any, as_alice: Any
) -> None:
    game = await database_sync_to_async(dealt)()
    alices, _ = await watch(game, as_alice)
    (consumer,) = signed_in._signed_in
    for code in (signed_in.COME_BACK, signed_in.FAILED):
        await consumer.close(code)
    assert await close_code_of(alices) == signed_in.COME_BACK
    assert await alices.receive_nothing(SHORT)


@pytest.mark.usefixtures("without_watch")
async def test_what_is_made_for_a_socket_while_it_closes_is_not_sent(
    dealt: Any, watch: Any, as_alice: Any, caplog: pytest.LogCaptureFixture
) -> None:
    game = await database_sync_to_async(dealt)()
    alices, _ = await watch(game, as_alice)
    (consumer,) = signed_in._signed_in
    await consumer.close(signed_in.COME_BACK)
    await consumer.send("late")
    assert await close_code_of(alices) == signed_in.COME_BACK
    assert await alices.receive_nothing(SHORT)
    assert caplog.text == ""


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
    await database_sync_to_async(notifications.announce_lists)([])
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
