import re
from smtplib import SMTPServerDisconnected
from unittest.mock import Mock

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from tests.accounts.pages import links_in
from tests.conftest import PASSWORD
from tests.fixtures import MakeUser, Response, StripTokens
from tests.present import present


@pytest.fixture
def browser(alice: User) -> Client:
    client = Client()
    client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    client.get("/accounts/settings/")
    return client


def ask(client: Client, email: str) -> Response:
    return client.post("/accounts/email/", {"email": email, "action_add": "1"}, follow=True)


def test_an_address_counts_once_its_link_has_been_opened(browser: Client, alice: User) -> None:
    ask(browser, "alice@example.org")
    alice.refresh_from_db()
    link = present(
        re.search(r"http://testserver(/accounts/confirm-email/\S+)", str(mail.outbox[0].body))
    )[1]
    assert b"Yes, this is my address" in browser.get(link).content
    assert not EmailAddress.objects.get().verified
    browser.post(link)
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"
    assert EmailAddress.objects.get().verified


@pytest.mark.once
def test_the_former_address_is_not_told_to_reset_the_password_by_it(
    browser: Client, alice: User
) -> None:
    EmailAddress.objects.create(user=alice, email="old@example.org", primary=True, verified=True)
    ask(browser, "new@example.org")
    browser.post(links_in(mail.outbox[0], "/accounts/confirm-email/")[0])
    told = mail.outbox[-1]
    assert told.to == ["old@example.org"]
    assert "was changed from old@example.org to new@example.org" in told.body
    assert "log in now, change your password" in told.body
    assert "reset your password now" not in told.body


def test_a_link_that_was_used_in_another_tab_leads_to_the_page_about_it(browser: Client) -> None:
    ask(browser, "alice@example.org")
    found = re.search(r"http://testserver(/accounts/confirm-email/\S+)", str(mail.outbox[0].body))
    link = present(found)[1]
    browser.post(link)
    again = browser.post(link)
    assert again.status_code == 200
    assert "It has expired or has already been used." in again.text


@pytest.mark.once
def test_a_link_that_was_just_sent_is_not_sent_again_in_silence(browser: Client) -> None:
    ask(browser, "alice@example.org")
    again = {"email": "alice@example.org", "action_send": "1"}
    page = browser.post("/accounts/email/", again, follow=True)
    assert "The link was sent within the last three minutes." in page.text
    page = browser.post("/accounts/email/", again | {"email": "old@example.org"}, follow=True)
    assert "The link was sent" not in page.text
    assert len(mail.outbox) == 1


@pytest.mark.once
def test_an_address_that_is_entered_again_too_soon_is_not_left_without_a_link_in_silence(
    browser: Client,
) -> None:
    """The link that was sent before the address was replaced is of no use any more."""
    first = ask(browser, "alice@example.org")
    assert "No link was sent" not in first.text
    assert "No link was sent" not in ask(browser, "slip@example.org").text
    asked = {"email": "alice@example.org", "action_send": "1"}
    for page in (
        ask(browser, "alice@example.org"),
        browser.post("/accounts/email/", asked, follow=True),
    ):
        assert "No link was sent to alice@example.org" in page.text
        assert "alice@example.org</strong> is not confirmed yet.</p>" in page.text
    assert [message.to for message in mail.outbox] == [["alice@example.org"], ["slip@example.org"]]


@pytest.mark.once
@pytest.mark.parametrize("way", ["signup", "keep"])
def test_a_new_account_with_the_address_of_another_one_is_not_left_without_a_link_in_silence(
    client: Client, as_guest: Client, browser: Client, way: str
) -> None:
    ask(browser, "family@example.org")
    answers = {"username": "erin", "password1": PASSWORD, "password2": PASSWORD}
    visitor = {"signup": client, "keep": as_guest}[way]
    answers["email"] = "family@example.org"
    page = visitor.post(f"/accounts/{way}/", answers, follow=True)
    assert "No link was sent to family@example.org" in page.text
    assert "Open the link that was sent" not in visitor.get("/accounts/email/").text
    assert len(mail.outbox) == 1


def test_known_and_unknown_addresses_get_the_same_page(
    browser: Client, make_user: MakeUser, without_tokens: StripTokens
) -> None:
    make_user("bob", email="bob@example.org")
    known = without_tokens(ask(browser, "bob@example.org"))
    assert len(mail.outbox) == 1
    EmailAddress.objects.all().delete()
    unknown = without_tokens(ask(browser, "new@example.org"))
    assert len(mail.outbox) == 2
    assert known.replace(b"bob@", b"") == unknown.replace(b"new@", b"")


def test_a_confirmed_address_of_another_account_is_never_taken_over(
    browser: Client, alice: User, bob: User
) -> None:
    EmailAddress.objects.create(user=bob, email="bob@example.org", primary=True, verified=True)
    User.objects.filter(pk=bob.pk).update(email="bob@example.org")
    ask(browser, "bob@example.org")
    for message in mail.outbox:
        for link in re.findall(
            r"http://testserver(/accounts/confirm-email/\S+)", str(message.body)
        ):
            browser.post(link)
    assert EmailAddress.objects.get(verified=True).user == bob


def test_the_password_is_asked_for_again(as_alice: Client) -> None:
    response = as_alice.post("/accounts/email/", {"email": "a@example.org", "action_add": "1"})
    assert response["Location"].startswith("/accounts/reauthenticate/")
    assert b"Confirm your password" in as_alice.get(response["Location"]).content
    assert not EmailAddress.objects.exists()
    as_alice.post(response["Location"], {"password": "wrong", "next": "/accounts/email/"})
    assert not EmailAddress.objects.exists()
    as_alice.post(response["Location"], {"password": PASSWORD, "next": "/accounts/email/"})
    assert EmailAddress.objects.get().email == "a@example.org"


def test_a_stranger_is_asked_to_log_in(client: Client, db: None) -> None:
    assert client.get("/accounts/email/")["Location"].startswith("/accounts/login/")


def test_the_page_shows_the_unconfirmed_address(browser: Client) -> None:
    response = ask(browser, "alice@example.org")
    assert b"alice@example.org</strong> is not confirmed yet." in response.content


def test_a_guest_chooses_a_name_first(as_guest: Client) -> None:
    assert as_guest.get("/accounts/email/")["Location"] == "/accounts/keep/"


@pytest.mark.once
def test_the_message_names_the_account_and_not_the_display_name(
    browser: Client, alice: User
) -> None:
    """Nobody can make the site send a text of their choice to a stranger's address."""
    User.objects.filter(pk=alice.pk).update(display_name="Buy at shop.example")
    ask(browser, "stranger@example.org")
    assert "the account “alice”." in mail.outbox[0].body
    assert "shop.example" not in mail.outbox[0].body


@pytest.mark.once
@pytest.mark.parametrize("in_terminal", [True, False])
def test_a_site_that_sends_no_mail_promises_and_offers_none(
    browser: Client, alice: User, settings: Settings, in_terminal: bool
) -> None:
    settings.MAIL_IN_TERMINAL = in_terminal
    pages = [browser.get("/accounts/email/").content.decode()]
    EmailAddress.objects.create(user=alice, email="new@example.org", primary=True)
    pages.append(browser.get("/accounts/email/").content.decode())
    for page in pages:
        assert ("This site does not send e-mail yet" in page) is in_terminal
        assert ('name="action_add"' in page) is not in_terminal
        assert ("A link will be sent" in page) is not in_terminal
    assert ('name="action_send"' in pages[1]) is not in_terminal
    assert ("Open the link that was sent" in pages[1]) is not in_terminal
    settings_page = browser.get("/accounts/settings/").content.decode()
    assert ("Add an e-mail address" in settings_page) is not in_terminal
    assert ("/accounts/email/" in settings_page) is not in_terminal


@pytest.mark.once
def test_an_address_can_be_seen_and_its_change_cancelled_without_mail(
    browser: Client, alice: User, settings: Settings
) -> None:
    settings.MAIL_IN_TERMINAL = True
    User.objects.filter(pk=alice.pk).update(email="old@example.org")
    EmailAddress.objects.create(user=alice, email="old@example.org", primary=True, verified=True)
    EmailAddress.objects.create(user=alice, email="new@example.org")
    assert ">Your e-mail address</a>" in browser.get("/accounts/settings/").content.decode()
    assert 'name="action_remove"' in browser.get("/accounts/email/").content.decode()


@pytest.mark.once
@pytest.mark.parametrize("in_terminal", [True, False])
def test_a_link_that_does_not_work_leads_to_a_new_one_only_where_mail_is_sent(
    client: Client, db: None, settings: Settings, in_terminal: bool
) -> None:
    settings.MAIL_IN_TERMINAL = in_terminal
    page = client.get("/accounts/confirm-email/broken/").content.decode()
    assert "This link does not work." in page
    assert ("ask for a new one" in page) is not in_terminal


@pytest.mark.parametrize("way", ["sign up", "keep", "change"])
def test_a_mail_server_that_is_away_leaves_the_link_to_be_asked_for_again(
    client: Client,
    as_guest: Client,
    browser: Client,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    way: str,
) -> None:
    email, path = "erin@example.org", f"/accounts/{way.replace(' ', '')}/"
    answers = {"username": "erin", "password1": PASSWORD, "password2": PASSWORD, "email": email}
    with monkeypatch.context() as patch:
        patch.setattr(mail.EmailMessage, "send", Mock(side_effect=SMTPServerDisconnected))
        if way == "change":
            page = ask(browser, email)
        else:
            browser = {"sign up": client, "keep": as_guest}[way]
            page = browser.post(path, answers, follow=True)
    assert page.status_code == 200
    said = [str(message) for message in page.context["messages"]]
    assert any(
        each.startswith(f"The message with the link could not be sent to {email}") for each in said
    )
    user = EmailAddress.objects.get(email=email, verified=False).user
    told = f"user {user.pk} was not sent the link of an address: SMTPServerDisconnected"
    assert told in caplog.messages
    browser.post("/accounts/email/", {"email": email, "action_send": "1"})
    assert [message.to for message in mail.outbox] == [[email]]
