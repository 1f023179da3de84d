"""A body over 1 MB is refused unread, whether or not its length is announced."""

from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.utils.translation import gettext

from config import limits
from config.limits import BodyLimit

pytestmark = pytest.mark.once

MEGABYTE = 1024 * 1024


async def swallow(scope: Any, receive: Any, send: Any) -> None:
    while (message := await receive())["type"] == "http.request" and message.get("more_body"):
        pass
    if message["type"] == "http.request":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})


async def answer_to(
    *chunks: int, announced: bytes | None = None, language: dict[bytes, bytes] | None = None
) -> tuple[int, bytes]:
    headers = list((language or {}).items())
    if announced is not None:
        headers.append((b"content-length", announced))
    request = ApplicationCommunicator(BodyLimit(swallow), {"type": "http", "headers": headers})
    for index, size in enumerate(chunks, start=1):
        await request.send_input(
            {"type": "http.request", "body": b"x" * size, "more_body": index < len(chunks)}
        )
    status: int = (await request.receive_output())["status"]
    body: bytes = (await request.receive_output())["body"]
    await request.wait()
    return status, body


async def status_of(*chunks: int, announced: bytes | None = None) -> int:
    return (await answer_to(*chunks, announced=announced))[0]


async def test_a_body_within_the_limit_is_accepted() -> None:
    assert await status_of(10, announced=b"10") == 200
    assert await status_of(MEGABYTE, announced=str(MEGABYTE).encode()) == 200


async def test_a_body_of_announced_size_is_refused_unread() -> None:
    assert await status_of(10, announced=str(MEGABYTE + 1).encode()) == 413


async def test_a_body_of_unknown_size_is_refused_when_it_passes_the_limit() -> None:
    assert await status_of(MEGABYTE // 2, MEGABYTE // 2, 1) == 413


async def test_the_refusal_is_a_page_that_leads_back() -> None:
    _, page = await answer_to(10, announced=str(MEGABYTE + 1).encode())
    assert page.startswith(b"<!doctype html>")
    assert b"larger than 1 MB" in page
    assert b'href="/records/"' in page


async def test_a_length_that_is_not_a_number_is_refused() -> None:
    assert await status_of(10, announced=b"-1") == 413
    assert await status_of(10, announced="\u00b2".encode()) == 413


@pytest.fixture
def _two_languages(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Add German, with a page that Django has already translated."""
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    monkeypatch.setattr(limits, "render_to_string", lambda *arguments: gettext("Yes"))
    limits._page.cache_clear()
    yield
    limits._page.cache_clear()


@pytest.mark.usefixtures("_two_languages")
@pytest.mark.parametrize(
    ("language", "page"),
    [
        ({}, b"Yes"),
        ({b"accept-language": b"de-CH, en;q=0.5"}, b"Ja"),
        ({b"accept-language": b"fr"}, b"Yes"),
        ({b"cookie": b"django_language=de"}, b"Ja"),
        ({b"cookie": b"django_language=en", b"accept-language": b"de"}, b"Yes"),
    ],
)
async def test_the_refusal_is_in_the_visitors_language(
    language: dict[bytes, bytes], page: bytes
) -> None:
    for _ in range(2):
        assert await answer_to(announced=b"-1", language={}) == (413, b"Yes")
        assert await answer_to(announced=b"-1", language=language) == (413, page)


@pytest.mark.usefixtures("_two_languages")
@pytest.mark.parametrize("language", [b"en", b"de"])
async def test_the_refusal_tells_caches_what_its_language_depends_on(language: bytes) -> None:
    scope = {
        "type": "http",
        "headers": [(b"content-length", b"-1"), (b"accept-language", language)],
    }
    request = ApplicationCommunicator(BodyLimit(swallow), scope)
    headers = dict((await request.receive_output())["headers"])
    await request.receive_output()
    await request.wait()
    assert headers[b"content-language"] == language
    assert headers[b"vary"] == b"Accept-Language, Cookie"
