"""Every page of allauth is shown in the frame of this site."""

import re

import pytest
from django.test import Client

from accounts.models import User
from tests.accounts.pages import GUEST_PAGES, USER_PAGES, VISITOR_PAGES
from tests.conftest import PASSWORD
from tests.fixtures import LogIn, MakeUser, Response
from tests.passwords import confirm_password

PRIVACY = "/privacy/"
pytestmark = pytest.mark.once


def is_ours(response: Response) -> None:
    content = response.content.decode()
    assert response.status_code == 200
    assert '<main id="main"' in content
    assert "<h1>" in content
    assert " style=" not in content
    assert "<style" not in content
    assert "allauth" not in content


@pytest.mark.parametrize("page", [*VISITOR_PAGES, PRIVACY])
def test_a_page_for_strangers_is_in_the_sites_frame(client: Client, db: None, page: str) -> None:
    is_ours(client.get(page))


@pytest.mark.parametrize("page", [*USER_PAGES, PRIVACY])
def test_a_page_for_members_is_in_the_sites_frame(as_alice: Client, page: str) -> None:
    confirm_password(as_alice)
    is_ours(as_alice.get(page))


@pytest.mark.parametrize("page", [*GUEST_PAGES, PRIVACY])
def test_a_page_for_guests_is_in_the_sites_frame(as_guest: Client, page: str) -> None:
    is_ours(as_guest.get(page))


def test_the_page_about_privacy_names_every_cookie(alice: User) -> None:
    client = Client()
    client.get(PRIVACY)
    client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    client.post("/accounts/language/", {"language": "en"})
    page = client.get(PRIVACY).content.decode()
    assert set(re.findall("<code>(.*?)</code>", page)) == {*client.cookies, "messages"}


def test_a_user_without_a_password_can_choose_one(client_of: LogIn, make_user: MakeUser) -> None:
    alice = make_user("alice")
    alice.set_unusable_password()
    alice.save()
    is_ours(client_of(alice).get("/accounts/password/set/"))


def test_pages_with_personal_data_are_not_cached(as_alice: Client) -> None:
    for page in ("/accounts/settings/", "/accounts/password/change/"):
        assert "no-store" in as_alice.get(page)["Cache-Control"]


@pytest.mark.parametrize(
    "page", ["/rules/", "/rules/casino/", "/privacy/", "/accounts/logout/", "/nowhere/"]
)
def test_no_page_that_names_its_reader_is_kept_by_a_browser(
    as_alice: Client, client: Client, page: str
) -> None:
    shown = as_alice.get(page)
    assert "alice" in shown.content.decode()
    assert "no-store" in shown["Cache-Control"]
    assert "no-store" not in client.get(page).headers.get("Cache-Control", "")


def test_what_may_be_kept_says_so_itself(as_alice: Client) -> None:
    assert as_alice.get("/service-worker.js")["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("page", ["/accounts/login/", "/accounts/signup/"])
def test_forms_have_labels_and_no_placeholders(client: Client, db: None, page: str) -> None:
    content = client.get(page).content.decode()
    assert "placeholder" not in content
    assert "<label" in content


def test_a_guest_does_not_log_out_with_one_click(as_guest: Client, as_alice: Client) -> None:
    assert 'action="/accounts/logout/"' not in as_guest.get(PRIVACY).content.decode()
    assert 'action="/accounts/logout/"' in as_alice.get(PRIVACY).content.decode()
