"""How notices are found among very many."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from notices import outbox, tasks
from notices.models import Delivery, Device, Mute, Notice, Webhook
from notices.planning import PLANNED_AT_ONCE, plan_due
from notices.selectors import count_unread, find_newest_of_muted, find_notices
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
    "offers": lambda user: outbox.withdraw_offers(user.pk, by=1, now=timezone.now()),
    "due": lambda user: plan_due(now=timezone.now()),
    "muted": find_newest_of_muted,
}


def test_nobody_reads_the_notices_of_everybody(many_notices: None, oscar: User) -> None:
    for name, ask in QUERIES.items():
        for sql, plan in plans_of(partial(ask, oscar)).items():
            assert not reads_all(plan, "notices_notice"), f"{name}: {sql}\n{plan}"


def test_of_each_muted_game_the_newest_notice_is_read_by_one_query(
    write: Any, alice: User, django_assert_num_queries: Any
) -> None:
    for game in (GAME, "game-2", GAME, "game-3"):
        write(game=game)
    Mute.objects.bulk_create(Mute(user=alice, game=game) for game in (GAME, "game-2"))
    other, newest = Notice.objects.filter(game__in=("game-2", GAME)).order_by("pk")[1:]
    with django_assert_num_queries(1):
        assert find_newest_of_muted(alice) == [newest, other]


def test_what_was_written_about_a_game_is_found_by_the_game(many_notices: None) -> None:
    (plan,) = plans_of(lambda: outbox.withdraw_all(game=GAME, now=timezone.now())).values()
    assert ("(game=?" if connection.vendor == "sqlite" else "notice_is_written_once") in plan, plan


def test_more_notices_are_planned_with_no_more_queries(
    write: Any, alice: User, bob: User, oscar: User
) -> None:
    """A site on which many people are away from live games plans many at once."""

    def count_queries(*users: User) -> int:
        for user in users:
            write(user, is_urgent=True)
        with CaptureQueriesContext(connection) as queries:
            assert plan_due(now=timezone.now()) == len(users)
        return len(queries)

    assert count_queries(alice, bob, oscar, alice) == count_queries(alice)


DUE = 10_000


@pytest.fixture
def people(db: None, settings: Any) -> list[User]:
    """Return people who have a confirmed address, two devices and a webhook each."""
    settings.VAPID_KEY = "any"
    users = User.objects.bulk_create(User(username=f"person{number}") for number in range(50))
    now = timezone.now()
    EmailAddress.objects.bulk_create(
        EmailAddress(user=user, email=f"{user.username}@example.org", verified=True, primary=True)
        for user in users
    )
    Device.objects.bulk_create(
        Device(user=user, name="phone", endpoint=f"https://push.example/{number}", added_at=now)
        for number, user in enumerate([*users, *users])
    )
    Webhook.objects.bulk_create(
        Webhook(user=user, format="slack", url="https://hook.example/", created_at=now)
        for user in users
    )
    return users


def write_due(people: list[User], number: int) -> None:
    now = timezone.now()
    Notice.objects.bulk_create(
        Notice(
            user=people[each % len(people)],
            kind="started",
            game=f"game-{each}",
            version=1,
            path="/",
            created_at=now,
            due_at=now,
        )
        for each in range(number)
    )


def queries_of_a_plan() -> int:
    with CaptureQueriesContext(connection) as captured:
        plan_due(now=timezone.now())
    return len(captured)


def test_of_ten_thousand_due_notices_a_task_plans_a_part_in_few_queries_and_all_channels_send(
    people: list[User], monkeypatch: Any
) -> None:
    write_due(people, 1)
    for_one = queries_of_a_plan()
    Notice.objects.all().delete()
    write_due(people, DUE)
    # Beyond one statement for each hundred new rows or so, which SQLite needs, nothing is added.
    assert queries_of_a_plan() <= for_one + 3
    queued: list[Any] = []
    monkeypatch.setattr(tasks, "PLANS_FOR", 2)
    monkeypatch.setattr(
        tasks.send, "apply_async", lambda args, **options: queued.append((*args, options["queue"]))
    )
    tasks.plan()
    assert queued == [("mail", "mail"), ("push", "push"), ("webhook", "webhooks")]
    assert Notice.objects.filter(due_at=None).count() == 3 * PLANNED_AT_ONCE
    planned = Delivery.objects.filter(due_at__isnull=False, outcome="")
    assert planned.count() == 4 * 3 * PLANNED_AT_ONCE  # two of the people's devices each
