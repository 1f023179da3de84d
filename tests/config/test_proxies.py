"""Who a request is from and how it came: what proxies say counts only if they are trusted.

The application is the one that `manage.py serve` gives to the web server. Any visitor can send the
headers of a proxy; a proxy that is trusted adds what it saw at the end.
"""

from __future__ import annotations

import json
import signal
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.core import mail
from django.http import HttpRequest, JsonResponse
from django.test import Client
from django.urls import path
from uvicorn import Config

from accounts.limits import sender_of
from games.management.commands import serve

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once]

PROXY, SECOND_PROXY, STRANGER, VISITOR = "127.0.0.1", "10.0.0.2", "198.51.100.9", "203.0.113.5"
FORGED = {
    "x-forwarded-host": "evil.example",
    "x-forwarded-port": "1",
    "x-forwarded-server": "evil.example",
    "x-forwarded-prefix": "/evil",
    "x-forwarded-ssl": "on",
    "x-forwarded-protocol": "https",
    "x-forwarded-scheme": "https",
    "front-end-https": "on",
    "x-url-scheme": "https",
    "forwarded": f"for={VISITOR};host=evil.example;proto=https",
    "x-real-ip": VISITOR,
    "true-client-ip": VISITOR,
    "cf-connecting-ip": VISITOR,
    "x-client-ip": VISITOR,
    "client-ip": VISITOR,
    "x-original-host": "evil.example",
    "x-original-url": "/evil/",
    "x-rewrite-url": "/evil/",
    "x-http-method-override": "DELETE",
    "remote-addr": VISITOR,
    "remote_addr": VISITOR,
}
"""Headers by which some server or framework lets itself be told; this site knows none of them."""


def probe(request: HttpRequest) -> JsonResponse:
    return JsonResponse(
        {
            "sender": sender_of(request.user, request.META["REMOTE_ADDR"]),
            "address": request.build_absolute_uri(),
            "method": request.method,
            "is_secure": request.is_secure(),
        }
    )


urlpatterns = [path("", probe)]
UNPROXIED = {"address": "http://testserver/", "method": "GET", "is_secure": False}


@pytest.fixture
def application(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Any:
    """The application of a web process behind two proxies."""
    settings.TRUSTED_PROXIES = [PROXY, SECOND_PROXY]
    settings.ROOT_URLCONF = __name__
    return served(monkeypatch)


def served(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return the application that the web server is given."""
    configs: list[Config] = []

    def note(server: serve.Server, sockets: object) -> None:
        configs.append(server.config)
        server.started = True

    monkeypatch.setattr(serve.Server, "run", note)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.setattr(serve, "raise_file_limit", lambda: None)
    serve.run_web(None)  # type: ignore[arg-type]
    configs[0].load()
    return configs[0].loaded_app


async def ask(application: Any, peer: str, *headers: tuple[str, str]) -> dict[str, Any]:
    """Return what the site believes of a request over a connection from that address."""
    scope = {
        "type": "http",
        "method": "GET",
        "path": "/",
        "query_string": b"",
        "scheme": "http",
        "client": (peer, 50000),
        "headers": [(b"host", b"testserver")]
        + [(name.encode(), value.encode()) for name, value in headers],
    }
    request = ApplicationCommunicator(application, scope)
    await request.send_input({"type": "http.request"})
    await request.receive_output(30)
    found: dict[str, Any] = json.loads((await request.receive_output(30))["body"])
    await request.wait(30)
    return found


async def test_what_a_stranger_says_of_proxies_changes_nothing(application: Any) -> None:
    said = (("x-forwarded-for", VISITOR), ("x-forwarded-proto", "https"), *FORGED.items())
    assert await ask(application, STRANGER, *said) == UNPROXIED | {"sender": f"ip:{STRANGER}"}


async def test_without_trusted_proxies_nobody_is_believed(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.TRUSTED_PROXIES = []
    settings.ROOT_URLCONF = __name__
    said = (("x-forwarded-for", VISITOR), ("x-forwarded-proto", "https"), *FORGED.items())
    answer = await ask(served(monkeypatch), PROXY, *said)
    assert answer == UNPROXIED | {"sender": f"ip:{PROXY}"}


async def test_a_trusted_proxy_is_believed_in_two_headers_and_no_other(application: Any) -> None:
    answer = await ask(application, PROXY, *FORGED.items())
    assert answer == UNPROXIED | {"sender": f"ip:{PROXY}"}
    answer = await ask(
        application, PROXY, ("x-forwarded-for", VISITOR), ("x-forwarded-proto", "https")
    )
    assert answer == {
        "sender": f"ip:{VISITOR}",
        "address": "https://testserver/",
        "method": "GET",
        "is_secure": True,
    }


@pytest.mark.parametrize(
    "before",
    [
        f"{STRANGER}, ",
        "127.0.0.1, ",
        "unknown, ",
        ", , ",
        f"{STRANGER}, {PROXY}, ",
        "9" * 5000 + ",",
    ],
)
async def test_of_a_list_only_what_the_trusted_proxy_added_counts(
    application: Any, before: str
) -> None:
    answer = await ask(application, PROXY, ("x-forwarded-for", f"{before}{VISITOR}"))
    assert answer["sender"] == f"ip:{VISITOR}"
    twice = (("x-forwarded-for", before.strip(", ")), ("x-forwarded-for", VISITOR))
    assert (await ask(application, PROXY, *twice))["sender"] == f"ip:{VISITOR}"


async def test_behind_two_trusted_proxies_the_visitor_counts(application: Any) -> None:
    said = ("x-forwarded-for", f"{STRANGER}, {VISITOR}, {SECOND_PROXY}")
    assert (await ask(application, PROXY, said))["sender"] == f"ip:{VISITOR}"


@pytest.mark.parametrize("scheme", ["http", "wss, https", "https, http", "", "javascript"])
async def test_a_connection_is_encrypted_only_if_the_proxy_says_just_that(
    application: Any, scheme: str
) -> None:
    assert not (await ask(application, PROXY, ("x-forwarded-proto", scheme)))["is_secure"]


def test_links_in_mails_lead_to_the_site_whatever_the_headers_say(
    client: Client, alice: Any
) -> None:
    alice.emailaddress_set.create(email="alice@example.org", primary=True, verified=True)
    client.post("/accounts/password/reset/", {"email": "alice@example.org"}, headers=FORGED)
    (letter,) = mail.outbox
    assert "http://testserver/accounts/" in letter.body
    assert "evil" not in str(letter.message())
    answer = client.post(
        "/accounts/password/reset/",
        {"email": "alice@example.org"},
        headers={"host": "evil.example"},
    )
    assert answer.status_code == 400
    assert len(mail.outbox) == 1
