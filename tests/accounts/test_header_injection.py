"""Line breaks in what people send begin no header: of pages and of e-mail."""

from __future__ import annotations

from email import message_from_bytes, policy

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts.models import User
from tests.conftest import PASSWORD
from tests.fixtures import LogIn, MakeUser, Response

pytestmark = [pytest.mark.django_db, pytest.mark.once]

BREAKS = ("\r\n", "\n", "\r")
EVIL = "Set-Cookie: sessionid=evil"
NEW = {"username": "greta", "password1": "long enough 1", "password2": "long enough 1"}


def check(response: Response) -> None:
    """Check that an answer has no header that somebody else wrote, and is no failure."""
    assert response.status_code < 500
    for name, value in response.items():
        assert not set("\r\n") & set(name + value), name
    assert "evil" not in {morsel.value for morsel in response.cookies.values()}
    assert "evil" not in {name.lower() for name in response.headers}


@pytest.mark.parametrize("break_", BREAKS)
def test_the_page_that_comes_next_begins_no_header(
    as_alice: Client, as_guest: Client, alice: User, break_: str
) -> None:
    target = f"/privacy/{break_}{EVIL}{break_}{break_}<p>evil"
    log_in = {"login": "alice", "password": PASSWORD}
    posts: list[tuple[Client, str, dict[str, str]]] = [
        (Client(), "/accounts/login/", log_in),
        (Client(), "/accounts/guest/", {}),
        (Client(), "/accounts/signup/", NEW | {"username": "hugo"}),
        (as_guest, "/accounts/keep/", NEW),
        (as_alice, "/accounts/reauthenticate/", {"password": PASSWORD}),
        (as_alice, "/accounts/language/", {"language": "es"}),
        (as_alice, "/accounts/logout/", {}),
    ]
    for client, path, form in posts:
        check(client.get(path, {"next": target}))
        answer = client.post(path, form | {"next": target})
        assert answer.status_code == 302, path
        check(answer)


@pytest.mark.parametrize("break_", BREAKS)
@pytest.mark.parametrize("value", ["es{}", "{}", "/{}"])
def test_no_field_or_cookie_that_an_answer_repeats_begins_a_header(
    client: Client, break_: str, value: str
) -> None:
    sent = value.format(f"{break_}{EVIL}")
    check(client.post("/accounts/language/", {"language": sent}))
    cookie = "".join(rf"\{ord(each):03o}" if each in "\r\n" else each for each in sent)
    headers = {"Accept-Language": sent, "Cookie": f'django_language="{cookie}"'}
    check(client.get("/privacy/", {"lang": sent}, headers=headers))


def test_only_addresses_without_line_breaks_are_found(as_alice: Client) -> None:
    for path in ("/games/{}/record/", "/games/{}/", "/players/{}/", "/staff/people/{}/", "/{}"):
        for break_ in ("%0D%0A", "%0A", "%0D"):
            answer = as_alice.get(path.format(f"x{break_}Set-Cookie:%20sessionid=evil"))
            check(answer)
            assert answer.status_code == 404, path


FORMS: tuple[tuple[str, str, dict[str, str]], ...] = (
    ("/accounts/signup/", "username", NEW),
    ("/accounts/signup/", "email", NEW),
    ("/accounts/settings/", "display_name", {"avatar": "owl", "time_zone": "UTC"}),
    ("/accounts/email/", "email", {"action_add": ""}),
    ("/accounts/password/reset/", "email", {}),
)


@pytest.mark.parametrize("break_", BREAKS)
@pytest.mark.parametrize(("path", "field", "form"), FORMS)
def test_what_people_are_called_in_mail_has_no_line_break(
    client: Client, as_alice: Client, path: str, field: str, form: dict[str, str], break_: str
) -> None:
    # Short enough to be refused, if it is, for the line break alone.
    name = "greta@example.org" if field == "email" else "greta"
    sent = f"{name}{break_}Bcc: spam@x.org"
    browser = client if field == "username" or "signup" in path or "reset" in path else as_alice
    check(browser.post(path, form | {field: sent}))
    assert not EmailAddress.objects.filter(email__contains="spam").exists()
    names = [name for pair in User.objects.values_list("username", "display_name") for name in pair]
    assert not [name for name in names if set("\r\n") & set(name)]
    for message in mail.outbox:
        assert message.recipients() == ["greta@example.org"]


@pytest.mark.parametrize("break_", BREAKS)
def test_mail_about_an_account_has_only_its_own_headers(
    client: Client, alice: User, break_: str
) -> None:
    evil = f"al{break_}Bcc: s@x.org{break_}{break_}evil"
    User.objects.filter(pk=alice.pk).update(username=evil, display_name=evil)
    EmailAddress.objects.create(user=alice, email="alice@example.org", primary=True, verified=True)
    agent = f"Firefox{break_}Bcc: spam@example.com"
    client.post(
        "/accounts/password/reset/", {"email": "alice@example.org"}, headers={"User-Agent": agent}
    )
    (sent,) = mail.outbox
    assert sent.recipients() == ["alice@example.org"]
    message = message_from_bytes(sent.message().as_bytes(), policy=policy.default)
    assert message["Bcc"] is None
    assert message["Subject"].startswith("[Trifecta House] ")


@pytest.mark.parametrize("break_", BREAKS)
def test_the_forms_of_the_administration_begin_no_header(
    make_user: MakeUser, client_of: LogIn, alice: User, break_: str
) -> None:
    as_chief = client_of(make_user("chief", is_staff=True, is_superuser=True))
    evil = f"alice{break_}{EVIL}"
    pages, change = "/admin/accounts/user/", f"/admin/accounts/user/{alice.pk}/change/"
    usual = {"username": "alice", "display_name": "", "avatar": "owl", "time_zone": "UTC"}
    for field in ("username", "display_name", "avatar", "time_zone"):
        answer = as_chief.post(change, usual | {field: f"owl{break_}Bcc: spam@x.org"})
        check(answer)
        assert answer.status_code == 200, field
    filters = {"_changelist_filters": f"q={evil}", "next": evil, "_popup": evil, "_to_field": evil}
    check(as_chief.post(f"{change}?_changelist_filters=q%3D{EVIL}%0D%0A", usual | filters))
    for parameters in ({"q": evil}, {"o": evil}, {"p": evil}, {"is_active__exact": evil}, filters):
        check(as_chief.get(pages, parameters))
    check(as_chief.get(f"{pages}{evil}/change/"))
    check(as_chief.get("/admin/login/", {"next": f"/admin/{break_}{EVIL}"}))
    alice.refresh_from_db()
    assert (alice.username, alice.display_name) == ("alice", "")
