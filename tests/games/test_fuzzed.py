"""Forms and frames that a program has made up: an answer to each, never an error, nothing changed.

The suite sends a few hundred; `pytest tests/games/test_fuzzed.py --fuzzed 5000` sends as many as
you like. Each is made from its number, so a failure names what it takes to see it again.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import random
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.test import Client
from pytest_django import Settings

from accounts.limits import LocalLimit
from games.live import consumers
from games.models import Game
from tests.games.conftest import stored
from tests.games.pages import at
from tests.sockets import Socket

ACTIONS = ("move", "pick", "compose", "answers", "table_settings", "plans", "mute_here", "record")
FORM = "application/x-www-form-urlencoded"
TYPES = (FORM, f"{FORM}; charset=utf-7", "multipart/form-data; boundary=x", "application/json")
NAMES = ("seen", "action", "card", "pile", "move", "reading", "value", "level", "seat", "HEADERS")
ODD = (
    *(
        "",
        " ",
        "\0",
        "8",
        "8D",
        "??",
        "XX",
        "-1",
        "9" * 5000,
        "1e999",
        "NaN",
        "²",
        "\u202e8C",
        "\ufeff",
    ),
    *(
        "🂡",
        "8C\r\nX: y",
        "<b>",
        "{{ 7 }}",
        "%s%n",
        "../../etc",
        "' OR 1=1 --",
        "secret AS",
        "deal AS",
    ),
    *("+" * 300, "8C x " + "5D " * 300, "\ud800", "drop", "capture", "build", "true", "null", "[]"),
)
NESTED = 20_000  # deeper than any parser can go
DAYS = 3 * 24 * 3600  # a move time that does not run out in a long run
BOMBS = (
    b"[" * 15_000,
    b'{"a":' * 2_500,
    b'{"seen": ' + b"9" * 14_000 + b"}",
    b'{"seen": 1e400, "card": Infinity}',
    b'{"seen": "2", "card": "\\ud800"}',
    b'"' + b"\\u0000" * 2_000 + b'"',
    b"\xff\xfe" * 2_000,
    b"",
)


def odd_value(rng: random.Random) -> Any:
    """Return something that no form of this site sends."""
    choice = rng.random()
    if choice < 0.6:
        return rng.choice(ODD)
    if choice < 0.8:
        return "".join(
            chr(rng.choice((rng.randrange(128), rng.randrange(0xD000)))) for _ in range(9)
        )
    return rng.choice(
        (None, True, -1, 1.5, 10**4000, [], ["8D"] * 300, {"a": {"b": []}}, [[["8D"]]])
    )


def odd_fields(rng: random.Random) -> dict[str, Any]:
    return {rng.choice(NAMES): odd_value(rng) for _ in range(rng.randrange(6))}


def odd_body(rng: random.Random, fields: dict[str, Any]) -> bytes:
    """Return fields as a form, as JSON, cut off, compressed, or as noise."""
    text = "&".join(f"{name}={value}" for name, value in fields.items())
    body = text.encode(errors="surrogatepass")
    made = (
        body,
        body[: len(body) // 2],
        json.dumps(fields).encode(),
        gzip.compress(body),
        rng.randbytes(200),
        b'--x\r\nContent-Disposition: form-data; name="card"\r\n\r\n' + body + b"\r\n--x--",
    )
    return rng.choice(made)


@pytest.mark.django_db
@pytest.mark.once
def test_made_up_forms_are_answered_and_change_nothing(
    dealt: Any, as_bob: Client, as_oscar: Client, settings: Settings, pytestconfig: pytest.Config
) -> None:
    settings.RATE_LIMITS = dict.fromkeys(settings.RATE_LIMITS, "100000/s")
    game = dealt(kind="link", move_time=DAYS)
    before = stored(game)
    for number in range(pytestconfig.getoption("--fuzzed")):
        rng = random.Random(number)
        client, name = rng.choice((as_bob, as_oscar)), rng.choice(ACTIONS)
        headers = {"Content-Encoding": "gzip"} if rng.random() < 0.2 else {}
        answer = client.generic(
            "POST",
            at(name, game),
            odd_body(rng, odd_fields(rng)),
            content_type=rng.choice(TYPES),
            headers=headers,
        )
        assert answer.status_code < 500, number
        assert stored(game) == before, number


@pytest.mark.django_db
@pytest.mark.once
@pytest.mark.parametrize("name", ["record", "notes", "move"])
def test_a_small_body_that_would_grow_is_not_unpacked(
    dealt: Any, as_alice: Client, name: str
) -> None:
    game = dealt()
    before = stored(game)
    body = gzip.compress(b"text=" + b"a" * 5_000_000)
    path = "/records/" if name == "record" else at(name, game)
    answer = as_alice.post(path, body, content_type=FORM, headers={"Content-Encoding": "gzip"})
    assert answer.status_code in {302, 400, 422}
    assert stored(game) == before
    assert not game.notes.filter(text__contains="aaa").exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "text",
    [
        "[" * NESTED + "]" * NESTED,
        '{"a":' * NESTED + "1" + "}" * NESTED,
        '{"format_version": ' + "9" * NESTED + "}",
        '{"format_version": 1e999}',
        '{"variant": "' + "\\ud800" * 10 + '"}',
    ],
    ids=["lists", "objects", "a long number", "a huge number", "half a letter"],
)
def test_a_record_that_nests_or_counts_too_far_is_refused(nobody: Client, text: str) -> None:
    assert nobody.post("/records/", {"text": text}).status_code == 422


@pytest.mark.django_db(transaction=True)
async def test_made_up_frames_are_answered_and_change_nothing(
    dealt: Any, watch: Any, as_bob: Client, monkeypatch: pytest.MonkeyPatch,
    pytestconfig: pytest.Config, settings: Settings,
) -> None:  # fmt: skip
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"frame": "100000/s"}
    monkeypatch.setattr(consumers, "frames", LocalLimit("frame"))
    game: Game = await database_sync_to_async(dealt)(move_time=DAYS)
    before = await database_sync_to_async(stored)(game)
    bobs: Socket = (await watch(game, as_bob))[0]
    for number in range(-len(BOMBS), pytestconfig.getoption("--fuzzed")):
        rng = random.Random(number)
        octets = BOMBS[number] if number < 0 else odd_body(rng, odd_fields(rng))[:16_000]
        if rng.random() < 0.8:
            await bobs.send(octets.decode(errors="replace"))
        else:
            await bobs.send(octets=octets)
        assert await asyncio.wait_for(bobs.receive(), 30) is not None, number
    assert await database_sync_to_async(stored)(game) == before
