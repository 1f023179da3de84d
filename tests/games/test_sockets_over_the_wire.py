"""Frames to a running site that no browser sends."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.running import Site, running_site

pytestmark = pytest.mark.early


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running_site(tmp_path_factory.mktemp("site")) as running:
        yield running


def open_lobby(site: Site, *, origin: str | None = None) -> ClientConnection:
    address = f"ws://{site.host}/ws/lobby/"
    return connect(address, origin=Origin(origin or site.url), proxy=None)


def close_code_after(socket: ClientConnection, frame: bytes, *, text: bool) -> int:
    with socket:
        assert 'id="lobby"' in socket.recv(5)
        socket.send(frame, text=text)
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(5)
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


def assert_site_is_well(site: Site) -> None:
    with open_lobby(site) as socket:
        assert 'id="lobby"' in socket.recv(5)
    assert "ASGI application" not in site.log.read_text(), site.log.read_text()


@pytest.mark.parametrize("frame", [b"\xff", b"\xed\xa0\x80", b'{"seen": "\xc3'])
def test_a_text_that_is_not_unicode_closes_only_its_own_socket(site: Site, frame: bytes) -> None:
    assert close_code_after(open_lobby(site), frame, text=True) == 1007
    assert_site_is_well(site)


@pytest.mark.parametrize("text", [True, False])
def test_a_frame_over_16_kilobytes_closes_only_its_own_socket(site: Site, text: bool) -> None:
    assert close_code_after(open_lobby(site), b"x" * 16_385, text=text) == 1009
    assert_site_is_well(site)


def test_frames_without_content_are_ignored(site: Site) -> None:
    with open_lobby(site) as socket:
        socket.recv(5)
        for frame in ("", "{", "[" * 16_000, b"\x00\xff", b""):
            socket.send(frame)
        assert socket.ping().wait(5)
    assert_site_is_well(site)


def test_the_page_of_another_site_gets_no_socket(site: Site) -> None:
    for origin in ("http://elsewhere.example", "http://127.0.0.1:1", "null"):
        with pytest.raises(InvalidStatus) as refused:
            open_lobby(site, origin=origin)
        assert refused.value.response.status_code == 403
