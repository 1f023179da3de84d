"""What somebody whose account is closed reads of it, and the one reply."""

import datetime as dt

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import Settings

from accounts.models import User
from community import services
from notices.devices import THIS_DEVICE, find_devices
from tests.community.decided import LOG_IN, REASON, TOO_LONG, ban, suspend
from tests.notices.browsers import make_device

pytestmark = pytest.mark.django_db


def test_log_in_is_refused_with_a_plain_sentence_and_one_reply_is_taken(
    client: Client, as_staff: Client, bob: User, staff: User
) -> None:
    sanction = ban(bob, staff)
    path = f"/decisions/{sanction.pk}/reply/"
    page = client.post("/accounts/login/", LOG_IN, follow=True).content.decode()
    assert "This account is closed" in page
    assert REASON in page
    assert "_auth_user_id" not in client.session
    assert client.post(path, {"text": ""}).status_code == 422
    client.post(path, {"text": "It was <u>not</u> me."})
    client.post(path, {"text": "Another one."})
    sanction.refresh_from_db()
    assert sanction.reply == "It was <u>not</u> me."
    assert "bob" in as_staff.get("/staff/").content.decode()
    as_staff.post(f"/staff/decisions/{sanction.pk}/", {"text": "We stay with it."})
    as_staff.post(f"/staff/decisions/{sanction.pk}/", {"text": "Once more."})
    page = client.get("/decisions/").content.decode()
    assert "We stay with it." in page
    assert "&lt;u&gt;not&lt;/u&gt;" in page
    assert "Once more." not in page
    assert "bob" not in as_staff.get("/staff/").content.decode()


def test_whoever_reads_why_an_account_is_closed_is_looked_up_once(
    client: Client, bob: User, staff: User
) -> None:
    ban(bob, staff)
    client.post("/accounts/login/", LOG_IN)
    with CaptureQueriesContext(connection) as asked:
        assert REASON in client.get("/decisions/").content.decode()
    assert sum('FROM "accounts_user"' in each["sql"] for each in asked) == 1


def test_whoever_has_a_closed_account_may_read_why_with_a_new_secret_key(
    client: Client, as_bob: Client, bob: User, staff: User, settings: Settings
) -> None:
    ban(bob, staff)
    client.post("/accounts/login/", LOG_IN)
    old, settings.SECRET_KEY = settings.SECRET_KEY, "another key " * 5
    for fallbacks, is_shown in (([], False), ([old], True)):
        settings.SECRET_KEY_FALLBACKS = fallbacks
        for browser in (client, as_bob):
            page = browser.get("/decisions/", follow=True).content.decode()
            assert (REASON in page) == is_shown


def test_whoever_has_reported_much_may_still_reply(
    as_bob: Client, bob: User, staff: User, settings: Settings
) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"report": "1/h"}
    for number in range(2):
        sanction = services.impose(bob, kind="warning", reason=REASON, staff=staff)
        as_bob.post(f"/decisions/{sanction.pk}/reply/", {"text": f"Reply {number}"})
        sanction.refresh_from_db()
        assert sanction.reply == f"Reply {number}"


def test_a_reply_that_is_too_long_stays_in_its_form_and_in_no_other(
    as_bob: Client, bob: User, staff: User
) -> None:
    first, second = (
        services.impose(bob, kind="warning", reason=REASON, staff=staff) for _ in range(2)
    )
    answer = as_bob.post(f"/decisions/{first.pk}/reply/", {"text": TOO_LONG})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert page.count("at most 1000 characters") == page.count(TOO_LONG) == 1
    assert page.index(TOO_LONG) > page.index(f"/decisions/{first.pk}/reply/")
    assert f"/decisions/{second.pk}/reply/" in page


def test_a_session_that_was_open_leads_to_the_decision_and_the_reply(
    as_bob: Client, bob: User, staff: User
) -> None:
    sanction = suspend(bob, staff)
    assert reverse("own_sanctions") in as_bob.get("/rules/").content.decode()
    page = as_bob.get("/decisions/").content.decode()
    assert "This account is suspended" in page
    assert "ended as if you had quit" in page
    assert "Read why, and reply" not in page  # that is read here
    missing = as_bob.get("/games/AAAAAAAAAAAAAAAAAAAAAA/").content.decode()
    assert "You cannot use your account at the moment" in missing
    assert "Log in to see it" not in missing
    as_bob.post(f"/decisions/{sanction.pk}/reply/", {"text": "Sorry."})
    sanction.refresh_from_db()
    assert sanction.reply == "Sorry."


def test_a_guest_comes_back_in_the_same_browser_when_a_suspension_is_over(
    client: Client, staff: User
) -> None:
    client.post("/accounts/guest/")
    guest = client.get("/").wsgi_request.user
    assert isinstance(guest, User)
    sanction = suspend(guest, staff)
    page = client.get("/decisions/").content.decode()
    assert "You cannot use the account" in page
    assert "in this browser, unless you log out" in page
    assert client.get("/").wsgi_request.user != guest
    services.lift(sanction, staff=staff)
    assert client.get("/").wsgi_request.user == guest


def test_of_several_decisions_the_one_that_lasts_longest_says_when_an_account_opens(
    as_bob: Client, bob: User, staff: User
) -> None:
    until = dt.datetime(2101, 5, 1, 20, 30, tzinfo=dt.UTC)
    services.impose(bob, kind="suspension", reason=REASON, until=until, staff=staff)
    suspend(bob, staff)
    assert "before 1 May 2101, 20:30" in as_bob.get("/decisions/").content.decode()
    ban(bob, staff)
    suspend(bob, staff)
    page = as_bob.get("/decisions/").content.decode()
    assert "This account is closed" in page
    assert "opens again by itself" not in page


def test_whoever_has_read_why_an_account_is_closed_logs_out_again(
    client: Client, bob: User, staff: User
) -> None:
    ban(bob, staff)
    page = client.post("/accounts/login/", LOG_IN, follow=True).content.decode()
    assert f'action="{reverse("leave_sanctions")}"' in page
    client.get(reverse("leave_sanctions"))  # as by a link from elsewhere
    assert REASON in client.get("/decisions/").content.decode()
    assert client.post(reverse("leave_sanctions"))["Location"] == reverse("account_login")
    assert REASON not in client.get("/decisions/", follow=True).content.decode()


@pytest.mark.parametrize("leaves", [True, False])
def test_nobody_reads_at_a_browser_what_is_sent_to_the_closed_account_that_was_open_there(
    as_bob: Client, alice: User, bob: User, staff: User, leaves: bool
) -> None:
    device = make_device(bob)
    session = as_bob.session
    session[THIS_DEVICE] = device.pk
    session.save()
    suspend(bob, staff)
    as_bob.get("/decisions/")
    assert find_devices(bob) == [device]  # as long as the session, which lasts longer
    if leaves:
        as_bob.post(reverse("leave_sanctions"))
    else:
        as_bob.post("/accounts/login/", LOG_IN | {"login": "alice"})
        assert as_bob.get("/").wsgi_request.user == alice
    assert find_devices(bob) == []


def test_a_second_reply_that_is_too_long_is_refused_like_any_other(
    as_bob: Client, bob: User, staff: User
) -> None:
    sanction = services.impose(bob, kind="warning", reason=REASON, staff=staff)
    services.reply(sanction.pk, person=bob, text="Sorry.")
    path = f"/decisions/{sanction.pk}/reply/"
    page = as_bob.post(path, {"text": TOO_LONG}, follow=True).content.decode()
    assert "You have replied already." in page


def test_a_closed_account_reads_times_in_its_own_time_zone(
    as_bob: Client, bob: User, staff: User
) -> None:
    User.objects.filter(pk=bob.pk).update(time_zone="Asia/Tokyo")
    until = dt.datetime(2100, 5, 1, 20, 30, tzinfo=dt.UTC)
    services.impose(bob, kind="suspension", reason=REASON, until=until, staff=staff)
    page = as_bob.get("/decisions/").content.decode()
    assert "before 2 May 2100, 05:30 (UTC+9)" in page
    assert "until 2 May 2100, 05:30" in page


def test_nobody_else_reads_or_answers_a_decision(
    client: Client, as_oscar: Client, bob: User, staff: User
) -> None:
    sanction = ban(bob, staff)
    client.post("/accounts/login/", LOG_IN | {"password": "wrong"})
    for other in (client, as_oscar):
        assert REASON not in other.get("/decisions/", follow=True).content.decode()
        other.post(f"/decisions/{sanction.pk}/reply/", {"text": "Mine."})
        assert REASON not in other.get("/players/bob/").content.decode()
    sanction.refresh_from_db()
    assert sanction.reply == ""


def test_whoever_logs_in_after_somebody_else_reads_only_their_own_decisions(
    client: Client, alice: User, bob: User, staff: User
) -> None:
    ban(bob, staff)
    client.post("/accounts/login/", LOG_IN)
    client.post("/accounts/login/", LOG_IN | {"login": "alice"})
    services.impose(alice, kind="ban", reason="You left games.", staff=staff)
    page = client.get("/decisions/").content.decode()
    assert "You left games." in page
    assert REASON not in page
    client.post("/accounts/login/", LOG_IN)
    assert REASON in client.get("/decisions/").content.decode()


def test_a_new_password_takes_the_page_from_whoever_knew_the_old_one(
    client: Client, as_bob: Client, bob: User, staff: User
) -> None:
    ban(bob, staff)
    client.post("/accounts/login/", LOG_IN)
    bob.refresh_from_db()
    bob.set_password("another one")
    bob.save()
    for browser in (client, as_bob):
        assert REASON not in browser.get("/decisions/", follow=True).content.decode()
