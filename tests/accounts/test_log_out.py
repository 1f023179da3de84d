import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.core import mail
from django.test import Client

from accounts.models import User
from tests.accounts.pages import links_in
from tests.fixtures import MakeUser

NEW = "over the hills and far away"


def test_logging_out_requires_a_post(as_alice: Client) -> None:
    assert as_alice.get("/accounts/logout/").status_code == 200
    assert "_auth_user_id" in as_alice.session
    assert as_alice.post("/accounts/logout/")["Location"] == "/"
    assert "_auth_user_id" not in as_alice.session


@pytest.mark.once
def test_a_guest_is_warned_about_losing_access_to_games(as_guest: Client) -> None:
    response = as_guest.get("/accounts/logout/")
    assert b"so you cannot log back in" in response.content
    assert b"/accounts/keep/" in response.content


@pytest.mark.once
def test_a_member_is_not_warned(as_alice: Client) -> None:
    assert b"cannot log back in" not in as_alice.get("/accounts/logout/").content


def test_logging_out_twice_is_no_error(client: Client, db: None) -> None:
    assert client.post("/accounts/logout/").status_code == 302


def test_a_guest_who_confirms_the_address_of_an_account_stays_a_guest(
    as_guest: Client, guest: User, alice: User
) -> None:
    """Guests cannot log in again: they would lose all games without a warning."""
    address = EmailAddress.objects.create(user=alice, email="alice@example.org", primary=True)
    link = f"/accounts/confirm-email/{EmailConfirmationHMAC.create(address).key}/"
    assert "Yes, this is my address" in as_guest.get(link).text
    page = as_guest.post(link, follow=True)
    assert "alice@example.org has been confirmed." in page.text
    assert page.context["user"] == guest


def test_only_the_button_logs_out_whom_a_link_for_another_account_is_not_meant_for(
    as_alice: Client, bob: User
) -> None:
    """A link alone must not: whoever plays may have it from anybody."""
    address = EmailAddress.objects.create(user=bob, email="bob@example.org", primary=True)
    link = f"/accounts/confirm-email/{EmailConfirmationHMAC.create(address).key}/"
    page = as_alice.get(link)
    assert "Yes, this is my address" in page.text
    assert "You are here as alice. Once you have confirmed the address" in page.text
    assert "_auth_user_id" in as_alice.session
    assert "bob@example.org has been confirmed." in as_alice.post(link, follow=True).text
    assert "_auth_user_id" not in as_alice.session


def test_only_a_saved_password_logs_out_whoever_is_logged_in_to_another_account(
    as_alice: Client, alice: User, make_user: MakeUser
) -> None:
    make_user("anna", email="anna@example.org")
    as_alice.post("/accounts/password/reset/", {"email": "anna@example.org"})
    link = links_in(mail.outbox[0], "/accounts/password/reset/key/")[0]
    page = as_alice.get(link, follow=True)
    assert "the account that the e-mail names, not for alice." in page.text
    form = page.redirect_chain[-1][0]
    page = as_alice.post(form, {"password1": NEW, "password2": "another"})
    assert page.context["user"] == alice
    page = as_alice.post(form, {"password1": NEW, "password2": NEW}, follow=True)
    assert "Your password has been changed" in page.text
    assert not page.context["user"].is_authenticated


def test_a_guest_who_resets_the_password_of_an_account_stays_a_guest(
    as_guest: Client, guest: User, make_user: MakeUser
) -> None:
    anna = make_user("anna", email="anna@example.org")
    as_guest.post("/accounts/password/reset/", {"email": "anna@example.org"})
    link = links_in(mail.outbox[0], "/accounts/password/reset/key/")[0]
    form = as_guest.get(link, follow=True).redirect_chain[-1][0]
    page = as_guest.post(form, {"password1": NEW, "password2": NEW}, follow=True)
    assert "Your password has been changed" in page.text
    assert "In this browser you are still a guest" in page.text
    assert page.context["user"] == guest
    anna.refresh_from_db()
    assert anna.check_password(NEW)


@pytest.mark.once
@pytest.mark.parametrize(
    ("shown", "after"),
    [
        ("http://testserver/rules/?from=1", "/rules/%3Ffrom%3D1"),
        ("http://elsewhere.example/", "/notices/"),
        ("http://[x", "/notices/"),
        ("", "/notices/"),
    ],
)
def test_a_page_that_stayed_open_leads_to_the_log_in_and_does_not_put_it_into_a_box(
    client: Client, shown: str, after: str
) -> None:
    sent = {"HX-Request": "true"} | ({"HX-Current-URL": shown} if shown else {})
    answer = client.get("/notices/", headers=sent)
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer["HX-Redirect"] == f"/accounts/login/?next={after}"


@pytest.mark.once
def test_other_redirects_are_left_to_the_browser(client: Client) -> None:
    answer = client.get("/notices/")
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/login/?next=/notices/")
    answer = client.get("/archive/?player=", headers={"HX-Request": "true"})
    assert (answer.status_code, answer["Location"]) == (302, "/archive/")


@pytest.mark.once
def test_the_list_of_a_player_who_has_logged_out_does_not_say_that_there_are_no_games(
    client: Client,
) -> None:
    shown = "http://testserver/games/mine/"
    answer = client.get(
        "/games/mine/live/", headers={"HX-Request": "true", "HX-Current-URL": shown}
    )
    assert answer["HX-Redirect"] == "/accounts/login/?next=/games/mine/"


@pytest.mark.once
@pytest.mark.parametrize("visitor", ["as_alice", "as_guest"])
def test_whoever_may_not_see_a_table_may_come_back_with_another_account(
    visitor: str, request: pytest.FixtureRequest
) -> None:
    client: Client = request.getfixturevalue(visitor)
    table = "/games/AAAAAAAAAAAAAAAAAAAAAA/"
    page = client.get(table)
    assert f"You are here as {page.context['user']}." in page.text
    log_out = f"/accounts/logout/?next={table}"
    assert f'href="{log_out}"' in page.text
    page = client.post(log_out, follow=True)
    assert "Log in to see it" in page.text
    assert "You are here as" not in page.text
