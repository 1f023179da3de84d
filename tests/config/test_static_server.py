"""Static files are answered before any page, with the headers of the whole site."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator

from config.limits import BodyLimit
from config.static_server import StaticFiles

pytestmark = pytest.mark.once

STYLE = b"body { color: teal }"


async def say_page(scope: Any, receive: Any, send: Any) -> None:
    """Stand for the pages of the site."""
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"a page"})


@pytest.fixture
def application(settings: Any, tmp_path: Path) -> StaticFiles:
    (tmp_path / "site.css").write_bytes(STYLE)
    settings.STATIC_ROOT = str(tmp_path)
    settings.WHITENOISE_AUTOREFRESH = False
    return StaticFiles(say_page)


async def ask(
    application: StaticFiles, path: str, *, method: str = "GET", scheme: str = "http", **sent: str
) -> tuple[int, dict[str, str], bytes]:
    """Return the status, the headers and the body of an answer."""
    headers = [(name.replace("_", "-").encode(), value.encode()) for name, value in sent.items()]
    scope = {
        **{"type": "http", "method": method, "scheme": scheme, "path": path, "query_string": b""},
        "headers": [(b"host", b"testserver"), *headers],
    }
    asked = ApplicationCommunicator(application, scope)
    await asked.send_input({"type": "http.request", "body": b"", "more_body": False})
    start, body = await asked.receive_output(30), await asked.receive_output(30)
    await asked.wait(30)
    found = {name.decode(): value.decode() for name, value in start["headers"]}
    return start["status"], {name.lower(): found[name] for name in found}, body["body"]


async def test_a_file_is_answered_with_the_headers_of_the_site(application: StaticFiles) -> None:
    status, headers, body = await ask(application, "/static/site.css")
    assert (status, body) == (200, STYLE)
    assert headers["content-type"] == 'text/css; charset="utf-8"'
    assert headers["content-length"] == str(len(STYLE))
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]
    assert "set-cookie" not in headers


async def test_a_browser_that_has_the_file_gets_only_a_status(application: StaticFiles) -> None:
    _, headers, _ = await ask(application, "/static/site.css")
    since = {"if_modified_since": headers["last-modified"], "if_none_match": headers["etag"]}
    assert (await ask(application, "/static/site.css", **since))[::2] == (304, b"")
    assert (await ask(application, "/static/site.css", method="HEAD"))[::2] == (200, b"")


async def test_a_file_takes_no_forms(application: StaticFiles) -> None:
    assert (await ask(application, "/static/site.css", method="POST"))[0] == 405


@pytest.mark.parametrize("method", ["POST", "GET"])
async def test_a_body_sent_to_a_file_is_counted(application: StaticFiles, method: str) -> None:
    limited = BodyLimit(application)
    limited.limit = 10
    headers = [(b"host", b"testserver"), (b"transfer-encoding", b"chunked")]
    scope = {"type": "http", "method": method, "scheme": "http", "path": "/static/site.css"}
    asked = ApplicationCommunicator(limited, {**scope, "query_string": b"", "headers": headers})
    for _ in range(3):
        await asked.send_input({"type": "http.request", "body": b"12345", "more_body": True})
    assert (await asked.receive_output(30))["status"] == 413
    await asked.receive_output(30)
    await asked.wait(30)
    assert await asked.receive_nothing()


@pytest.mark.parametrize("asked", ["bytes=0-0", "bytes=18-", "bytes=3-1", "bytes=99-"])
async def test_who_asks_for_a_part_of_a_file_gets_the_whole(
    application: StaticFiles, asked: str
) -> None:
    assert (await ask(application, "/static/site.css", range=asked))[::2] == (200, STYLE)


@pytest.mark.parametrize(
    "path", ["/", "/static/", "/static/other.css", "/static/../site.css", "/site.css"]
)
async def test_whatever_is_no_file_is_left_to_the_pages(
    application: StaticFiles, path: str
) -> None:
    assert (await ask(application, path))[2] == b"a page"


async def test_without_https_the_site_says_where_to_go(
    application: StaticFiles, settings: Any
) -> None:
    settings.SECURE_SSL_REDIRECT, settings.SECURE_HSTS_SECONDS = True, 3600
    application = StaticFiles(say_page)
    assert (await ask(application, "/static/site.css"))[2] == b"a page"
    _, headers, body = await ask(application, "/static/site.css", scheme="https")
    assert body == STYLE
    assert headers["strict-transport-security"].startswith("max-age=3600")


async def test_a_file_that_was_not_there_at_the_start_is_no_file(
    application: StaticFiles, tmp_path: Path
) -> None:
    (tmp_path / "secret.txt").write_text("not listed")
    assert (await ask(application, "/static/secret.txt"))[2] == b"a page"


async def test_while_the_site_is_developed_a_new_file_is_found(
    settings: Any, tmp_path: Path
) -> None:
    settings.STATIC_ROOT = str(tmp_path)
    settings.WHITENOISE_AUTOREFRESH = True
    application = StaticFiles(say_page)
    (tmp_path / "new.css").write_bytes(STYLE)
    assert (await ask(application, "/static/new.css"))[2] == STYLE
