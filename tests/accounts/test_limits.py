"""Limits on accounts and guests, and the limiter itself."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db import connection
from django.test import Client, RequestFactory
from django.urls import reverse
from pytest_django import Settings
from time_machine import TimeMachineFixture

from accounts import limits
from accounts.limits import LocalLimit, Rate, count_action, is_within_limit, parse_rates, sender_of
from accounts.models import User

pytestmark = pytest.mark.django_db


def count_actions(action: str, sender: str, number: int) -> None:
    """Count so many actions without the requests, which would take seconds."""
    for _ in range(number):
        count_action(action, sender)


def test_a_school_behind_one_address_gets_its_guests_but_a_flood_is_limited(
    client: Client, time_machine: TimeMachineFixture
) -> None:
    time_machine.move_to("2026-07-01T08:00:00Z", tick=False)

    def arrive() -> int:
        client.logout()
        return client.post("/accounts/guest/").status_code

    count_actions("guest", "ip:127.0.0.1", 57)
    assert [arrive() for _ in range(4)] == [302] * 3 + [429]
    assert b"Too many attempts" in client.post("/accounts/guest/").content
    assert User.objects.count() == 3
    assert client.post("/accounts/guest/", REMOTE_ADDR="192.0.2.7").status_code == 302


def test_one_address_makes_a_thousand_guests_a_day(settings: Settings) -> None:
    rates = parse_rates(settings.RATE_LIMITS["guest"])
    assert rates == (Rate(60, 60), Rate(150, 600), Rate(1000, 24 * 3600))


def test_a_forged_forwarded_address_does_not_count(client: Client, settings: Settings) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"guest": "10/m"}
    for number in range(10):
        client.logout()
        client.post("/accounts/guest/", headers={"x-forwarded-for": f"192.0.2.{number}"})
    client.logout()
    response = client.post("/accounts/guest/", headers={"x-forwarded-for": "192.0.2.99"})
    assert response.status_code == 429


def test_sign_ups_from_one_address_are_limited(client: Client) -> None:
    statuses = [
        client.post("/accounts/signup/", {}, headers={"x-forwarded-for": forged}).status_code
        for forged in (f"192.0.2.{number}" for number in range(21))
    ]
    assert statuses == [200] * 20 + [429]


def test_resets_of_one_address_are_limited(client: Client) -> None:
    statuses = [
        client.post("/accounts/password/reset/", {"email": "alice@example.org"}).status_code
        for _ in range(6)
    ]
    assert statuses == [302] * 5 + [429]


def test_keeping_an_account_is_limited(as_guest: Client) -> None:
    statuses = [as_guest.post("/accounts/keep/", {}).status_code for _ in range(11)]
    assert statuses == [200] * 10 + [429]


def test_changing_settings_is_limited_on_all_pages_together(
    as_alice: Client, alice: User, bob: User
) -> None:
    count_actions("settings", sender_of(alice, ""), 28)
    statuses = [as_alice.post(reverse("settings"), {}).status_code for _ in range(3)]
    assert statuses == [200] * 2 + [429]
    paths = [
        *map(reverse, ("notice_settings", "try_mail_again", "devices", "webhooks")),
        *map(reverse, ("calendar_settings", "automatic_vacation", "end_vacation")),
        reverse("mute", args=["A"]),
        reverse("remove_webhook", args=[1]),
        reverse("change_distance", args=[bob.username]),
    ]
    assert [path for path in paths if as_alice.post(path).status_code != 429] == []


# The limiter itself

Attempt = Callable[..., bool]


@pytest.fixture
def attempt(settings: Settings) -> Attempt:
    """Return a function that asks for leave at a limit of two a minute and three an hour."""
    settings.RATE_LIMITS = {"knock": "2/m, 3/h"}

    def knock(address: str = "192.0.2.1") -> bool:
        request = RequestFactory(REMOTE_ADDR=address).post("/")
        request.user = AnonymousUser()
        return is_within_limit(request, "knock")

    return knock


def test_a_rate_is_an_amount_and_a_duration() -> None:
    assert parse_rates("30/m, 300/h") == (Rate(30, 60), Rate(300, 3600))
    assert parse_rates("30/6s,7/2d") == (Rate(30, 6), Rate(7, 2 * 24 * 3600))
    for wrong in ("", "30", "30/", "30/x", "many/m"):
        with pytest.raises((ValueError, KeyError, IndexError)):
            parse_rates(wrong)


def test_every_limit_of_the_site_can_be_read(settings: Settings) -> None:
    for rates in settings.RATE_LIMITS.values():
        assert all(rate.amount > 0 and rate.seconds > 0 for rate in parse_rates(rates))


def test_a_limit_counts_over_any_stretch_of_its_duration(
    attempt: Attempt, time_machine: TimeMachineFixture
) -> None:
    time_machine.move_to("2026-07-01T12:00:30Z", tick=False)
    assert attempt()
    time_machine.shift(50)
    assert [attempt(), attempt()] == [True, False]
    time_machine.shift(11)
    # The minute allows another one. The hour then has its three, refusals not counted.
    assert [attempt(), attempt()] == [True, False]
    time_machine.shift(120)
    assert not attempt()
    assert attempt("192.0.2.2")
    time_machine.shift(3600 - 180)
    assert attempt()
    assert len(cache.get("limit:knock:ip:192.0.2.1")) == 3


def test_what_was_counted_before_the_clock_was_set_back_holds_nobody_up(
    attempt: Attempt, time_machine: TimeMachineFixture
) -> None:
    time_machine.move_to("2026-07-01T12:00:30Z", tick=False)
    assert [attempt() for _ in range(3)] == [True, True, False]
    time_machine.shift(-3600)
    assert [attempt() for _ in range(3)] == [True, True, False]
    time_machine.shift(-30)  # as far as the clocks of two machines may differ
    assert not attempt()


def test_a_user_is_counted_once_everywhere_and_a_visitor_by_the_network(alice: User) -> None:
    stranger = AnonymousUser()
    assert sender_of(alice, "192.0.2.1") == sender_of(alice, "2001:db8::1")
    assert sender_of(stranger, "192.0.2.1") != sender_of(stranger, "192.0.2.2")
    assert sender_of(stranger, "2001:db8:1:2::7") == sender_of(stranger, "2001:db8:1:2:ff::8")
    assert sender_of(stranger, "2001:db8:1:2::7") != sender_of(stranger, "2001:db8:1:3::7")
    assert sender_of(stranger, "::ffff:192.0.2.1") == sender_of(stranger, "192.0.2.1")
    assert sender_of(stranger, "") != sender_of(stranger, "192.0.2.1")


@pytest.mark.django_db(transaction=True)
def test_attempts_at_the_same_time_are_all_counted(
    attempt: Attempt, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.RATE_LIMITS = {"knock": "3/m"}
    add_time = limits._add_time

    def add_slowly(*arguments: Any, at: float) -> Any:
        time.sleep(0.05)
        return add_time(*arguments, at=at)

    monkeypatch.setattr(limits, "_add_time", add_slowly)

    def knock(_: int) -> bool:
        try:
            return attempt()
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        assert sum(threads.map(knock, range(8))) == 3


def test_an_attempt_is_refused_when_the_count_stays_locked(
    attempt: Attempt, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "LOCK_WAIT", 0.02)
    cache.add("limit:knock:ip:192.0.2.1:lock", True)
    assert not attempt()
    assert attempt("192.0.2.2")


def test_a_limit_of_one_process_forgets_idle_senders(settings: Settings) -> None:
    settings.RATE_LIMITS = {"knock": "2/2s"}
    limit = LocalLimit("knock")
    asked = [limit.is_within_limit("alice", at=at) for at in (0, 0, 0, 1.9, 2, 2, 2, 3, 4, 4, 4)]
    assert asked == [True, True, False, False, True, True, False, False, True, True, False]
    assert all(limit.is_within_limit(str(number), at=9) for number in range(7))
    assert len(limit) == 7
