"""Decisions of the staff beside others and beside deletions at the same moment."""

import datetime as dt
import re
from collections.abc import Callable
from operator import attrgetter
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from accounts.services import erase_user
from community import services
from community.models import Report, Sanction
from community.tasks import keep_order
from tests.community.decided import REASON, ban, suspend
from tests.games.test_lock_order import Locks
from tests.present import present

pytestmark = pytest.mark.django_db
PLAYERS_TABLE = User._meta.db_table
PLAYERS = f'FROM "{PLAYERS_TABLE}"'


def find_locked(asked: CaptureQueriesContext) -> list[str]:
    """Return the tables in which rows were locked, in that order."""
    locks = r'SELECT .*? FROM "(\w+)".* FOR (?:NO KEY )?UPDATE'
    return [match[1] for query in asked if (match := re.match(locks, query["sql"]))]


@pytest.mark.skipif(
    connection.vendor != "postgresql", reason="the run on PostgreSQL has it; SQLite has one lock"
)
def test_a_decision_waits_for_nobody_who_tells_the_same_person_something(
    staff: User, bob: User
) -> None:
    with CaptureQueriesContext(connection) as asked:
        ban(bob, staff)
    locks = [query["sql"] for query in asked if "UPDATE" in query["sql"].split("WHERE")[-1]]
    assert any("NO KEY UPDATE" in sql for sql in locks)
    # A notice to somebody whose key is locked would wait, maybe in a circle.
    assert not [sql for sql in locks if PLAYERS in sql and "NO KEY UPDATE" not in sql]


@pytest.mark.skipif(
    connection.vendor != "postgresql", reason="the run on PostgreSQL has it; SQLite has one lock"
)
def test_the_end_of_a_decision_waits_for_no_deletion_that_waits_for_it(
    staff: User, bob: User
) -> None:
    sanction = suspend(bob, staff)
    with CaptureQueriesContext(connection) as asked:
        services.lift(sanction, staff=staff)
    # Whoever deletes the account locks the person, then what belongs to them.
    assert find_locked(asked)[:2] == [PLAYERS_TABLE, Sanction._meta.db_table]


def answer(bob: User, staff: User) -> None:
    warning = services.impose(bob, kind="warning", reason=REASON, staff=staff)
    services.reply(warning.pk, person=bob, text="Why?")
    services.answer_reply(warning, staff=staff, text="So.")


def report_again(bob: User, staff: User) -> None:
    services.report(staff, bob, about="player", reason="insult")


def see(bob: User, staff: User) -> None:
    services.see_queue(staff)


@pytest.mark.skipif(
    connection.vendor != "postgresql", reason="the run on PostgreSQL has it; SQLite has one lock"
)
@pytest.mark.parametrize("act", [answer, report_again, see, lambda bob, staff: keep_order()])
def test_whoever_adds_to_the_queue_or_looks_at_it_locks_the_staff(
    staff: User, alice: User, bob: User, act: Callable[[User, User], object]
) -> None:
    """A report must not be added while a member is called off, or has just seen the queue."""
    services.report(alice, bob, about="player", reason="insult")
    locks = Locks()
    with connection.execute_wrapper(locks):
        act(bob, staff)
    assert all((PLAYERS_TABLE, staff.pk) in taken for taken in locks.taken.values())
    assert locks.taken


def dismiss(bob: User, staff: User) -> None:
    services.dismiss_reports(bob, newest=present(Report.objects.last()).pk, staff=staff)


@pytest.mark.skipif(
    connection.vendor != "postgresql", reason="the run on PostgreSQL has it; SQLite has one lock"
)
@pytest.mark.parametrize("decide", [ban, dismiss])
def test_a_decision_waits_for_no_deletion_of_a_reporter_that_waits_for_it(
    staff: User, alice: User, bob: User, carol: User, decide: Callable[[User, User], object]
) -> None:
    for reporter in (carol, alice):
        services.report(reporter, bob, about="player", reason="insult")
    locks = Locks()
    with connection.execute_wrapper(locks), CaptureQueriesContext(connection) as asked:
        decide(bob, staff)
    (taken,) = locks.taken.values()
    people = sorted((alice, bob, carol, staff), key=attrgetter("pk"))
    assert taken == [(PLAYERS_TABLE, person.pk) for person in people]
    assert find_locked(asked)[:2] == [PLAYERS_TABLE, Report._meta.db_table]


@pytest.mark.parametrize(
    ("address", "sent"),
    [
        ("/staff/people/bob/", {"kind": "ban", "days": "3", "reason": REASON}),
        ("/staff/people/bob/close/", {"newest_report": 0}),
    ],
)
def test_an_account_that_is_deleted_before_a_decision_is_not_found(
    as_staff: Client, bob: User, before_the_lock: Any, address: str, sent: dict[str, Any]
) -> None:
    before_the_lock(lambda: erase_user(bob), of=User)
    assert as_staff.post(address, sent).status_code == 404


@pytest.mark.parametrize("act", ["decide", "lift"])
def test_nothing_is_decided_about_somebody_whose_account_is_deleted_at_the_same_moment(
    as_staff: Client, bob: User, staff: User, before_the_lock: Callable[..., None], act: str
) -> None:
    sanction = ban(bob, staff) if act == "lift" else None
    path = f"/staff/decisions/{sanction.pk}/" if sanction else "/staff/people/bob/"
    sent = {"lift": "1"} if sanction else {"kind": "ban", "days": "3", "reason": REASON}
    before_the_lock(bob.delete, of=User)
    assert as_staff.post(path, sent).status_code == 404
    assert list(Sanction.objects.filter(ended_at=None)) == ([sanction] if sanction else [])


def test_suspensions_end_though_an_account_is_deleted_at_the_same_moment(
    alice: User, bob: User, staff: User, before_the_lock: Callable[..., None]
) -> None:
    suspend(bob, staff)
    suspend(alice, staff)
    before_the_lock(bob.delete, of=User)
    services.end_suspensions(now=timezone.now() + dt.timedelta(days=4))
    alice.refresh_from_db()
    assert alice.is_active
