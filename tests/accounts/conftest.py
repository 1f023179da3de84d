import re
from typing import Any

import pytest
from django.test import Client

from config import groups
from config.groups import Message
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
def close_messages(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Message]]:
    """Return the list that collects every message sent to a group."""
    sent: list[tuple[str, Message]] = []
    monkeypatch.setattr(groups, "send", lambda group, message: sent.append((group, message)))
    return sent
