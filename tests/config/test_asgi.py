"""A web process: what it does before its first request and while it runs, and what it refuses."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.db import OperationalError

from config import asgi
from games.models import SiteClock

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _without_worker(settings: Any) -> None:
    """Start no embedded worker."""
    settings.EMBEDDED = False


async def start() -> tuple[ApplicationCommunicator, str]:
    """Start a web process; return it with its answer."""
    process = ApplicationCommunicator(asgi.application, {"type": "lifespan"})
    await process.send_input({"type": "lifespan.startup"})
    return process, (await process.receive_output(10))["type"]


async def test_a_process_reports_that_it_is_alive_before_its_first_request() -> None:
    process, answer = await start()
    assert answer == "lifespan.startup.complete"
    assert await SiteClock.objects.acount() == 1
    await process.send_input({"type": "lifespan.shutdown"})
    assert (await process.receive_output(10))["type"] == "lifespan.shutdown.complete"


async def test_a_heartbeat_that_fails_is_not_the_last(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tried: list[int] = []

    async def fail() -> None:
        tried.append(1)
        raise OperationalError("away")

    process, _ = await start()
    monkeypatch.setattr(asgi, "ALIVE_SECONDS", 0)
    monkeypatch.setattr(asgi, "tell_alive_once", fail)
    alive = asyncio.create_task(asgi.tell_alive())
    while len(tried) < 3 and not alive.done():
        await asyncio.sleep(0.01)
    assert alive.cancel()
    assert "the heartbeat was not recorded" in caplog.text
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
