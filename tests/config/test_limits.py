"""A body over 1 MB is refused before it is kept, whether or not its length is told."""

from typing import Any

from asgiref.testing import ApplicationCommunicator

from config.limits import BodyLimit

MEGABYTE = 1024 * 1024


async def swallow(scope: Any, receive: Any, send: Any) -> None:
    while (message := await receive())["type"] == "http.request" and message.get("more_body"):
        pass
    if message["type"] == "http.request":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})


async def answer_to(*chunks: int, told: bytes | None = None) -> tuple[int, bytes]:
    headers = [] if told is None else [(b"content-length", told)]
    request = ApplicationCommunicator(BodyLimit(swallow), {"type": "http", "headers": headers})
    for index, size in enumerate(chunks, start=1):
        await request.send_input(
            {"type": "http.request", "body": b"x" * size, "more_body": index < len(chunks)}
        )
    status: int = (await request.receive_output())["status"]
    body: bytes = (await request.receive_output())["body"]
    await request.wait()
    return status, body


async def status_of(*chunks: int, told: bytes | None = None) -> int:
    return (await answer_to(*chunks, told=told))[0]


async def test_a_body_within_the_limit_goes_through() -> None:
    assert await status_of(10, told=b"10") == 200
    assert await status_of(MEGABYTE, told=str(MEGABYTE).encode()) == 200


async def test_a_body_that_tells_its_size_is_refused_unread() -> None:
    assert await status_of(10, told=str(MEGABYTE + 1).encode()) == 413


async def test_a_body_that_does_not_tell_is_refused_when_it_passes_the_limit() -> None:
    assert await status_of(MEGABYTE // 2, MEGABYTE // 2, 1) == 413


async def test_the_refusal_is_a_page_that_leads_back() -> None:
    _, page = await answer_to(10, told=str(MEGABYTE + 1).encode())
    assert page.startswith(b"<!doctype html>")
    assert b"larger than 1 MB" in page
    assert b'href="/records/"' in page


async def test_a_length_that_is_no_number_is_refused() -> None:
    assert await status_of(10, told=b"-1") == 413
    assert await status_of(10, told="\u00b2".encode()) == 413
