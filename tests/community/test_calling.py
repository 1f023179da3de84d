"""The staff is told, once, that a report or a reply waits."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services import erase_user
from community import services
from community.models import Report
from community.tasks import keep_order
from notices.kinds import Kind
from notices.messages import describe
from notices.models import Delivery, Notice
from notices.outbox import SEEN_WITHIN
from notices.planning import plan_due
from notices.selectors import Unread, count_unread
from tests.community.decided import ban

pytestmark = pytest.mark.django_db


def report(reporter: User, person: User, reason: str = "insult") -> None:
    assert services.report(reporter, person, about="player", reason=reason)


def newest() -> int:
    return Report.objects.latest("pk").pk


def test_the_staff_is_told_of_the_first_report_until_it_looks(
    as_staff: Client, alice: User, bob: User, carol: User, staff: User
) -> None:
    report(alice, bob)
    report(carol, bob)
    notice = Notice.objects.get(user=staff)
    assert notice.path == "/staff/"
    assert describe(notice, {}, {}).title == "A player has been reported"
    as_staff.get("/staff/")
    assert count_unread(staff) == Unread()
    report(bob, carol)
    assert count_unread(staff) == Unread(elsewhere=1)


def test_the_staff_is_told_of_a_reply(bob: User, staff: User) -> None:
    banned = ban(bob, staff)
    services.reply(banned.pk, person=bob, text="Why?")
    notice = Notice.objects.get(user=staff)
    assert describe(notice, {}, {}).title == "A player has replied to the staff"
    with pytest.raises(services.SanctionRefused):
        services.reply(banned.pk, person=bob, text="Why?")
    assert Notice.objects.filter(user=staff).count() == 1


def test_nobody_else_and_no_reported_colleague_is_told(alice: User, bob: User, staff: User) -> None:
    report(alice, staff)
    assert not Notice.objects.exists()
    User.objects.filter(pk=staff.pk).update(is_active=False)
    report(alice, bob)
    assert not Notice.objects.exists()


def test_a_member_is_told_nothing_once_a_colleague_has_decided(
    alice: User, bob: User, staff: User, make_user: Any
) -> None:
    colleague = make_user("erin", is_staff=True)
    report(alice, bob)
    warned = services.impose(
        bob, kind="warning", reason="No.", newest_report=newest(), staff=colleague
    )
    assert count_unread(staff) == Unread()
    services.reply(warned.pk, person=bob, text="Why?")
    report(alice, bob)
    services.answer_reply(warned, staff=colleague, text="So.")
    assert count_unread(staff) == Unread(elsewhere=1)
    services.dismiss_reports(bob, newest=newest(), staff=colleague)
    assert count_unread(staff) == Unread()


@pytest.mark.parametrize("gone", ["person", "membership"])
def test_within_a_minute_nobody_is_called_to_what_no_longer_waits_for_them(
    alice: User, bob: User, staff: User, gone: str
) -> None:
    report(alice, bob)
    keep_order()
    assert count_unread(staff) == Unread(elsewhere=1)
    if gone == "person":
        erase_user(bob)
    else:
        User.objects.filter(pk=staff.pk).update(is_staff=False)
    keep_order()
    assert count_unread(staff) == Unread()


def test_whoever_has_left_the_staff_is_told_nothing(alice: User, bob: User, staff: User) -> None:
    report(alice, bob)
    User.objects.filter(pk=staff.pk).update(is_staff=False)
    plan_due(now=timezone.now() + SEEN_WITHIN)
    assert set(Delivery.objects.values_list("outcome", flat=True)) == {Delivery.Outcome.OFF}


def test_only_the_staff_chooses_how_to_be_told_of_it(
    as_staff: Client, as_alice: Client, alice: User, staff: User
) -> None:
    label = str(Kind.QUEUE.label)
    assert label in as_staff.get("/notices/settings/").content.decode()
    assert label not in as_alice.get("/notices/settings/").content.decode()
