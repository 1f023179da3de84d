"""Requests leave only for public addresses, or for networks that the operator allows."""

import ipaddress
import logging
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings

from notices import guard
from notices.addresses import Reason, is_allowed_url, is_public
from notices.guard import Unreachable, open_session
from tests.notices.certificates import make_certificate
from tests.notices.servers import hang, pour, say, serving, trickle

LOOPBACK = [ipaddress.ip_network("127.0.0.0/8")]


@pytest.fixture
def _loopback_is_allowed(settings: Settings) -> None:
    settings.NOTICES_ALLOWED_NETWORKS = LOOPBACK


@pytest.fixture
def answer_names(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """Have names resolve as a test says; return the names that were asked for."""
    asked: list[str] = []

    def answer(*answers: list[str]) -> list[str]:
        remaining = list(answers)

        def getaddrinfo(host: str, port: int, *_: Any, **__: Any) -> list[Any]:
            try:
                found = [str(ipaddress.ip_address(host))]
            except ValueError:
                asked.append(host)
                found = remaining.pop(0)
            return [
                (
                    socket.AF_INET6 if ":" in each else socket.AF_INET,
                    socket.SOCK_STREAM,
                    6,
                    "",
                    (each, port),
                )
                for each in found
            ]

        monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
        return asked

    return answer


@pytest.fixture
def connections(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Refuse every connection, and collect where they were to go."""
    tried: list[Any] = []

    def refuse(address: Any, *_: Any) -> None:
        tried.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "create_connection", refuse)
    return tried


def reason_of(url: str) -> Reason:
    with open_session() as session, pytest.raises(Unreachable) as caught:
        session.post(url, data=b"{}")
    return caught.value.reason


def test_a_name_with_a_dot_at_its_end_is_looked_up_with_it(
    answer_names: Callable[..., list[str]], connections: list[Any]
) -> None:
    asked = answer_names(["93.184.216.34"])
    reason_of("https://hooks.example.org./")
    assert asked == ["hooks.example.org."]


@pytest.mark.parametrize(
    "address",
    [
        *("8.8.8.8", "1.1.1.1", "93.184.216.34", "2606:4700::1111", "2a01:4f8::1"),
        "64:ff9b::808:808",  # NAT64 of 8.8.8.8
    ],
)
def test_an_address_on_the_internet_is_public(address: str) -> None:
    assert is_public(ipaddress.ip_address(address))


SPECIAL = [
    *("127.0.0.1", "127.8.9.10", "::1"),  # this machine
    *("0.0.0.0", "0.1.2.3", "::"),  # unspecified
    *("10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "100.64.0.1"),  # private
    *("fc00::1", "fd12:3456::1", "fec0::1"),
    *("169.254.169.254", "fe80::1", "fe80::1%eth0"),  # link-local, and where clouds keep secrets
    *("224.0.0.1", "239.255.255.250", "ff02::1", "ff0e::1"),  # multicast
    *("240.0.0.1", "255.255.255.255", "5f00::1", "100::1"),  # reserved, broadcast
    *("192.0.0.8", "192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.1"),  # documents, tests
    *("192.88.99.1", "2001:db8::1", "3fff::1", "2001:20::1"),
    *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:8.8.8.8", "::127.0.0.1"),  # IPv4 in IPv6
    *("2002:7f00:1::1", "2002:a00:1::1", "2002:808:808::1"),  # 6to4
    *("64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::a00:1"),  # NAT64
    *("2001::1", "2001:0:808:808::1"),  # Teredo
]


@pytest.mark.parametrize("address", SPECIAL)
def test_a_special_address_is_not_public(address: str) -> None:
    assert not is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize("address", SPECIAL)
def test_a_name_of_a_special_address_is_refused_before_a_connection(
    address: str, answer_names: Callable[..., list[str]], connections: list[Any]
) -> None:
    answer_names([address])
    assert reason_of("https://hooks.example.org/1") is Reason.ADDRESS
    assert connections == []


def test_a_name_with_a_public_and_a_private_address_is_refused(
    answer_names: Callable[..., list[str]], connections: list[Any]
) -> None:
    answer_names(["8.8.8.8", "10.0.0.1"])
    assert reason_of("https://hooks.example.org/1") is Reason.ADDRESS
    assert connections == []


def test_the_connection_goes_to_the_address_that_was_checked(
    answer_names: Callable[..., list[str]], connections: list[Any]
) -> None:
    asked = answer_names(["8.8.8.8"], ["127.0.0.1"])
    assert reason_of("https://hooks.example.org:8443/1") is Reason.CONNECTION
    assert connections == [("8.8.8.8", 8443)]
    assert asked == ["hooks.example.org"]


def test_a_public_address_without_tls_is_refused(
    answer_names: Callable[..., list[str]], connections: list[Any], settings: Settings
) -> None:
    settings.NOTICES_ALLOWED_NETWORKS = LOOPBACK
    answer_names(["8.8.8.8"])
    assert reason_of("http://hooks.example.org/1") is Reason.ADDRESS
    assert connections == []


@pytest.mark.parametrize(
    "url",
    [
        *("http://127.1/", "http://2130706433/", "http://0x7f.0.0.1/", "http://0177.0.0.1/"),
        *("https://127.0.0.1/", "https://[::1]/", "https://[::ffff:7f00:1]/", "https://localhost/"),
        *("https://0/", "https://127.0.0.1.:443/"),
    ],
)
def test_no_spelling_of_this_machine_is_reached(url: str, connections: list[Any]) -> None:
    assert reason_of(url) in {Reason.ADDRESS, Reason.NAME}
    assert connections == []


def test_only_four_addresses_of_a_name_are_tried(
    answer_names: Callable[..., list[str]], connections: list[Any]
) -> None:
    answer_names([f"8.8.8.{last}" for last in range(9)])
    assert reason_of("https://hooks.example.org/1") is Reason.CONNECTION
    assert len(connections) == 4


def test_a_name_without_an_address_has_a_reason_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise socket.gaierror

    monkeypatch.setattr(socket, "getaddrinfo", fail)
    assert reason_of("https://nobody.example.org/") is Reason.NAME
    assert reason_of(f"https://{'a' * 64}.example.org/") is Reason.NAME


def test_a_name_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    released = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: released.wait(10))
    monkeypatch.setattr(guard, "NAME_SECONDS", 0.05)
    assert reason_of("https://slow.example.org/") is Reason.TIME
    released.set()


@pytest.mark.parametrize("url", ["ftp://example.org/", "file:///etc/passwd", "nothing", "http://"])
def test_what_is_no_web_address_is_refused_without_naming_it(url: str) -> None:
    assert reason_of(url) is Reason.ADDRESS


@pytest.mark.usefixtures("_loopback_is_allowed")
def test_an_allowed_network_is_reached_and_the_body_of_the_answer_is_not_kept() -> None:
    with serving(say("200 OK", body="secret")) as server, open_session() as session:
        response = session.post(server.url, data=b'{"a": 1}')
    assert response.status_code == 200
    assert response.content == b""
    [request] = server.requests
    assert request.startswith(b"POST /hook HTTP/1.1\r\n")
    assert request.endswith(b'\r\n\r\n{"a": 1}')


def test_a_network_that_is_not_allowed_is_not_reached() -> None:
    with serving(say("200 OK")) as server:
        assert reason_of(server.url) is Reason.ADDRESS
    assert server.requests == []


@pytest.mark.usefixtures("_loopback_is_allowed")
@pytest.mark.parametrize("status", ["301 Moved", "302 Found", "307 Again", "308 Moved"])
def test_a_redirect_is_not_followed(status: str) -> None:
    with serving(say("200 OK")) as inner:
        answer = say(status, f"Location: {inner.url}")
        with serving(answer) as server, open_session() as session:
            response = session.post(server.url, allow_redirects=True)
    assert response.status_code == int(status[:3])
    assert inner.requests == []


@pytest.mark.usefixtures("_loopback_is_allowed")
@pytest.mark.parametrize("answer", [hang, trickle])
def test_a_server_that_hangs_or_trickles_is_given_up(
    answer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "EXCHANGE_SECONDS", 0.2)
    began = time.monotonic()
    with serving(answer) as server:
        assert reason_of(server.url) is Reason.TIME
    assert time.monotonic() - began < 5


@pytest.mark.usefixtures("_loopback_is_allowed")
def test_a_handshake_that_never_ends_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "EXCHANGE_SECONDS", 0.2)
    with serving(hang) as server:
        assert reason_of(server.url.replace("http:", "https:")) in {Reason.TIME, Reason.TLS}


@pytest.mark.usefixtures("_loopback_is_allowed")
def test_a_body_that_never_ends_is_not_read() -> None:
    with serving(pour) as server, open_session() as session:
        response = session.post(server.url, stream=False)
    assert response.status_code == 200
    assert response.content == b""


@pytest.mark.usefixtures("_loopback_is_allowed")
def test_what_speaks_no_http_is_a_failed_connection() -> None:
    with serving(lambda connection, _: connection.sendall(b"SSH-2.0\r\n")) as server:
        assert reason_of(server.url) is Reason.CONNECTION
    assert reason_of(server.url) is Reason.CONNECTION  # nobody is there any more


@pytest.mark.usefixtures("_loopback_is_allowed")
def test_no_proxy_of_the_environment_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(say("200 OK")) as proxy, serving(say("204 No Content")) as server:
        monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{proxy.port}")
        with open_session() as session:
            assert session.post(server.url).status_code == 204
    assert proxy.requests == []


@pytest.mark.usefixtures("_loopback_is_allowed")
def test_no_password_of_the_servers_user_is_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    passwords = tmp_path / "netrc"
    passwords.write_text("machine 127.0.0.1 login root password secret")
    monkeypatch.setenv("NETRC", str(passwords))
    with serving(say("200 OK")) as server, open_session() as session:
        session.post(server.url)
    assert b"authorization" not in server.requests[0].lower()


@pytest.mark.usefixtures("_loopback_is_allowed")
def test_no_error_and_no_log_names_the_address(
    caplog: pytest.LogCaptureFixture, settings: Settings
) -> None:
    broken = say("200 OK", "no header at all", " \x00: 1")
    with serving(broken) as server, caplog.at_level(logging.WARNING), open_session() as session:
        session.post(f"{server.url}/SECRET")
        server.stop()
        with pytest.raises(Unreachable) as caught:
            session.post(f"{server.url}/SECRET")
    error: BaseException | None = caught.value
    while error is not None:
        assert "SECRET" not in repr(error)
        error = error.__cause__ or error.__context__
    assert "SECRET" not in caplog.text
    assert settings.LOGGING["loggers"]["urllib3"]["level"] == "ERROR"


@pytest.mark.parametrize(
    ("url", "is_allowed"),
    [
        ("https://hooks.example.org/1?a=b", True),
        ("https://hooks.example.org:8443/1", True),
        ("https://8.8.8.8/1", True),
        ("http://hooks.example.org/1", False),
        ("https://192.168.1.5/1", False),
        ("https://[::1]/1", False),
        ("https://alice:secret@hooks.example.org/", False),
        ("https://@hooks.example.org/", False),
        ("https://hooks.example.org/#part", False),
        ("https://hooks.example.org:0/", False),
        ("https://hooks.example.org:port/", False),
        ("https://", False),
        ("ftp://hooks.example.org/", False),
        ("https://hooks.example.org/a b", False),
        ("https://hooks.example.org\\@127.0.0.1/", False),
        ("https://hooks.example.org/\r\nX-Evil: 1", False),
        ("https://höoks.example.org/", False),
        ("https://hooks.example.org/" + "a" * 500, False),
    ],
)
def test_a_form_takes_only_addresses_that_can_be_allowed(url: str, is_allowed: bool) -> None:
    assert is_allowed_url(url) is is_allowed


def test_a_form_takes_addresses_of_allowed_networks(settings: Settings) -> None:
    settings.NOTICES_ALLOWED_NETWORKS = [ipaddress.ip_network("192.168.1.0/24")]
    assert is_allowed_url("http://192.168.1.5:8080/hook")
    assert is_allowed_url("https://192.168.1.5/hook")
    assert is_allowed_url("http://printer.lan/hook")
    assert not is_allowed_url("http://192.168.2.5/hook")
    assert not is_allowed_url("http://8.8.8.8/hook")


@pytest.mark.usefixtures("_loopback_is_allowed")
@pytest.mark.parametrize(
    ("name", "is_trusted", "reason"),
    [
        ("hooks.example.org", True, None),
        ("other.example.org", True, Reason.TLS),
        ("hooks.example.org", False, Reason.TLS),
    ],
)
def test_tls_is_verified_for_the_name_and_not_for_the_address(
    name: str,
    is_trusted: bool,
    reason: Reason | None,
    tmp_path: Path,
    answer_names: Callable[..., list[str]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    authority, context = make_certificate(tmp_path, name)
    if is_trusted:
        monkeypatch.setattr("requests.adapters.DEFAULT_CA_BUNDLE_PATH", str(authority))
    answer_names(["127.0.0.1"])
    with serving(say("200 OK"), context) as server:
        url = f"https://hooks.example.org:{server.port}/"
        if reason is None:
            with open_session() as session:
                assert session.post(url).status_code == 200
            assert b"\r\nHost: hooks.example.org:" in server.requests[0]
        else:
            assert reason_of(url) is reason
            assert server.requests == []
