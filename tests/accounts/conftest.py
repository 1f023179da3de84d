import re
from typing import Any

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
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


@pytest.fixture
def hashed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The passwords that were hashed, which is what takes time."""
    hashed: list[str] = []
    encode = MD5PasswordHasher.encode

    def note(self: MD5PasswordHasher, password: str, salt: str) -> str:
        hashed.append(password)
        return encode(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", note)
    return hashed


@pytest.fixture
def closed_meanwhile(alice: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Close alice's account while her new password is hashed."""
    from accounts.models import User
    from accounts.services import set_active

    set_password = User.set_password

    def close_first(user: User, password: str | None) -> None:
        set_active(User.objects.get(pk=alice.pk), active=False)
        set_password(user, password)

    monkeypatch.setattr(User, "set_password", close_first)
