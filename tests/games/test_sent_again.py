"""A move posted while the database is away: its player is told, and sends it again."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import InterfaceError, OperationalError
from django.test import Client

from games import services

pytestmark = pytest.mark.django_db

make_move = services.make_move
MOVE = {"seen": "2", "action": "drop", "card": "8C"}


@pytest.mark.parametrize("error", [OperationalError("server closed"), InterfaceError("closed")])
@pytest.mark.parametrize("is_stored", [False, True], ids=["lost", "stored"])
def test_a_move_that_was_not_answered_is_sent_again_and_played_once(
    is_stored: bool,
    error: Exception,
    dealt: Any,
    as_alice: Client,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*arguments: Any, **named: Any) -> None:
        if is_stored:
            make_move(*arguments, **named)
        raise error

    game = dealt()
    address = f"{game.get_absolute_url()}move/"
    as_alice.raise_request_exception = False
    with monkeypatch.context() as patch:
        patch.setattr(services, "make_move", fail)
        answer = as_alice.post(address, MOVE)
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "5"
    assert "reload this page in a moment to send it again" in answer.content.decode()
    assert as_alice.post(address, MOVE).status_code in {200, 302}
    assert [event.text for event in game.events.all()].count("8C") == 1
