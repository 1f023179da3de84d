"""Signs of life: only a process that has served something gives them, and it says when it stops."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from channels.db import database_sync_to_async
from django.db import OperationalError
from django.utils import timezone

from config import asgi, signs
from config.signs import SignsOfLife
from games import services
from games.models import SiteClock

pytestmark = pytest.mark.django_db(transaction=True)

LONG_AGO = timedelta(seconds=600)


@pytest.fixture(autouse=True)
def _by_hand(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give signs only when a test asks for them, in a process beside which there may be others."""
    settings.EMBEDDED = False
    monkeypatch.setattr(signs, "SIGN_SECONDS", 3600)


@pytest.fixture
async def process(alice: Any, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[SignsOfLife]:
    """Return the signs of a process that has just started, on a site that was away.

    Somebody waits at a table there.
    """
    await database_sync_to_async(services.play_now)(alice, variant="casino", move_times=[60])
    await seen(LONG_AGO)
    started = SignsOfLife()
    monkeypatch.setattr(asgi, "signs", started)
    started.start()
    yield started
    await asyncio.to_thread(started.stop)


@database_sync_to_async
def seen(ago: timedelta) -> None:
    """Let the last sign of life be so long ago."""
    SiteClock.objects.update_or_create(pk=1, defaults={"web_seen_at": timezone.now() - ago})


@database_sync_to_async
def clock() -> SiteClock:
    return SiteClock.objects.get()


def is_away(site_clock: SiteClock) -> bool:
    return site_clock.is_away(timezone.now())


async def get(path: str) -> int:
    """Ask for a page, and return the status."""
    scope = {"type": "http", "method": "GET", "path": path, "headers": [(b"host", b"testserver")]}
    request = ApplicationCommunicator(asgi.application, scope | {"query_string": b""})
    await request.send_input({"type": "http.request"})
    status = (await request.receive_output(10))["status"]
    await request.receive_output(10)
    await request.wait(10)
    return int(status)


async def sign(process: SignsOfLife) -> None:
    await asyncio.sleep(0)
    await database_sync_to_async(process.give)()


async def test_a_process_that_has_only_started_gives_no_sign(process: SignsOfLife) -> None:
    await sign(process)
    assert is_away(await clock())
    assert process.is_starting


async def test_the_first_page_ends_the_outage_before_it_is_made(
    process: SignsOfLife, monkeypatch: pytest.MonkeyPatch
) -> None:
    states: list[bool] = []

    async def page(scope: Any, receive: Any, send: Any) -> None:
        states.append(is_away(await clock()))
        await send({"type": "http.response.start", "status": 200})
        await send({"type": "http.response.body"})

    monkeypatch.setattr(asgi.application, "application", page)
    assert await get("/") == 200
    assert states == [False]
    await sign(process)
    assert not process.is_starting


@pytest.mark.parametrize("status", [404, 503])
async def test_an_answer_that_is_no_page_begins_no_signs(
    process: SignsOfLife, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    async def refuse(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": status})
        await send({"type": "http.response.body"})

    monkeypatch.setattr(asgi.application, "application", refuse)
    await get("/")
    await seen(LONG_AGO)
    await sign(process)
    assert is_away(await clock())


async def test_a_first_socket_counts_like_a_page(process: SignsOfLife) -> None:
    from tests.sockets import Socket

    socket = Socket("/ws/lobby/")
    assert await socket.open()
    await sign(process)
    assert not process.is_starting
    await socket.close()


@pytest.mark.parametrize("path", signs.PROBES)
async def test_programs_that_look_after_the_site_end_no_outage(
    process: SignsOfLife, path: str
) -> None:
    await get(path)
    await sign(process)
    assert is_away(await clock())


async def test_while_another_process_serves_a_probe_is_enough(
    process: SignsOfLife, caplog: pytest.LogCaptureFixture
) -> None:
    await get("/live")
    await seen(timedelta(0))  # the other one's sign
    await sign(process)
    assert not process.is_starting
    assert "the site was away" not in caplog.text


async def test_a_process_that_nobody_asks_for_a_minute_counts(
    process: SignsOfLife, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signs, "UNASKED_SECONDS", -1)
    await sign(process)
    assert not is_away(await clock())


async def test_a_process_that_hangs_gives_no_sign(process: SignsOfLife) -> None:
    await get("/")
    await sign(process)
    await seen(timedelta(seconds=2))
    process._turned = time.monotonic() - signs.HUNG_SECONDS - 1
    before = (await clock()).web_seen_at
    await database_sync_to_async(process.give)()
    assert (await clock()).web_seen_at == before
    await sign(process)
    assert (await clock()).web_seen_at > before


async def test_signs_that_fail_make_an_outage_however_short(
    process: SignsOfLife, settings: Any, monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    def fail() -> None:
        raise OperationalError("away")

    settings.EMBEDDED = True
    await get("/")
    await sign(process)
    assert caplog.text.count("the site was away") == 1
    with monkeypatch.context() as patch:
        patch.setattr(services, "record_web_alive", fail)
        await sign(process)
        patch.setattr(services, "begin_serving", lambda **_: fail())
        await sign(process)
    assert caplog.text.count("the sign of life was not recorded") == 1
    await sign(process)
    assert caplog.text.count("the site was away") == 2


async def test_a_database_that_is_away_at_first_ends_no_outage(
    process: SignsOfLife, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(**_: Any) -> None:
        raise OperationalError("away")

    with monkeypatch.context() as patch:
        patch.setattr(services, "begin_serving", fail)
        await get("/")
        await sign(process)
    assert is_away(await clock())
    await get("/")
    assert not is_away(await clock())


async def test_a_process_that_served_says_when_it_stops(process: SignsOfLife) -> None:
    await get("/")
    await sign(process)
    await asyncio.to_thread(process.stop)
    site_clock = await clock()
    assert site_clock.has_stopped
    assert timezone.now() - site_clock.web_seen_at < timedelta(seconds=2)


async def test_a_process_that_served_nothing_says_nothing_when_it_stops(
    process: SignsOfLife,
) -> None:
    before = await clock()
    await asyncio.to_thread(process.stop)
    after = await clock()
    assert (after.web_seen_at, after.has_stopped) == (before.web_seen_at, False)


def answers(monkeypatch: pytest.MonkeyPatch, *statuses: int) -> list[bool]:
    """Answer with these statuses in turn; return whether the site was away when each was made."""
    states: list[bool] = []

    async def page(scope: Any, receive: Any, send: Any) -> None:
        states.append(is_away(await clock()))
        await send({"type": "http.response.start", "status": statuses[len(states) - 1]})
        await send({"type": "http.response.body"})

    monkeypatch.setattr(asgi.application, "application", page)
    return states


async def test_after_a_missing_page_the_first_page_still_ends_the_outage_before_it_is_made(
    process: SignsOfLife, monkeypatch: pytest.MonkeyPatch
) -> None:
    states = answers(monkeypatch, 404, 200)
    await get("/wp-login.php")
    await sign(process)
    await seen(LONG_AGO)  # nobody came meanwhile
    await sign(process)
    await get("/")
    assert states == [False, False]


@pytest.mark.parametrize(("status", "counts"), [(404, True), (500, False)])
async def test_a_process_that_was_only_asked_for_a_missing_page_counts_after_a_minute(
    process: SignsOfLife, monkeypatch: pytest.MonkeyPatch, status: int, counts: bool
) -> None:
    answers(monkeypatch, status)
    await get("/wp-login.php")
    await seen(LONG_AGO)
    monkeypatch.setattr(signs, "UNASKED_SECONDS", -1)
    await sign(process)
    await sign(process)
    assert is_away(await clock()) != counts  # nobody can move where every page fails


async def test_a_probe_after_a_page_that_failed_begins_no_signs(
    process: SignsOfLife, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers(monkeypatch, 503, 200)
    await get("/")
    await get("/live")
    await seen(LONG_AGO)
    await sign(process)
    assert is_away(await clock())
