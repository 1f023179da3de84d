import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import IntegrityError, transaction
from django.test import Client
from pytest_django import Settings

from accounts.avatars import AVATARS
from accounts.models import User
from tests.fixtures import LogIn, MakeUser

PASSWORD = "a long way to Tipperary"


def answers(**changes: str) -> dict[str, str]:
    return {"username": "erin", "password1": PASSWORD, "password2": PASSWORD} | changes


def test_a_username_and_a_password_are_enough(client: Client, db: None) -> None:
    response = client.post("/accounts/signup/", answers())
    assert response.status_code == 302
    erin = User.objects.get(username="erin")
    assert client.session["_auth_user_id"] == str(erin.pk)
    assert not erin.is_guest
    assert erin.name == "erin"
    assert erin.avatar in AVATARS
    assert mail.outbox == []


def test_an_e_mail_address_is_stored_unconfirmed(client: Client, db: None) -> None:
    client.post("/accounts/signup/", answers(email="Erin@Example.org"))
    address = EmailAddress.objects.get()
    assert (address.email, address.verified) == ("erin@example.org", False)
    assert [message.to for message in mail.outbox] == [["erin@example.org"]]


def test_an_address_that_is_too_long_is_refused_and_not_cut_off(client: Client, db: None) -> None:
    domain = ".".join(["x" * 60] * 4) + ".example"
    response = client.post("/accounts/signup/", answers(email=f"erin@{domain}"))
    assert b"errorlist" in response.content
    assert not User.objects.exists()
    assert not EmailAddress.objects.exists()


@pytest.mark.once
@pytest.mark.parametrize("in_terminal", [True, False])
def test_the_site_says_where_the_confirmation_goes(
    client: Client, db: None, settings: Settings, in_terminal: bool
) -> None:
    settings.MAIL_IN_TERMINAL = in_terminal
    page = client.post("/accounts/signup/", answers(email="erin@example.org"), follow=True)
    assert (b"is printed in the terminal" in page.content) == in_terminal
    assert (b"is on its way to erin@example.org" in page.content) != in_terminal


def test_the_requested_page_comes_next(client: Client, db: None) -> None:
    response = client.post("/accounts/signup/", answers(next="/privacy/"))
    assert response["Location"] == "/privacy/"


@pytest.mark.once
def test_a_page_on_another_site_is_never_next(client: Client, db: None) -> None:
    response = client.post("/accounts/signup/", answers(next="https://example.org/"))
    assert response["Location"] == "/"


@pytest.mark.once
@pytest.mark.parametrize("is_in_terminal", [False, True])
def test_the_form_promises_no_mail_where_none_is_sent(
    client: Client, db: None, settings: Settings, is_in_terminal: bool
) -> None:
    settings.MAIL_IN_TERMINAL = is_in_terminal
    page = client.get("/accounts/signup/").content.decode()
    assert ("reset a forgotten password" in page) is not is_in_terminal
    assert ("does not send e-mail yet" in page) is is_in_terminal


def test_known_and_unknown_addresses_get_the_same_answer(
    client_of: LogIn,
    make_user: MakeUser,
    hashed: list[str],
) -> None:
    from django.test import Client

    make_user("alice", email="alice@example.org")
    hashed.clear()
    known, unknown = Client(), Client()
    first = known.post("/accounts/signup/", answers(email="alice@example.org"))
    assert (len(mail.outbox), hashed) == (1, [PASSWORD])
    second = unknown.post("/accounts/signup/", answers(username="finn", email="new@example.org"))
    assert (len(mail.outbox), hashed) == (2, [PASSWORD] * 2)
    assert (first.status_code, first["Location"]) == (second.status_code, second["Location"])
    pages = [browser.get(first["Location"]) for browser in (known, unknown)]
    said, said_otherwise = ([str(each) for each in page.context["messages"]] for page in pages)
    assert [each.replace("alice@", "new@") for each in said] == said_otherwise != []


@pytest.mark.parametrize("name", ["alice", "ALICE", "Alice"])
def test_a_name_that_is_taken_in_any_case_is_refused(
    client: Client, alice: User, name: str
) -> None:
    response = client.post("/accounts/signup/", answers(username=name))
    assert response.status_code == 200
    assert b"That username is taken." in response.content
    assert User.objects.count() == 1


def test_the_database_itself_refuses_a_name_in_another_case(alice: User) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user(username="Alice")


def test_the_loser_of_a_race_for_a_name_is_told(
    client: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    from accounts.adapter import AccountAdapter

    monkeypatch.setattr(AccountAdapter, "clean_username", lambda self, name, shallow=False: name)
    response = client.post("/accounts/signup/", answers(username="Alice"), follow=True)
    assert b"That username is taken." in response.content
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    "name", ["guest-1234", "Guest-x", "a b", "<b>", "erin@example.org", "éric", "-erin", "x" * 31]
)
def test_a_name_that_is_not_allowed_is_refused(client: Client, db: None, name: str) -> None:
    response = client.post("/accounts/signup/", answers(username=name))
    assert response.status_code == 200
    assert not User.objects.exists()


@pytest.mark.once
@pytest.mark.parametrize("password", ["short", "12345678901", "password", "8203917465283"])
def test_a_weak_password_is_refused(client: Client, db: None, password: str) -> None:
    response = client.post("/accounts/signup/", answers(password1=password, password2=password))
    assert response.status_code == 200
    assert not User.objects.exists()


def test_the_username_is_refused_as_the_password(client: Client, db: None) -> None:
    client.post(
        "/accounts/signup/",
        answers(username="tipperary", password1="tipperary", password2="tipperary"),
    )
    assert not User.objects.exists()


def test_the_browser_tells_the_time_zone(client: Client, db: None) -> None:
    client.post("/accounts/signup/", answers(time_zone="Europe/Dublin"))
    assert str(User.objects.get().time_zone) == "Europe/Dublin"


def test_a_time_zone_that_does_not_exist_becomes_utc(client: Client, db: None) -> None:
    client.post("/accounts/signup/", answers(time_zone="../../etc/passwd"))
    assert str(User.objects.get().time_zone) == "UTC"


def test_a_guest_who_signs_up_keeps_the_guest_account(as_guest: Client) -> None:
    response = as_guest.get("/accounts/signup/?next=/privacy/")
    assert response["Location"] == "/accounts/keep/?next=%2Fprivacy%2F"
