"""What Sentry is told of errors."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import pytest
import sentry_sdk
from django.test import Client
from sentry_sdk.envelope import Envelope
from sentry_sdk.transport import Transport

from config.reports import start_reports

pytestmark = pytest.mark.once

SECRETS = ("Qx7kTable9Zp", "QS", "ada@example.org", "10.1.2.3", "visitor-name")
logger = logging.getLogger("games")


class Post(Transport):
    """What would be sent."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[str] = []

    def capture_envelope(self, envelope: Envelope) -> None:
        self.sent.append(envelope.serialize().decode())


@pytest.fixture
def post() -> Iterator[Post]:
    post = Post()
    start_reports("https://key@sentry.example.org/1", release="1.0", transport=post)
    yield post
    sentry_sdk.get_client().close()
    sentry_sdk.get_global_scope().set_client(None)


def fail(*arguments: Any) -> dict[str, Any]:
    card = "QS"
    raise LookupError(f"{card} of visitor-name is not at /games/Qx7kTable9Zp/")


@pytest.mark.django_db
def test_a_page_that_fails_is_told_without_who_asked_for_what(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accounts.views.render", fail)
    Client(raise_request_exception=False).get(
        "/privacy/?next=/games/Qx7kTable9Zp/&hand=QS",
        headers={"cookie": "name=visitor-name", "x-real-ip": "10.1.2.3"},
        REMOTE_ADDR="10.1.2.3",
    )
    (told,) = post.sent
    assert "LookupError" in told
    assert "tests/config/test_reports.py" in told
    assert [each for each in SECRETS if each in told] == []


def test_what_is_logged_is_told_with_nothing_filled_in(post: Post) -> None:
    sentry_sdk.set_user({"email": "ada@example.org", "ip_address": "10.1.2.3"})
    sentry_sdk.set_tag("hand", "QS")
    sentry_sdk.add_breadcrumb(message="Qx7kTable9Zp")
    try:
        fail()
    except LookupError:
        logger.exception("the table %s failed for %s", "Qx7kTable9Zp", "visitor-name")
    logger.error("visitor-name has QS")
    logger.warning("QS")
    filled, bare = post.sent
    assert "the table %s failed for %s" in filled
    assert "test_reports, line " in bare
    assert [each for each in SECRETS if each in filled + bare] == []


def test_without_an_address_nothing_is_told() -> None:
    assert not sentry_sdk.get_client().is_active()
