"""How notices are found among very many."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import User
from notices import outbox
from notices.models import Notice
from notices.planning import plan_due
from notices.selectors import count_unread, find_notices
from tests.notices.conftest import GAME
from tests.plans import plans_of, reads_all

pytestmark = pytest.mark.django_db

MANY = 3000


@pytest.fixture
def many_notices(write: Any, alice: User, bob: User) -> None:
    now = timezone.now()
    Notice.objects.bulk_create(
        Notice(
            user=(alice, bob)[number % 2],
            kind="turn",
            game=f"game-{number}",
            version=1,
            path="/",
            created_at=now,
        )
        for number in range(MANY)
    )
    write()
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


QUERIES: dict[str, Callable[[User], Any]] = {
    "unread": lambda user: count_unread(user, game=GAME),
    "listed": lambda user: find_notices(user, number=8),
    "seen": lambda user: outbox.see(user.pk, game=GAME, now=timezone.now()),
    "turn": lambda user: outbox.withdraw_turn(user.pk, game=GAME, now=timezone.now()),
    "all": lambda user: outbox.withdraw_all(game=GAME, now=timezone.now()),
    "due": lambda user: plan_due(now=timezone.now()),
}


@pytest.mark.parametrize("name", QUERIES)
def test_nobody_reads_the_notices_of_everybody(many_notices: None, oscar: User, name: str) -> None:
    for sql, plan in plans_of(lambda: QUERIES[name](oscar)).items():
        assert not reads_all(plan, "notices_notice"), f"{sql}\n{plan}"


def test_what_was_written_about_a_game_is_found_by_the_game(many_notices: None) -> None:
    (plan,) = plans_of(lambda: outbox.withdraw_all(game=GAME, now=timezone.now())).values()
    assert ("(game=?" if connection.vendor == "sqlite" else "notice_is_written_once") in plan, plan
