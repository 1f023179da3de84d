import re
from typing import Any

import pytest
from django.test import Client

from tests.fixtures import LogIn, StripTokens, WithContent


@pytest.fixture
def guest(db: None) -> Any:
    from accounts import services

    return services.create_guest()


@pytest.fixture
def as_guest(client_of: LogIn, guest: Any) -> Client:
    return client_of(guest)


@pytest.fixture
def without_tokens() -> StripTokens:
    """Return a function that removes the CSRF tokens from a page."""

    def strip(response: WithContent) -> bytes:
        return re.sub(rb'name="csrfmiddlewaretoken" value="\w+"', b"", response.content)

    return strip


@pytest.fixture
def close_messages(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, dict[str, str]]]:
    """Return the list that collects every message sent to a channel group."""
    from accounts import sockets

    sent: list[tuple[str, dict[str, str]]] = []

    class Layer:
        async def group_send(self, group: str, message: dict[str, str]) -> None:
            sent.append((group, message))

    monkeypatch.setattr(sockets, "get_channel_layer", Layer)
    return sent
