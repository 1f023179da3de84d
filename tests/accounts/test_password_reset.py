from smtplib import SMTPServerDisconnected
from unittest.mock import Mock

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from tests.accounts.pages import links_in
from tests.conftest import PASSWORD
from tests.fixtures import MakeUser, Response, StripTokens

NEW = "over the hills and far away"


@pytest.fixture
def alice(make_user: MakeUser) -> User:
    return make_user("alice", email="alice@example.org")


def ask(client: Client, email: str) -> Response:
    return client.post("/accounts/password/reset/", {"email": email}, follow=True)


def link_in(message: EmailMessage) -> str:
    return links_in(message, "/accounts/password/reset/key/")[0]


def test_a_link_sets_a_new_password(client: Client, alice: User) -> None:
    ask(client, "alice@example.org")
    assert mail.outbox[0].to == ["alice@example.org"]
    page = client.get(link_in(mail.outbox[0]), follow=True)
    url = page.redirect_chain[-1][0]
    assert alice.username.encode() not in page.content
    done = client.post(url, {"password1": NEW, "password2": NEW}, follow=True)
    assert b"Your password has been changed" in done.content
    alice.refresh_from_db()
    assert alice.check_password(NEW)


def test_an_account_that_is_closed_meanwhile_stays_closed(
    client: Client, alice: User, closed_meanwhile: None
) -> None:
    ask(client, "alice@example.org")
    url = client.get(link_in(mail.outbox[0]), follow=True).redirect_chain[-1][0]
    client.post(url, {"password1": NEW, "password2": NEW})
    alice.refresh_from_db()
    assert alice.check_password(NEW)
    assert not alice.is_active


def test_a_link_works_once(client: Client, alice: User) -> None:
    ask(client, "alice@example.org")
    link = link_in(mail.outbox[0])
    url = client.get(link, follow=True).redirect_chain[-1][0]
    client.post(url, {"password1": NEW, "password2": NEW})
    assert b"This link does not work" in client.get(link, follow=True).content


def test_known_and_unknown_addresses_get_the_same_page(
    client: Client, alice: User, without_tokens: StripTokens, hashed: list[str]
) -> None:
    hashed.clear()
    known = ask(client, "alice@example.org")
    assert len(mail.outbox) == 1
    unknown = ask(client, "nobody@example.org")
    assert hashed == []
    assert known.redirect_chain == unknown.redirect_chain
    assert without_tokens(known) == without_tokens(unknown)
    assert len(mail.outbox) == 2


def test_a_banned_user_gets_the_same_page(
    client: Client, alice: User, without_tokens: StripTokens
) -> None:
    known = ask(client, "alice@example.org")
    User.objects.update(is_active=False)
    assert without_tokens(ask(client, "alice@example.org")) == without_tokens(known)
    assert len(mail.outbox) == 2


def test_whoever_has_a_closed_account_can_reset_the_password_to_read_why(
    client: Client, alice: User
) -> None:
    User.objects.update(is_active=False)
    ask(client, "alice@example.org")
    url = client.get(link_in(mail.outbox[0]), follow=True).redirect_chain[-1][0]
    client.post(url, {"password1": NEW, "password2": NEW})
    page = client.post("/accounts/login/", {"login": "alice", "password": NEW}, follow=True)
    assert page.redirect_chain[-1][0] == "/decisions/"
    assert not page.context["user"].is_authenticated


def test_a_forged_link_is_refused(client: Client, alice: User) -> None:
    response = client.get("/accounts/password/reset/key/1-set-password/")
    assert b"This link does not work" in response.content


@pytest.mark.once
def test_a_site_that_sends_no_e_mail_shows_no_form(
    client: Client, db: None, settings: Settings
) -> None:
    settings.MAIL_IN_TERMINAL = True
    page = client.get("/accounts/password/reset/").content
    assert b"This site does not send e-mail" in page
    assert b'name="email"' not in page
    assert b"printed in the terminal" in client.get("/accounts/password/reset/done/").content
    settings.MAIL_IN_TERMINAL = False
    assert b'name="email"' in client.get("/accounts/password/reset/").content


def test_a_new_password_ends_all_other_sessions(
    client: Client, as_alice: Client, alice: User
) -> None:
    ask(client, "alice@example.org")
    url = client.get(link_in(mail.outbox[0]), follow=True).redirect_chain[-1][0]
    client.post(url, {"password1": NEW, "password2": NEW})
    assert as_alice.get("/accounts/settings/").status_code == 302
    assert not User.objects.get().check_password(PASSWORD)


@pytest.mark.once
def test_messages_are_in_the_language_and_the_time_zone_of_the_owner(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(language="es", time_zone="Asia/Tokyo")
    client = Client(headers={"Accept-Language": "en"})
    ask(client, "alice@example.org")
    url = client.get(link_in(mail.outbox[0]), follow=True).redirect_chain[-1][0]
    page = client.post(url, {"password1": NEW, "password2": NEW}, follow=True)
    assert '<html lang="en"' in page.content.decode()
    asked, done = mail.outbox
    assert asked.subject == "[Trifecta House] Elige una contraseña nueva"
    assert "la cuenta «alice»" in asked.body
    assert done.body.startswith("Hola:")
    assert "(UTC+9)" in done.body


@pytest.mark.once
def test_every_message_uses_the_sites_own_wording(client: Client, alice: User) -> None:
    ask(client, "alice@example.org")
    ask(client, "nobody@example.org")
    for message in mail.outbox:
        assert message.subject.startswith("[Trifecta House] ")
        assert message.body.startswith("Hello,\n\nSomeone, ")
        assert message.body.endswith("Trifecta House\nhttp://testserver/")
    assert "for the account “alice”." in mail.outbox[0].body


@pytest.mark.parametrize("email", ["alice@example.org", "nobody@example.org"])
def test_a_mail_server_that_is_away_leaves_the_address_in_its_field(
    client: Client,
    alice: User,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    email: str,
) -> None:
    monkeypatch.setattr(EmailMessage, "send", Mock(side_effect=SMTPServerDisconnected))
    page = ask(client, email)
    assert page.status_code == 200
    assert "The message could not be sent. Try again later." in page.text
    assert f'value="{email}"' in page.text
    assert "no link for a new password was sent: SMTPServerDisconnected" in caplog.messages
