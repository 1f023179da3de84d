"""A web process: what it does before its first request and while it runs, and what it refuses."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.utils import timezone

from config import asgi, garbage
from config.embedded import worker
from config.signs import SignsOfLife
from games.models import SiteClock

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _alone(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Start no embedded worker, and let no other test see that a process has started."""
    settings.EMBEDDED = False
    monkeypatch.setattr(asgi, "signs", SignsOfLife())
    yield
    gc.enable()


async def start() -> tuple[ApplicationCommunicator, str]:
    """Start a web process; return it with its answer."""
    process = ApplicationCommunicator(asgi.application, {"type": "lifespan"})
    await process.send_input({"type": "lifespan.startup"})
    return process, (await process.receive_output(10))["type"]


async def test_a_start_alone_is_no_sign_of_life() -> None:
    long_ago = timezone.now() - timedelta(seconds=600)
    await SiteClock.objects.acreate(pk=1, web_seen_at=long_ago)
    process, answer = await start()
    assert answer == "lifespan.startup.complete"
    await process.send_input({"type": "lifespan.shutdown"})
    assert (await process.receive_output(10))["type"] == "lifespan.shutdown.complete"
    assert (await SiteClock.objects.aget()).web_seen_at == long_ago


async def test_a_started_process_collects_garbage_after_a_page_alone() -> None:
    process, _ = await start()
    assert not gc.isenabled()
    before = collections()
    scope = {"type": "http", "method": "GET", "path": "/no-such-page/", "query_string": b""}
    headers = [(b"host", b"testserver")]
    page = ApplicationCommunicator(asgi.application, scope | {"headers": headers})
    await page.send_input({"type": "http.request"})
    assert (await page.receive_output(10))["status"] == 404
    await page.wait(10)
    await asyncio.sleep(0)
    assert collections() > before
    await process.send_input({"type": "lifespan.shutdown"})
    await process.wait(10)


async def test_a_started_process_looks_for_garbage_without_pages_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(garbage, "WHOLE_SECONDS", 0.1)
    process, _ = await start()
    before = collections()
    async with asyncio.timeout(10):
        while collections() == before:
            await asyncio.sleep(0.01)
    await process.send_input({"type": "lifespan.shutdown"})
    await process.wait(10)


def collections() -> int:
    """Return how often the oldest generation has been collected."""
    return int(gc.get_stats()[2]["collections"])


async def test_an_embedded_site_counts_as_away_until_it_serves(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even within the three seconds after which everybody knows it: there is no other process."""
    settings.EMBEDDED = True
    monkeypatch.setattr(worker, "start", lambda: None)
    monkeypatch.setattr(worker, "stop", lambda: None)
    await SiteClock.objects.acreate(pk=1, web_seen_at=timezone.now())
    process, _ = await start()
    assert (await SiteClock.objects.aget()).is_away(timezone.now())
    await process.send_input({"type": "lifespan.shutdown"})
    await process.wait(10)


async def test_a_process_without_a_secret_key_does_not_start(settings: Any) -> None:
    settings.SECRET_KEY = settings.DEVELOPMENT_KEY
    process, answer = await start()
    assert answer == "lifespan.startup.failed"
    await process.wait(10)
    assert await SiteClock.objects.acount() == 0


async def test_a_body_that_is_too_large_reaches_no_page() -> None:
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/",
        "headers": [(b"host", b"testserver"), (b"content-length", b"99999999")],
    }
    request = ApplicationCommunicator(asgi.application, scope)
    assert (await request.receive_output(10))["status"] == 413
    await request.receive_output(10)
    await request.wait(10)
