"""Notices of a newer release, which this one meets while a site is upgraded."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from notices.models import Delivery, Mute, Notice, Switch
from notices.planning import plan_due
from notices.selectors import count_unread
from notices.sending import send_due
from notices.services import change_wishes
from tests.notices.conftest import GAME, Noting

pytestmark = pytest.mark.django_db


@pytest.fixture
def unknown(write: Any) -> Iterator[Notice]:
    """A notice of a kind that only the newer release knows, and has let the database know."""
    is_sqlite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        if is_sqlite:
            cursor.execute("PRAGMA ignore_check_constraints = ON")
        else:
            cursor.execute("ALTER TABLE notices_notice DROP CONSTRAINT notice_kind_is_known")
        yield write(kind="tomorrow", is_urgent=True)
        if is_sqlite:
            cursor.execute("PRAGMA ignore_check_constraints = OFF")


def test_pages_leave_it_out(unknown: Notice, write: Any, alice: User, as_alice: Client) -> None:
    known = write()
    Mute.objects.create(user=alice, game=GAME)
    for page in ("notices", "notice_settings"):
        assert as_alice.get(reverse(page)).status_code == 200
    assert count_unread(alice).elsewhere == 1
    told = json.loads(as_alice.get(reverse("download")).content)["notices"]["notices"]
    assert [each["kind"] for each in told] == [known.kind]


def test_it_is_left_for_a_newer_process_to_plan_and_to_send(
    unknown: Notice, alice: User, noting: Noting
) -> None:
    assert plan_due(now=timezone.now()) == 0
    unknown.refresh_from_db()
    assert unknown.due_at is not None
    planned = Delivery.objects.create(
        notice=unknown, channel="push", target=0, due_at=timezone.now()
    )
    assert send_due("push") == 0
    planned.refresh_from_db()
    assert (noting.sent, planned.claims, planned.outcome) == ([], 0, "")


def test_saving_the_settings_keeps_what_was_chosen_for_it(alice: User, as_alice: Client) -> None:
    Switch.objects.create(user=alice, kind="tomorrow", channel="page", is_on=False)
    change_wishes(alice, chosen={}, switches=[("turn", "push", False)])
    assert set(Switch.objects.values_list("kind", "is_on")) == {
        ("tomorrow", False),
        ("turn", False),
    }
    assert as_alice.get(reverse("notice_settings")).status_code == 200
