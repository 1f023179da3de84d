"""Only pages of this site can open a WebSocket."""

from collections.abc import Callable
from typing import Any

import pytest
from channels.security.websocket import AllowedHostsOriginValidator

from config.origin import OwnOriginOnly, is_own_origin
from tests.sockets import Socket


def headers(origin: str | None, host: str | None = "testserver") -> list[tuple[bytes, bytes]]:
    named = ((b"host", host), (b"origin", origin))
    return [(name, value.encode("latin-1")) for name, value in named if value is not None]


@pytest.mark.once
@pytest.mark.parametrize(
    ("public_url", "origin", "host"),
    [
        ("http://testserver", "http://testserver", "testserver"),
        ("http://testserver", "http://testserver:80", "testserver"),
        ("http://testserver", "http://testserver", "testserver:80"),
        ("http://testserver", "http://TESTSERVER", "testserver"),
        ("https://testserver", "https://testserver", "testserver"),
        ("https://testserver", "https://testserver:443", "testserver"),
        ("https://testserver:8443", "https://testserver:8443", "testserver:8443"),
        ("https://elsewhere.example", "https://testserver", "testserver"),
        ("http://testserver:8000", "http://127.0.0.1:8000", "127.0.0.1:8000"),
        ("http://testserver:8000", "http://[::1]:8000", "[::1]:8000"),
    ],
)
def test_the_sites_own_page_may_open_a_socket(
    public_url: str, origin: str, host: str, settings: Any
) -> None:
    settings.PUBLIC_URL = public_url
    settings.ALLOWED_HOSTS = ["testserver", "127.0.0.1", "[::1]"]
    assert is_own_origin(headers(origin, host))


@pytest.mark.once
@pytest.mark.parametrize(
    ("public_url", "origin", "host"),
    [
        # Whoever can change an unencrypted page must not read what an encrypted one is sent.
        ("https://testserver", "http://testserver", "testserver"),
        ("https://testserver", "http://testserver:443", "testserver:443"),
        ("http://testserver", "https://testserver", "testserver"),
        # Another program on the same machine.
        ("http://testserver:8000", "http://testserver:8001", "testserver:8001"),
        ("http://testserver:8000", "http://testserver", "testserver"),
        ("https://testserver", "https://testserver:8443", "testserver:8443"),
    ],
)
def test_a_page_with_another_scheme_or_port_than_the_public_address_is_refused(
    public_url: str, origin: str, host: str, settings: Any
) -> None:
    settings.PUBLIC_URL = public_url
    assert not is_own_origin(headers(origin, host))


@pytest.mark.once
@pytest.mark.parametrize(
    ("origin", "host"),
    [
        (None, "testserver"),
        ("http://testserver", None),
        ("", "testserver"),
        ("null", "testserver"),
        ("file://", "testserver"),
        ("file://testserver", "testserver"),
        ("http://elsewhere.example", "testserver"),
        ("http://testserver.elsewhere.example", "testserver"),
        ("http://testserver:8001", "testserver:8000"),
        ("http://testserver:81", "testserver"),
        ("https://testserver", "testserver:80"),
        ("http://testserver:port", "testserver"),
        ("http://[::1", "testserver"),
        ("http://t\xe9stserver", "testserver"),
        # An attacker's host name that points to this machine.
        ("http://rebound.example", "rebound.example"),
    ],
)
def test_any_other_origin_is_refused(origin: str | None, host: str | None) -> None:
    assert not is_own_origin(headers(origin, host))


@pytest.mark.once
def test_two_origins_are_refused() -> None:
    assert not is_own_origin(
        [*headers("http://testserver"), (b"origin", b"http://elsewhere.example")]
    )


# A refusal closes the thread's old database connections, if tests before have left any.
needs_the_database = pytest.mark.django_db


async def opened(origin: str | None, validator: Callable[..., Any] = OwnOriginOnly) -> bool:
    async def accepting(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})

    socket = Socket("/", origin=origin, application=validator(accepting))
    is_open = await socket.open()
    if is_open:
        await socket.wait()
    return is_open


async def test_the_handshake_goes_through_from_the_sites_own_page() -> None:
    assert await opened("http://testserver")


@needs_the_database
@pytest.mark.parametrize("origin", [None, "http://elsewhere.example"])
async def test_the_handshake_ends_at_once_from_elsewhere_and_the_log_says_so(
    origin: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    assert not await opened(origin)
    assert "a WebSocket was refused" in caplog.text
    assert "elsewhere.example" not in caplog.text


@needs_the_database
@pytest.mark.parametrize("origin", ["http://testserver:8001", "file://testserver"])
async def test_the_validator_of_channels_would_admit_what_ours_refuses(
    origin: str, settings: Any
) -> None:
    settings.ALLOWED_HOSTS = ["testserver"]
    assert await opened(origin, AllowedHostsOriginValidator)
    assert not await opened(origin)


@needs_the_database
async def test_the_validator_of_channels_would_fail_on_an_origin_that_is_no_address() -> None:
    with pytest.raises(ValueError, match="Invalid IPv6"):
        await opened("http://[::1", AllowedHostsOriginValidator)
    assert not await opened("http://[::1")
