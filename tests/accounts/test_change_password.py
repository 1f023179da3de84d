from copy import copy
from smtplib import SMTPServerDisconnected
from typing import Any
from unittest.mock import Mock

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts.adapter import AccountAdapter
from accounts.models import User
from tests.conftest import PASSWORD
from tests.fixtures import LogIn, MakeUser

NEW = "over the hills and far away"
ANSWERS = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}


def test_the_new_password_counts_and_the_session_stays(as_alice: Client, alice: User) -> None:
    assert as_alice.post("/accounts/password/change/", ANSWERS).status_code == 302
    alice.refresh_from_db()
    assert alice.check_password(NEW)
    assert as_alice.get("/accounts/settings/").status_code == 200


def test_other_sessions_end(as_alice: Client, alice: User, client_of: LogIn) -> None:
    elsewhere = client_of(alice)
    as_alice.post("/accounts/password/change/", ANSWERS)
    assert elsewhere.get("/accounts/settings/").status_code == 302


def test_the_old_password_is_asked_for(as_alice: Client, alice: User) -> None:
    response = as_alice.post("/accounts/password/change/", ANSWERS | {"oldpassword": "wrong"})
    assert response.status_code == 200
    alice.refresh_from_db()
    assert alice.check_password(PASSWORD)


def test_the_owner_is_told_by_e_mail(client_of: LogIn, make_user: MakeUser) -> None:
    alice = make_user("alice", email="alice@example.org")
    EmailAddress.objects.create(user=alice, email=alice.email, primary=True, verified=True)
    client_of(alice).post("/accounts/password/change/", ANSWERS)
    assert [message.to for message in mail.outbox] == [["alice@example.org"]]
    assert "The password of your account was changed." in mail.outbox[0].body
    assert "\nIP address: 127.0.0.1\n" in mail.outbox[0].body


def test_a_mail_server_that_is_away_does_not_undo_the_answer(
    client_of: LogIn,
    make_user: MakeUser,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    alice = make_user("alice", email="alice@example.org")
    EmailAddress.objects.create(user=alice, email=alice.email, primary=True, verified=True)
    client, refused = client_of(alice), Mock(side_effect=SMTPServerDisconnected)
    monkeypatch.setattr(mail.EmailMessage, "send", refused)
    assert client.post("/accounts/password/change/", ANSWERS).status_code == 302
    assert client.get("/accounts/settings/").status_code == 200
    assert refused.called
    told = f"user {alice.pk} was not told of password_changed: SMTPServerDisconnected"
    assert told in caplog.messages


@pytest.mark.parametrize("page", ["change", "set"])
def test_other_tabs_stay_logged_in_while_the_mail_is_sent(
    as_alice: Client, alice: User, client: Client, monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    if page == "set":
        alice.set_unusable_password()
        alice.save()
        as_alice.force_login(alice)
    client.cookies = copy(as_alice.cookies)
    seen = []

    def send(*args: Any, **named: Any) -> None:
        seen.append(client.get("/accounts/settings/").status_code)

    monkeypatch.setattr(AccountAdapter, "send_notification_mail", send)
    assert as_alice.post(f"/accounts/password/{page}/", ANSWERS).status_code == 302
    assert seen == [200]
    assert as_alice.get("/accounts/settings/").status_code == 200
    assert client.get("/accounts/settings/").status_code == 302


def test_a_guest_chooses_a_name_with_the_password(as_guest: Client) -> None:
    for page in ("change", "set"):
        response = as_guest.get(f"/accounts/password/{page}/")
        assert response["Location"] == "/accounts/keep/"
