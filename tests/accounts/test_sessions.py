"""How long a log-in lasts: sixty days from the last visit. Guests have no other way back."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from django.contrib.sessions.models import Session
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from accounts.sessions import SessionStore
from accounts.tasks import forget_guests
from tests.full_disk import Disk

DAYS = dt.timedelta(days=1)


@pytest.fixture
def clock(db: None) -> Iterator[Any]:
    with time_machine.travel(dt.datetime(2027, 3, 1, 12, tzinfo=dt.UTC), tick=False) as traveller:
        yield traveller


@pytest.fixture
def guest(clock: Any, client: Client) -> Client:
    client.post("/accounts/guest/")
    return client


def is_logged_in(client: Client) -> bool:
    return bool(client.get("/privacy/").wsgi_request.user.is_authenticated)


def test_a_guest_who_comes_now_and_then_stays_logged_in(clock: Any, guest: Client) -> None:
    for _ in range(4):
        clock.shift(50 * DAYS)
        assert is_logged_in(guest)
        assert guest.cookies["sessionid"]["max-age"] == 60 * 24 * 3600
    forget_guests()
    assert is_logged_in(guest)


def test_a_guest_who_does_not_come_is_logged_out(clock: Any, guest: Client) -> None:
    clock.shift(61 * DAYS)
    assert not is_logged_in(guest)


def test_a_guest_who_came_in_the_first_days_may_stay_away_as_long(
    clock: Any, guest: Client
) -> None:
    clock.shift(6 * DAYS)
    assert is_logged_in(guest)
    clock.shift(59 * DAYS)
    assert is_logged_in(guest)


def test_whoever_has_an_account_logs_in_only_by_logging_in(
    clock: Any, as_alice: Client, alice: User
) -> None:
    alice.refresh_from_db()
    logged_in_at = alice.last_login
    clock.shift(2 * DAYS)
    assert is_logged_in(as_alice)
    alice.refresh_from_db()
    assert alice.last_login == logged_in_at


def test_a_session_is_stored_once_a_day_and_what_it_holds_never(clock: Any, guest: Client) -> None:
    held = Session.objects.get().session_data
    for visit in range(1, 9):
        clock.shift(DAYS / 4)
        with CaptureQueriesContext(connection) as queries:
            assert is_logged_in(guest)
        stored = [each for each in queries if each["sql"].startswith('UPDATE "django_session"')]
        assert len(stored) == (visit % 4 == 0)
    session = Session.objects.get()
    assert session.session_data == held
    assert session.expire_date == timezone.now() + 60 * DAYS


def test_a_renewed_cookie_is_kept_as_the_first_one(
    clock: Any, client: Client, settings: Any
) -> None:
    settings.SESSION_COOKIE_SECURE = True
    client.post("/accounts/guest/", secure=True)
    kept = ("path", "domain", "secure", "httponly", "samesite")
    first = [client.cookies["sessionid"][name] for name in kept]
    clock.shift(50 * DAYS)
    renewed = client.get("/privacy/", secure=True).cookies["sessionid"]
    assert [renewed[name] for name in kept] == first
    assert first[2:4] == [True, True]


def test_a_log_out_is_not_undone_by_a_renewal(clock: Any, guest: Client) -> None:
    clock.shift(50 * DAYS)
    assert guest.post("/accounts/logout/").cookies["sessionid"].value == ""
    assert not Session.objects.exists()


def test_a_page_is_shown_although_the_database_refuses_the_renewal(
    clock: Any, guest: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(session: SessionStore) -> bool:
        raise OperationalError("database is locked")

    monkeypatch.setattr(SessionStore, "renew", fail)
    clock.shift(50 * DAYS)
    assert is_logged_in(guest)


@pytest.mark.django_db(transaction=True)
def test_a_page_is_shown_although_the_session_cannot_be_stored(
    clock: Any, guest: Client, disk: Disk
) -> None:
    disk.fill("django_session")
    clock.shift(50 * DAYS)
    assert is_logged_in(guest)
