"""Frames that the pages of the site never send."""

from __future__ import annotations

from typing import Any

import pytest
from channels.db import database_sync_to_async

from tests.games.frames import SHORT, frame, moves_of, next_frame, piles_in, version_in
from tests.sockets import Opener

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lists_at_once")]


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
