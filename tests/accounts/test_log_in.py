import pytest
from django.test import Client

from accounts.models import User
from tests.conftest import PASSWORD
from tests.fixtures import MakeUser, Response, StripTokens


def log_in(client: Client, login: str, password: str = PASSWORD, **more: str) -> Response:
    return client.post("/accounts/login/", {"login": login, "password": password} | more)


@pytest.mark.parametrize("login", ["alice", "Alice", "alice@example.org", "ALICE@example.org"])
def test_people_log_in_by_username_or_e_mail_address(
    client: Client, make_user: MakeUser, login: str
) -> None:
    alice = make_user("alice", email="alice@example.org")
    response = log_in(client, login)
    assert response.status_code == 302
    assert client.session["_auth_user_id"] == str(alice.pk)


def test_the_requested_page_comes_next(client: Client, alice: User) -> None:
    assert log_in(client, "alice", next="/privacy/")["Location"] == "/privacy/"


@pytest.mark.once
@pytest.mark.parametrize(
    "target", ["https://example.org/", "//example.org/", "javascript:alert(1)"]
)
def test_a_page_on_another_site_is_never_next(client: Client, alice: User, target: str) -> None:
    assert log_in(client, "alice", next=target)["Location"] == "/"


def test_unknown_names_and_wrong_passwords_get_the_same_answer(
    client: Client, alice: User, without_tokens: StripTokens
) -> None:
    wrong = without_tokens(log_in(client, "alice", "wrong")).replace(b"alice", b"")
    unknown = without_tokens(log_in(client, "nobody", "wrong")).replace(b"nobody", b"")
    assert b"Wrong username, e-mail address or password." in wrong
    assert wrong == unknown


def test_unknown_and_known_addresses_get_the_same_answer(
    client: Client, make_user: MakeUser, without_tokens: StripTokens
) -> None:
    make_user("alice", email="alice@example.org")
    wrong = without_tokens(log_in(client, "alice@example.org", "wrong"))
    unknown = without_tokens(log_in(client, "nobody@example.org", "wrong"))
    assert wrong.replace(b"alice", b"") == unknown.replace(b"nobody", b"")


def test_a_banned_user_cannot_log_in(client: Client, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(is_active=False)
    response = log_in(client, "alice")
    assert "_auth_user_id" not in client.session
    assert b"This account is closed" in client.get(response["Location"]).content


def test_a_ban_ends_a_session_at_once(as_alice: Client, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert as_alice.get("/accounts/settings/")["Location"].startswith("/accounts/login/")


def test_a_guest_has_no_password_to_log_in_with(client: Client, guest: User) -> None:
    assert log_in(client, guest.username, "").status_code == 200
    assert log_in(client, guest.username, "!").status_code == 200
    assert "_auth_user_id" not in client.session


@pytest.mark.once
def test_a_guest_is_warned_before_logging_in_as_somebody_else(as_guest: Client) -> None:
    response = as_guest.get("/accounts/login/", follow=True)
    assert response.redirect_chain == [("/accounts/logout/", 302)]
    assert b"You are playing as a guest" in response.content


@pytest.mark.parametrize(
    "body", [b"login=%ff%fe&password=%00", b"login=a&password=%00%00", b"\xff\xfe=1"]
)
def test_invalid_bytes_cause_no_server_error(client: Client, db: None, body: bytes) -> None:
    response = client.post(
        "/accounts/login/", body, content_type="application/x-www-form-urlencoded"
    )
    assert response.status_code == 200
