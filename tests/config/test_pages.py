"""How many pages are made at once, and what is answered while the database is away."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.middleware import SessionMiddleware
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.test import Client
from django.urls import path
from django.utils import timezone
from time_machine import TimeMachineFixture

from config import pages
from config.pages import Pages, arrival_of, failed

pytestmark = pytest.mark.once

is_over = threading.Event()
LARGE = 300_000


def slow(request: HttpRequest) -> HttpResponse:
    assert is_over.wait(30)
    return HttpResponse("made")


def large(request: HttpRequest) -> HttpResponse:
    return HttpResponse("x" * LARGE)


def timed(request: HttpRequest) -> HttpResponse:
    return HttpResponse(arrival_of(request).isoformat())


urlpatterns = [path("slow/", slow), path("large/", large), path("timed/", timed)]
handler500 = failed


def request(
    application: Pages, where: str, *headers: tuple[bytes, bytes]
) -> asyncio.Task[tuple[int, list[bytes]]]:
    scope = {
        **{"type": "http", "method": "GET", "path": where, "query_string": b""},
        "headers": [(b"host", b"testserver"), *headers],
    }

    async def ask() -> tuple[int, list[bytes]]:
        asked = ApplicationCommunicator(application, scope)
        await asked.send_input({"type": "http.request", "body": b""})
        status = (await asked.receive_output(30))["status"]
        parts = [await asked.receive_output(30)]
        while parts[-1].get("more_body"):
            parts.append(await asked.receive_output(30))
        await asked.wait(30)
        return status, [part["body"] for part in parts]

    return asyncio.ensure_future(ask())


@pytest.fixture
def few(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Pages:
    """Return an application that makes two pages at once."""
    settings.ROOT_URLCONF = __name__
    settings.MIDDLEWARE = []
    monkeypatch.setattr(pages, "AT_ONCE", 2)
    is_over.clear()
    return Pages()


async def test_only_so_many_pages_are_made_at_once_and_none_waits_long(
    few: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "WAIT_SECONDS", 0.05)
    made = [request(few, "/slow/") for _ in range(2)]
    await asyncio.sleep(0.05)
    status, parts = await request(few, "/slow/")
    assert status == 503
    assert b"reload this page in a moment" in parts[0]
    is_over.set()
    assert [await each for each in made] == [(200, [b"made"])] * 2
    assert await request(few, "/slow/") == (200, [b"made"])


async def test_the_next_page_is_made_when_there_is_room(few: Pages) -> None:
    made = [request(few, "/slow/") for _ in range(4)]
    await asyncio.sleep(0.05)
    is_over.set()
    assert [(await each)[0] for each in made] == [200] * 4


async def test_a_request_that_waits_for_room_says_when_it_arrived(
    few: Pages, time_machine: TimeMachineFixture
) -> None:
    time_machine.move_to("2027-03-01T12:00:00Z", tick=False)
    arrived_at = timezone.now()
    made = [request(few, "/slow/") for _ in range(2)]
    late = request(few, "/timed/", (b"site.arrived_at", b"forged"))
    await asyncio.sleep(0.05)
    time_machine.shift(5)
    is_over.set()
    await asyncio.gather(*made)
    assert await late == (200, [arrived_at.isoformat().encode()])


async def test_a_large_page_goes_out_in_one_piece(few: Pages) -> None:
    assert [len(part) for part in (await request(few, "/large/"))[1]] == [LARGE]


@pytest.fixture
def silent() -> Client:
    """Return the browser of somebody who is shown errors."""
    return Client(raise_request_exception=False)


@pytest.mark.django_db
def test_a_page_whose_session_cannot_be_read_says_so_too(
    as_alice: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(session: Any) -> None:
        raise OperationalError("no connection")

    monkeypatch.setattr(SessionStore, "load", fail)
    as_alice.raise_request_exception = False
    assert as_alice.get("/games/mine/").status_code == 503


SPANISH = (
    {"HTTP_ACCEPT_LANGUAGE": "es-MX,es;q=0.9,en;q=0.5"},
    {"HTTP_COOKIE": "django_language=es"},
)


@pytest.mark.django_db
@pytest.mark.parametrize("asked", SPANISH)
@pytest.mark.parametrize(
    ("error", "words"),
    [(OperationalError, "El sitio no puede responder"), (RuntimeError, "Algo ha fallado")],
)
@pytest.mark.parametrize("place", ["a view", "a middleware"])
def test_a_failure_is_told_in_the_visitors_language(
    silent: Client,
    monkeypatch: pytest.MonkeyPatch,
    asked: dict[str, Any],
    error: type[Exception],
    words: str,
    place: str,
) -> None:
    def fail(*arguments: Any) -> dict[str, Any]:
        raise error("no connection")

    if place == "a middleware":
        monkeypatch.setattr(SessionMiddleware, "process_response", fail)
    else:
        monkeypatch.setattr("accounts.views.render", fail)
    page = silent.get("/privacy/", **asked).content.decode()
    assert (words in page, 'lang="es"' in page) == (True, True), page


async def test_a_site_that_is_too_busy_says_so_in_the_visitors_language(
    few: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "WAIT_SECONDS", 0.05)
    made = [request(few, "/slow/") for _ in range(2)]
    await asyncio.sleep(0.05)
    status, parts = await request(few, "/slow/", (b"accept-language", b"es"))
    assert status == 503
    assert "El sitio no puede responder" in parts[0].decode()
    is_over.set()
    await asyncio.gather(*made)


@pytest.mark.django_db
def test_any_other_failure_is_one_of_the_site(
    silent: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(request: HttpRequest) -> dict[str, Any]:
        raise RuntimeError("a fault")

    monkeypatch.setattr("accounts.views.render", fail)
    answer = silent.get("/privacy/")
    assert answer.status_code == 500
    assert "Something went wrong" in answer.content.decode()


@pytest.mark.parametrize("name", ["400", "403_csrf", "500", "503"])
def test_errors_without_the_header_have_the_look_of_the_others_and_a_way_back(name: str) -> None:
    page = render_to_string(f"{name}.html")
    assert '<div class="panel error-page">' in page
    assert '<a class="button button-main" href="/">' in page
    assert '<meta name="color-scheme" content="light dark">' in page
