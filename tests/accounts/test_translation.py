"""Every text of the account pages and of the mails is marked for translation.

The tests run in a language that encloses each text in brackets. Text outside them is not marked.
"""

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.conf import settings
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.utils import timezone, translation
from django.utils.translation import trans_real
from pytest_django import Settings

from accounts.models import User
from tests.accounts.pages import GUEST_PAGES, USER_PAGES, VISITOR_PAGES
from tests.fixtures import MakeUser, Response
from tests.passwords import confirm_password

TEMPLATES = Path(settings.BASE_DIR) / "templates"
pytestmark = pytest.mark.once
SHOWN_ATTRIBUTES = {"alt", "title", "placeholder", "aria-label", "label"}
# Names and addresses, which are the same in every language.
NAMES = {
    "account_name",
    "alice@example.org",
    "new@example.org",
    "http://testserver/",
    "http://testserver/link/",
    settings.SITE_NAME,
    f"· {settings.SITE_NAME}",
}


class Brackets:
    """A translation into the language of brackets."""

    def gettext(self, text: str) -> str:
        return f"⟦{text}⟧"

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        return self.gettext(singular if number == 1 else plural)

    def to_language(self) -> str:
        return "xx"


class Unmarked(HTMLParser):
    """Collects what <title> and <main> show outside brackets."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.outside: list[str] = []
        self.texts: list[str] = []
        self.feed(page)
        self.outside += unmarked("".join(self.texts))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag in {"title", "main"}:
            self.open.append(tag)
        if self.open:
            for name, value in attributes:
                if name in SHOWN_ATTRIBUTES and value:
                    self.outside += unmarked(value)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.open:
            self.open.remove(tag)

    def handle_data(self, text: str) -> None:
        if self.open:
            self.texts.append(text)


def shown_outside(response: Response) -> list[str]:
    """Return what a page shows outside brackets."""
    assert response.status_code == 200
    return Unmarked(response.content.decode()).outside


def unmarked(text: str) -> list[str]:
    """Return the words of a text that are neither in brackets nor a name."""
    depth, outside = 0, ""
    for character in text:
        if character == "⟧":
            depth -= 1
        elif character == "⟦":
            depth += 1
            outside += "\n"
        elif depth == 0:
            outside += character
    lines = {line.strip() for line in outside.splitlines()}
    return sorted(lines - NAMES - {""})


@pytest.fixture
def alice(make_user: MakeUser) -> User:
    alice = make_user("account_name", email="alice@example.org")
    EmailAddress.objects.create(user=alice, email=alice.email, primary=True, verified=True)
    EmailAddress.objects.create(user=alice, email="new@example.org")
    return alice


@pytest.fixture
def _in_brackets(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Switch to the language of brackets."""
    monkeypatch.setitem(vars(trans_real)["_translations"], "xx", Brackets())
    with translation.override("xx"):
        yield


@pytest.mark.usefixtures("_in_brackets")
@pytest.mark.parametrize("page", VISITOR_PAGES)
@pytest.mark.parametrize("in_terminal", [True, False])
def test_a_page_for_visitors_is_translated(
    client: Client, db: None, page: str, settings: Settings, in_terminal: bool
) -> None:
    settings.MAIL_IN_TERMINAL = in_terminal
    assert shown_outside(client.get(page)) == []


@pytest.mark.usefixtures("_in_brackets")
@pytest.mark.parametrize("page", USER_PAGES)
def test_a_page_for_users_is_translated(as_alice: Client, page: str) -> None:
    confirm_password(as_alice)
    assert shown_outside(as_alice.get(page)) == []


@pytest.mark.usefixtures("_in_brackets")
@pytest.mark.parametrize("page", GUEST_PAGES)
def test_a_page_for_guests_is_translated(as_guest: Client, guest: User, page: str) -> None:
    guest.display_name = "account_name"
    guest.save()
    assert shown_outside(as_guest.get(page)) == []


@pytest.mark.usefixtures("_in_brackets")
def test_the_page_of_a_confirmation_link_is_translated(client: Client, alice: User) -> None:
    key = EmailConfirmationHMAC(alice.emailaddress_set.get(email="new@example.org")).key
    page = client.get(f"/accounts/confirm-email/{key}/")
    assert "new@example.org" in page.content.decode()
    assert shown_outside(page) == []


@pytest.mark.usefixtures("_in_brackets")
@pytest.mark.parametrize(
    ("page", "answers"),
    [
        ("/accounts/login/", {"login": "account_name", "password": "wrong"}),
        ("/accounts/signup/", {"username": "account_name", "password1": "1", "password2": "2"}),
        ("/accounts/signup/", {"username": "guest-1", "email": "x", "password1": "1"}),
        ("/accounts/signup/", {"username": "ä"}),
        ("/accounts/reauthenticate/", {"password": "wrong"}),
        ("/accounts/password/change/", {"oldpassword": "wrong"}),
        ("/accounts/settings/", {"display_name": "\u200b", "avatar": "x", "time_zone": "x"}),
        ("/accounts/settings/", {"display_name": "x" * 31}),
        ("/accounts/settings/", {"display_name": "a\u0301\u0302\u0303\u0304"}),
    ],
)
def test_a_refusal_is_translated(
    client: Client, as_alice: Client, page: str, answers: dict[str, str]
) -> None:
    browser = client if page in VISITOR_PAGES else as_alice
    refusal = browser.post(page, answers)
    assert "errorlist" in refusal.content.decode()
    assert shown_outside(refusal) == []


@pytest.mark.usefixtures("_in_brackets")
@pytest.mark.parametrize(
    "template", sorted(path.name for path in (TEMPLATES / "account" / "email").glob("*_*.txt"))
)
def test_a_mail_is_translated(template: str, alice: User) -> None:
    context = {
        "user": alice,
        "username": alice.username,
        "email": alice.email,
        "from_email": alice.email,
        "to_email": "new@example.org",
        "deleted_email": alice.email,
        "activate_url": "http://testserver/link/",
        "password_reset_url": "http://testserver/link/",
        "signup_url": "http://testserver/link/",
        "timestamp": timezone.now(),
        "ip": "127.0.0.1",
        "user_agent": "Browser",
    }
    request = RequestFactory().get("/")
    request.user = alice
    text = render_to_string(f"account/email/{template}", context, request)
    assert "⟦" in text
    assert unmarked(text) == []


@pytest.mark.usefixtures("_in_brackets")
@pytest.mark.parametrize(
    "template",
    sorted(
        path.name
        for path in (TEMPLATES / "account" / "messages").glob("*.txt")
        if path.read_text(encoding="utf-8")
    ),
)
@pytest.mark.parametrize("in_terminal", [True, False])
def test_a_message_on_the_page_is_translated(template: str, in_terminal: bool) -> None:
    context = {"email": "alice@example.org", "MAIL_IN_TERMINAL": in_terminal}
    text = render_to_string(f"account/messages/{template}", context)
    assert "⟦" in text
    assert unmarked(text) == []


def test_a_mail_escapes_nothing(alice: User) -> None:
    """A mail is plain text, in which "O'Neil" is no "O&#x27;Neil"."""
    alice.username = "O'Neil"
    request = RequestFactory().get("/")
    request.user = alice
    text = render_to_string(
        "account/email/password_reset_key_message.txt", {"username": alice.username}, request
    )
    assert "“O'Neil”" in text
