"""Over https cookies have names that no other host can set, and nobody is logged out by that."""

from __future__ import annotations

import asyncio
from http.cookies import SimpleCookie
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from channels.db import database_sync_to_async
from django.contrib.sessions.models import Session
from django.test import Client

from accounts.models import User
from accounts.sign_ins import read_sign_in
from accounts.sockets import close_sockets
from config import groups
from config.groups import user_group
from tests.sockets import Socket

pytestmark = pytest.mark.django_db(transaction=True)

NEW = "__Host-sessionid"
OLD_KEY = "0123456789abcdefghijklmnopqrstuv"


@pytest.fixture(autouse=True)
def _over_https(settings: Any) -> None:
    settings.PUBLIC_URL = "https://testserver"
    settings.SESSION_COOKIE_NAME = NEW
    settings.CSRF_COOKIE_NAME = "__Host-csrftoken"
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True


def log_in_before_the_upgrade(user: User, key: str = OLD_KEY) -> None:
    client = Client()
    client.force_login(user)
    Session.objects.filter(session_key=client.cookies[NEW].value).update(session_key=key)


async def get(path: str, cookies: str) -> tuple[str, SimpleCookie]:
    """Return the page and the cookies that it sets."""
    from config.asgi import application

    scope = {
        **{"type": "http", "method": "GET", "path": path, "query_string": b"", "scheme": "https"},
        "headers": [(b"host", b"testserver"), (b"cookie", cookies.encode())],
    }
    request = ApplicationCommunicator(application, scope)
    await request.send_input({"type": "http.request", "body": b""})
    start = await request.receive_output(10)
    page = ""
    while (part := await request.receive_output(10)).get("more_body"):
        page += part["body"].decode()
    page += part["body"].decode()
    await request.wait(10)
    given = SimpleCookie()
    for name, value in start["headers"]:
        if name.lower() == b"set-cookie":
            given.load(value.decode())
    return page, given


async def test_somebody_logged_in_before_the_upgrade_stays_so_and_gets_the_new_cookie(
    alice: User,
) -> None:
    await database_sync_to_async(log_in_before_the_upgrade)(alice)
    page, given = await get("/privacy/", f"sessionid={OLD_KEY}; csrftoken={'a' * 32}")
    assert "alice" in page
    renewed = given[NEW]
    assert (renewed.value, renewed["path"], renewed["domain"]) == (OLD_KEY, "/", "")
    assert renewed["secure"]
    assert renewed["httponly"]
    assert renewed["samesite"].lower() == "lax"
    assert renewed["max-age"] == str(60 * 24 * 3600)
    assert given["sessionid"].value == ""
    page, given = await get("/privacy/", f"{NEW}={OLD_KEY}")
    assert "alice" in page
    assert NEW not in given


async def test_a_page_open_during_the_upgrade_gets_its_socket_back(alice: User) -> None:
    await database_sync_to_async(log_in_before_the_upgrade)(alice)
    client = Client()
    client.cookies["sessionid"] = OLD_KEY
    socket = Socket("/ws/turns/", client=client, origin="https://testserver")
    assert await socket.open()
    async with asyncio.timeout(30):
        while not groups.has_socket(user_group(alice.pk)):
            await asyncio.sleep(0.01)
    await database_sync_to_async(close_sockets)(alice.pk)
    assert await socket.receive() is None
    assert socket.close_code == 1012


async def test_a_form_open_during_the_upgrade_can_still_be_sent() -> None:
    page, given = await get("/accounts/login/", f"csrftoken={'a' * 32}")
    assert given["__Host-csrftoken"].value == "a" * 32


@pytest.mark.parametrize(
    "cookie", ["sessionid={key}", f'csrftoken="a\\073 {NEW}={{key}}"'], ids=["session", "token"]
)
async def test_another_host_of_the_domain_cannot_log_anybody_in_to_an_account_of_its_own(
    alice: User, client_of: Any, cookie: str
) -> None:
    client = await database_sync_to_async(client_of)(alice)
    key = client.cookies[NEW].value
    assert await database_sync_to_async(read_sign_in)(key)
    page, given = await get("/privacy/", cookie.format(key=key))
    assert "alice" not in page
    assert not {NEW, "sessionid"} & set(given)


async def test_the_new_cookie_goes_before_an_old_one(
    alice: User, bob: User, client_of: Any
) -> None:
    await database_sync_to_async(log_in_before_the_upgrade)(bob)
    client = await database_sync_to_async(client_of)(alice)
    page, given = await get("/privacy/", f"sessionid={OLD_KEY}; {NEW}={client.cookies[NEW].value}")
    assert "alice" in page
    assert "bob" not in page
    assert not {NEW, "sessionid"} & set(given)
