"""The sending of what is due: once, once more after a crash, and again after a failure."""

from __future__ import annotations

import datetime as dt
import threading
from typing import Any

import pytest
import time_machine
from django.db import connection, connections
from django.utils import timezone

from accounts.models import User
from notices import outbox, tasks
from notices.channels import CHANNELS, GiveUp, TryAgain
from notices.models import Delivery, Notice, Preferences, Switch
from notices.planning import plan_due
from notices.selectors import measure_deliveries
from notices.sending import claim, send_due
from tests.notices.conftest import GAME, Noting

pytestmark = pytest.mark.django_db


@pytest.fixture
def due(clock: Any, write: Any, noting: Noting) -> Notice:
    """Return a notice with a push that is due now."""
    notice: Notice = write(is_urgent=True)
    plan_due(now=timezone.now())
    return notice


def push() -> Delivery:
    return Delivery.objects.get(channel="push")


def test_a_delivery_is_sent_once(due: Notice, noting: Noting) -> None:
    assert send_due("push") == 1
    assert send_due("push") == 0
    assert [[each.notice for each in sent] for sent in noting.sent] == [[due]]
    assert (push().outcome, push().ended_at) == ("sent", timezone.now())


@pytest.mark.parametrize(("step", "outcome"), [("see", "read"), ("withdraw_turn", "withdrawn")])
def test_it_is_looked_at_again_before_it_is_sent(
    due: Notice, noting: Noting, alice: User, step: str, outcome: str
) -> None:
    getattr(outbox, step)(alice.pk, game=GAME, now=timezone.now())
    assert send_due("push") == 0
    assert (noting.sent, push().outcome) == ([], outcome)


@pytest.mark.parametrize(("is_on", "kinds"), [(True, ["warning"]), (False, ["turn"])])
def test_only_the_warning_follows_quiet_hours_unless_it_is_switched_off_meanwhile(
    write: Any, noting: Noting, alice: User, is_on: bool, kinds: list[str]
) -> None:
    write(is_urgent=True)
    write(kind="warning", is_urgent=True)
    plan_due(now=timezone.now())
    Switch.objects.create(user=alice, kind="warning", channel="push", is_on=is_on)
    assert send_due("push") == 1
    assert [each.notice.kind for sent in noting.sent for each in sent] == kinds


def test_a_program_is_told_of_the_turn_and_of_its_warning(
    write: Any, noting: Noting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(CHANNELS, "webhook", noting)
    write(is_urgent=True)
    write(kind="warning", is_urgent=True)
    plan_due(now=timezone.now())
    send_due("webhook")
    sent = [each.notice.kind for together in noting.sent for each in together]
    assert sorted(sent) == ["turn", "warning"]


def test_a_warning_does_not_stand_for_the_news_that_a_game_has_begun(
    write: Any, noting: Noting
) -> None:
    write(is_urgent=True, facts={"title": "Casino", "people": [], "first": True})
    write(kind="warning", is_urgent=True)
    plan_due(now=timezone.now())
    send_due("push")
    sent = [each.notice.kind for together in noting.sent for each in together]
    assert sorted(sent) == ["turn", "warning"]


def test_the_warning_of_a_turn_that_is_over_speaks_for_no_later_turn(
    write: Any, noting: Noting, alice: User
) -> None:
    write(kind="warning", is_urgent=True)
    plan_due(now=timezone.now())
    send_due("push")
    outbox.withdraw_turn(alice.pk, game=GAME, now=timezone.now())
    write(is_urgent=True)
    plan_due(now=timezone.now())
    assert send_due("push") == 1
    assert [each.notice.kind for sent in noting.sent for each in sent] == ["warning", "turn"]


def test_a_device_that_missed_the_warning_is_told_of_the_turn(
    write: Any, noting: Noting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        noting, "find_targets", lambda users: [(each, i) for each in users for i in (1, 2)]
    )
    write(kind="warning", is_urgent=True)
    plan_due(now=timezone.now())
    missed = Delivery.objects.filter(target=2)
    missed.update(outcome="failed", due_at=None, ended_at=timezone.now())
    write(is_urgent=True)
    plan_due(now=timezone.now())
    while send_due("push"):
        pass
    sent = [(each.notice.kind, each.target) for together in noting.sent for each in together]
    assert sorted(sent) == [("turn", 2), ("warning", 1)]


def test_a_turn_that_got_more_time_after_the_plan_is_still_told(
    clock: Any, write: Any, noting: Noting, deadlines: dict[str, dt.datetime]
) -> None:
    write(is_urgent=True, expires_at=timezone.now() + dt.timedelta(seconds=30))
    plan_due(now=timezone.now())
    deadlines[GAME] = end = timezone.now() + dt.timedelta(hours=1)
    clock.shift(dt.timedelta(seconds=40))
    assert send_due("push") == 1
    [[sent]] = noting.sent
    assert (push().outcome, sent.notice.expires_at) == ("sent", end)


def test_a_sender_that_dies_is_followed_by_one_other_and_no_more(
    clock: Any, due: Notice, noting: Noting
) -> None:
    assert claim("push", now=timezone.now())  # and dies
    assert not claim("push", now=timezone.now())
    clock.shift(dt.timedelta(minutes=3))
    assert claim("push", now=timezone.now())  # and dies as well
    clock.shift(dt.timedelta(minutes=3))
    assert send_due("push") == 0
    assert (noting.sent, push().outcome) == ([], "unknown")


def test_a_failure_is_tried_again_for_a_day_with_longer_pauses(
    clock: Any, due: Notice, noting: Noting
) -> None:
    noting.failure, pauses = TryAgain("the server is down"), list[float]()
    while push().outcome == "":
        assert send_due("push") == 1
        if (again := push().due_at) is not None:
            pauses.append((again - timezone.now()).total_seconds())
            clock.move_to(again)
    assert push().outcome == "failed"
    assert pauses == sorted(pauses)
    assert dt.timedelta(hours=22) < timezone.now() - due.created_at < dt.timedelta(hours=28)


def test_what_is_tried_again_in_quiet_hours_waits_for_their_end(
    write: Any, noting: Noting, alice: User
) -> None:
    Preferences.objects.create(user=alice, quiet_from=22, quiet_until=7)
    evening = dt.datetime(2027, 1, 10, 21, 59, 30, tzinfo=dt.UTC)
    with time_machine.travel(evening, tick=False) as clock:
        write(is_urgent=True)
        plan_due(now=timezone.now())
        noting.failure = TryAgain("the server is down")
        assert send_due("push") == 1
        clock.shift(dt.timedelta(minutes=5))
        noting.failure = None
        assert send_due("push") == 0
        morning = dt.datetime(2027, 1, 11, 7, tzinfo=dt.UTC)
        assert (push().due_at, push().claims, push().outcome) == (morning, 0, "")
        clock.move_to(morning)
        assert send_due("push") == 1
    assert push().outcome == "sent"


def test_a_server_may_say_when_to_come_back(clock: Any, due: Notice, noting: Noting) -> None:
    noting.failure = TryAgain("too many", after=dt.timedelta(minutes=17))
    send_due("push")
    assert push().due_at == timezone.now() + dt.timedelta(minutes=17)


@pytest.mark.parametrize("is_final", [True, False])
def test_a_final_failure_ends_it_and_another_error_does_not(
    due: Notice, noting: Noting, is_final: bool
) -> None:
    noting.failure = GiveUp("unknown address") if is_final else RuntimeError("bob@example.org")
    send_due("push")
    assert push().outcome == ("failed" if is_final else "")


def test_an_error_is_logged_without_its_words(
    due: Notice, noting: Noting, caplog: pytest.LogCaptureFixture
) -> None:
    noting.failure = RuntimeError("bob@example.org")
    send_due("push")
    assert "RuntimeError" in caplog.text
    assert "bob@" not in caplog.text


def test_a_channel_may_send_several_notices_of_one_person_together(
    clock: Any, write: Any, noting: Noting, bob: User
) -> None:
    noting.TOGETHER = 10
    for _ in range(3):
        write(is_urgent=True)
    write(bob, is_urgent=True)
    plan_due(now=timezone.now())
    send_due("push")
    assert [len(sent) for sent in noting.sent] == [3, 1]


@pytest.mark.parametrize("failure", [None, TryAgain("the server is down"), GiveUp("no address")])
def test_an_account_may_be_deleted_while_a_notice_is_sent(
    due: Notice, noting: Noting, alice: User, monkeypatch: Any, failure: Exception | None
) -> None:
    def send(deliveries: Any) -> None:
        alice.delete()
        if failure is not None:
            raise failure

    monkeypatch.setattr(noting, "send", send)
    assert send_due("push") == 1
    assert not Delivery.objects.exists()


@pytest.mark.parametrize("failure", [None, TryAgain("the server is down")])
def test_a_sender_that_takes_too_long_changes_no_end(
    clock: Any, due: Notice, noting: Noting, monkeypatch: Any, failure: Exception | None
) -> None:
    def send(deliveries: Any) -> None:
        for _ in range(2):
            clock.shift(dt.timedelta(minutes=3))
            claim("push", now=timezone.now())
        assert push().outcome == "unknown"
        if failure is not None:
            raise failure

    monkeypatch.setattr(noting, "send", send)
    send_due("push")
    assert (push().outcome, push().due_at) == ("unknown" if failure else "sent", None)


def test_a_mail_server_that_hangs_leaves_a_thread_to_plan(
    write: Any, noting: Noting, monkeypatch: Any
) -> None:
    monkeypatch.setitem(CHANNELS, "mail", noting)
    write(kind="started", is_urgent=True)
    write(kind="started", is_urgent=True)
    plan_due(now=timezone.now())
    sent: list[int] = []

    def send(deliveries: Any) -> None:
        sent.append(0)
        tasks.send("mail")  # what another thread would do meanwhile
        sent.append(1)

    monkeypatch.setattr(noting, "send", send)
    tasks.send("mail")
    assert sent == [0, 1, 0, 1]


@pytest.mark.django_db(transaction=True)
def test_two_senders_never_send_the_same(write: Any, noting: Noting) -> None:
    for _ in range(12):
        write(is_urgent=True)
    plan_due(now=timezone.now())

    def work() -> None:
        send_due("push")
        connections.close_all()

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    sent = [delivery.pk for deliveries in noting.sent for delivery in deliveries]
    assert len(sent) == len(set(sent)) == 12


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has one writer at a time")
@pytest.mark.django_db(transaction=True)
def test_a_locked_delivery_makes_no_sender_wait(write: Any, noting: Noting) -> None:
    from django.db import transaction

    write(is_urgent=True)
    plan_due(now=timezone.now())
    found: list[int] = []

    def work() -> None:
        found.append(send_due("push"))
        connections.close_all()

    with transaction.atomic():
        Delivery.objects.select_for_update().get(channel="push")
        thread = threading.Thread(target=work)
        thread.start()
        thread.join(10)
    assert found == [0]


def test_the_tasks_plan_queue_and_forget(
    clock: Any, write: Any, noting: Noting, monkeypatch: Any
) -> None:
    queued: list[Any] = []
    monkeypatch.setattr(
        tasks.send, "apply_async", lambda args, **options: queued.append((args, options["queue"]))
    )
    monkeypatch.setattr(tasks, "DELETED_AT_ONCE", 1)
    write(is_urgent=True)
    tasks.plan()
    assert queued == [(("push",), "push")]
    tasks.send("push")
    assert len(noting.sent) == 1
    clock.shift(dt.timedelta(days=59))
    write()
    tasks.forget()
    assert Notice.objects.count() == 2
    clock.shift(dt.timedelta(days=61))
    tasks.forget()
    assert not Notice.objects.exists()


def test_what_is_overdue_and_what_fails_is_measured(
    clock: Any, due: Notice, noting: Noting
) -> None:
    clock.shift(dt.timedelta(seconds=40))
    measured = measure_deliveries(now=timezone.now())
    assert measured == {"notices_overdue": 40.0, "notices_failing": 0}
    noting.failure = TryAgain("the server is down")
    send_due("push")
    measured = measure_deliveries(now=timezone.now())
    assert measured == {"notices_overdue": 0.0, "notices_failing": 1}
