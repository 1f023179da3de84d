"""`next`, the page that a form leads on to, is a path of this site or it is ignored."""

import pytest
from django.test import Client

from accounts.models import User
from tests.conftest import PASSWORD

NO_PATHS = [
    *("foo", "foo/bar", "foo.bar", "settings", "account_logout", "?a", "#a", ".", "../", " /"),
    *("https://example.org/", "//example.org/", "javascript:alert(1)", "\\\\x", "/\\x", "//["),
    *("http://testserver/privacy/", "\x00/"),
]
NEW = {"username": "greta", "password1": "long enough 1", "password2": "long enough 1"}


def lands_on(client: Client, page: str, target: str, **form: str) -> str:
    """Return where a post leads to, with `next` in the form; a visit with it does no harm."""
    assert client.get(page, {"next": target}).status_code in {200, 302}
    response = client.post(page, form | {"next": target})
    assert response.status_code == 302
    return response["Location"]


@pytest.mark.once
@pytest.mark.parametrize("target", ["foo", "settings", "//["])
def test_what_is_no_path_is_ignored(
    client: Client, as_alice: Client, as_guest: Client, alice: User, target: str
) -> None:
    assert lands_on(Client(), "/accounts/guest/", target) == "/"
    assert lands_on(as_guest, "/accounts/keep/", target, **NEW) == "/"
    assert lands_on(as_guest, "/accounts/keep/", target) == "/accounts/settings/"
    assert lands_on(Client(), "/accounts/login/", target, login="alice", password=PASSWORD) == "/"
    assert lands_on(Client(), "/accounts/signup/", target, **NEW | {"username": "hugo"}) == "/"
    assert lands_on(as_alice, "/accounts/reauthenticate/", target, password=PASSWORD) == "/"
    assert lands_on(as_alice, "/accounts/logout/", target) == "/"


def test_a_path_of_this_site_comes_next(client: Client, as_guest: Client, alice: User) -> None:
    target = "/archive/?page=2&x=%2F"
    assert lands_on(Client(), "/accounts/guest/", target) == target
    assert lands_on(as_guest, "/accounts/keep/", target, **NEW) == target
    assert lands_on(client, "/accounts/login/", target, login="alice", password=PASSWORD) == target
    assert lands_on(client, "/accounts/logout/", target) == target


def test_only_paths_of_this_site_are_passed_on(client: Client, db: None) -> None:
    for target in NO_PATHS:
        assert client.get("/accounts/guest/", {"next": target})["Location"] == "/accounts/login/"
    for target in ("/", "/privacy/", "/foo"):
        led_to = client.get("/accounts/guest/", {"next": target})["Location"]
        assert led_to == f"/accounts/login/?next={target.replace('/', '%2F')}"
