"""Notices to test with, and a channel that notes what it is given."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from notices import outbox
from notices.channels import CHANNELS
from notices.models import Delivery, Notice

GAME = "AAAAAAAAAAAAAAAAAAAAAA"


@pytest.fixture
def write(alice: User) -> Callable[..., Notice]:
    """Return a function that writes a notice, by default that it is alice's turn."""

    def make(user: User = alice, **changes: Any) -> Notice:
        given: dict[str, Any] = {
            "user_id": user.pk,
            "kind": "turn",
            "game": GAME,
            "version": Notice.objects.count() + 1,
            "path": f"/games/{GAME}/",
            "facts": {"title": "Casino", "people": []},
        }
        outbox.write([outbox.Draft(**given | changes)], now=timezone.now())
        return Notice.objects.latest("pk")

    return make


@pytest.fixture
def deadlines(monkeypatch: pytest.MonkeyPatch) -> dict[str, dt.datetime]:
    """Return what everybody's turns end at, by game: empty as long as nothing is put in."""
    found: dict[str, dt.datetime] = {}
    monkeypatch.setattr(
        "games.selectors.find_turn_deadlines", lambda user_ids: dict.fromkeys(user_ids, found)
    )
    return found


class Noting:
    """A channel to one target that notes what it sends, and fails as it is told to."""

    TOGETHER = 1

    def __init__(self) -> None:
        self.sent: list[list[Delivery]] = []
        self.failure: Exception | None = None

    def find_targets(self, user_ids: Collection[int]) -> Iterable[tuple[int, int]]:
        return [(user_id, 0) for user_id in user_ids]

    def send(self, deliveries: Sequence[Delivery]) -> None:
        if self.failure is not None:
            raise self.failure
        self.sent.append(list(deliveries))


@pytest.fixture
def noting(monkeypatch: pytest.MonkeyPatch) -> Noting:
    """Return a channel that takes the place of push; nobody has a target in the others."""
    channel = Noting()
    monkeypatch.setitem(CHANNELS, "push", channel)
    return channel
