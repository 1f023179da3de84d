import html
import re
from collections.abc import Callable
from copy import copy
from functools import partial
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts import services, views
from accounts.models import User
from tests.fixtures import LogIn, MakeUser

PASSWORD = "a long way to Tipperary"
READY = "Your account is ready. All your games are in it."
NOT_USED = (
    "You are logged in as greta, and this account is kept already. What you have just entered was "
    "not used."
)


def answers(**changes: str) -> dict[str, str]:
    return {"username": "greta", "password1": PASSWORD, "password2": PASSWORD} | changes


@pytest.mark.once
def test_the_page_says_what_a_password_must_be(as_guest: Client, client: Client) -> None:
    rule = "Your password must contain at least"
    assert rule in client.get("/accounts/signup/").text
    page = as_guest.get("/accounts/keep/").text
    assert rule in page
    assert "function" not in page


@pytest.mark.once
def test_the_page_says_what_others_see_from_then_on(as_guest: Client, guest: User) -> None:
    page = as_guest.get("/accounts/keep/").text
    assert f"<strong>{guest.name}</strong>" in page
    assert "Other players then see the username" in page


def test_the_row_and_the_session_stay(as_guest: Client, guest: User) -> None:
    response = as_guest.post("/accounts/keep/", answers())
    assert response["Location"] == "/"
    kept = User.objects.get()
    assert kept.pk == guest.pk
    assert (kept.username, kept.name, kept.is_guest) == ("greta", "greta", False)
    assert kept.check_password(PASSWORD)
    assert kept.avatar == guest.avatar
    assert as_guest.get("/accounts/settings/").status_code == 200


def test_the_new_name_and_password_log_in(as_guest: Client, client: Client) -> None:
    as_guest.post("/accounts/keep/", answers())
    response = client.post("/accounts/login/", {"login": "greta", "password": PASSWORD})
    assert response.status_code == 302


def test_an_e_mail_address_gets_its_link(as_guest: Client, guest: User) -> None:
    as_guest.post("/accounts/keep/", answers(email="Greta@Example.org"))
    address = EmailAddress.objects.get(user=guest)
    assert (address.email, address.primary, address.verified) == ("greta@example.org", True, False)
    assert [message.to for message in mail.outbox] == [["greta@example.org"]]


def test_other_tabs_stay_logged_in_while_the_mail_is_sent(
    as_guest: Client, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.cookies = copy(as_guest.cookies)
    before = client.cookies["sessionid"].value
    seen = []

    def send(*args: Any, **named: Any) -> None:
        seen.append(client.get("/accounts/settings/").status_code)

    monkeypatch.setattr(views, "send_verification_email_to_address", send)
    assert as_guest.post("/accounts/keep/", answers(email="greta@example.org")).status_code == 302
    assert seen == [200]
    assert as_guest.cookies["sessionid"].value != before
    assert as_guest.get("/accounts/settings/").status_code == 200
    assert client.get("/accounts/settings/").status_code == 302


def test_an_address_is_written_to_once_however_many_guests_enter_it(
    client_of: LogIn, db: None
) -> None:
    for name in ("greta", "hugo", "ines"):
        visitor = client_of(services.create_guest())
        visitor.post("/accounts/keep/", answers(username=name, email="victim@example.org"))
    assert EmailAddress.objects.filter(email="victim@example.org").count() == 3
    assert [message.to for message in mail.outbox] == [["victim@example.org"]]


def test_known_and_unknown_addresses_get_the_same_answer(
    client_of: LogIn, make_user: MakeUser, hashed: list[str]
) -> None:
    make_user("alice", email="alice@example.org")
    hashed.clear()
    responses = [
        client_of(services.create_guest()).post("/accounts/keep/", answers(**changes))
        for changes in (
            {"email": "alice@example.org"},
            {"email": "new@example.org", "username": "hugo"},
        )
    ]
    assert [r.status_code for r in responses] == [302, 302]
    assert responses[0]["Location"] == responses[1]["Location"]
    assert len(mail.outbox) == 2
    assert hashed == [PASSWORD] * 2


@pytest.mark.parametrize(
    "changes",
    [
        {"username": "ALICE"},
        {"username": "guest-42"},
        {"username": ""},
        {"username": "a b"},
        {"username": "x" * 31},
        {"email": "nonsense"},
        {"email": f"greta@{'.'.join(['x' * 60] * 4)}.example"},  # more than 254
        {"password2": "another one entirely"},
        {"password1": "12345", "password2": "12345"},
        {"username": "gretagreta", "password1": "gretagreta", "password2": "gretagreta"},
    ],
)
def test_a_wrong_answer_changes_nothing(
    as_guest: Client, guest: User, alice: User, changes: dict[str, str]
) -> None:
    response = as_guest.post("/accounts/keep/", answers(**changes))
    assert response.status_code == 200
    assert b"errorlist" in response.content
    guest.refresh_from_db()
    assert guest.is_guest


def test_a_guest_kept_in_another_tab_before_the_lock_is_kept_once(
    guest: User, before_the_lock: Callable[..., None]
) -> None:
    keep = partial(services.keep_guest, guest, password=PASSWORD)
    before_the_lock(lambda: keep(username="greta"), of=User)
    assert keep(username="gretel").username == "greta"
    assert User.objects.get(pk=guest.pk).username == "greta"


def test_the_form_of_a_guest_kept_in_another_tab_is_answered(
    as_guest: Client, client: Client, guest: User, before_the_lock: Callable[..., None]
) -> None:
    client.cookies = copy(as_guest.cookies)
    before_the_lock(lambda: client.post("/accounts/keep/", answers()), of=User)
    other = answers(username="gretel", email="gretel@example.org")
    answer = as_guest.post("/accounts/keep/", other, follow=True)
    assert [str(each) for each in answer.context["messages"]] == [NOT_USED]
    assert User.objects.get(pk=guest.pk).username == "greta"
    assert as_guest.get("/accounts/settings/").status_code == 200
    assert mail.outbox == []


def test_a_form_that_was_left_open_in_another_tab_says_that_it_was_not_used(
    as_guest: Client, guest: User
) -> None:
    as_guest.post("/accounts/keep/", answers())
    late = as_guest.post("/accounts/keep/", answers(username="gretel", next="/rules/"), follow=True)
    assert late.redirect_chain == [("/rules/", 302)]
    assert [str(each) for each in late.context["messages"]] == [
        READY,
        NOT_USED,
    ]
    assert User.objects.get(pk=guest.pk).username == "greta"
    assert NOT_USED not in as_guest.get("/accounts/keep/", follow=True).text


def test_a_second_click_is_not_said_to_have_been_in_vain(as_guest: Client, guest: User) -> None:
    as_guest.post("/accounts/keep/", answers(), follow=True)
    again = as_guest.post("/accounts/keep/", answers(), follow=True)
    assert [str(each) for each in again.context["messages"]] == [READY]


def test_the_loser_of_a_race_for_a_name_is_told(
    as_guest: Client, guest: User, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    from accounts.adapter import AccountAdapter

    monkeypatch.setattr(AccountAdapter, "clean_username", lambda self, name: name)
    response = as_guest.post("/accounts/keep/", answers(username="Alice"))
    assert b"That username is taken." in response.content
    guest.refresh_from_db()
    assert guest.is_guest


def test_keeping_twice_changes_nothing_more(guest: User) -> None:
    services.keep_guest(guest, username="greta", password=PASSWORD)
    again = services.keep_guest(guest, username="other", password="other")
    assert again.username == "greta"
    assert again.check_password(PASSWORD)


def test_a_user_with_an_account_is_sent_to_the_settings(as_alice: Client) -> None:
    assert as_alice.get("/accounts/keep/")["Location"] == "/accounts/settings/"


def test_a_stranger_is_asked_to_log_in(client: Client, db: None) -> None:
    assert client.get("/accounts/keep/")["Location"].startswith("/accounts/login/")


def test_the_requested_page_comes_next(as_guest: Client) -> None:
    page = as_guest.get("/accounts/keep/?next=/privacy/")
    assert b'name="next" value="/privacy/"' in page.content
    response = as_guest.post("/accounts/keep/", answers(next="/privacy/"))
    assert response["Location"] == "/privacy/"


def links_to_keep(client: Client, page: str) -> set[str]:
    found = re.findall(r'href="(/accounts/keep/[^"]*)"', client.get(page).text)
    return {html.unescape(link) for link in found}


@pytest.mark.parametrize("page", ["/archive/?variant=casino&page=2", "/rules/casino/"])
def test_every_page_leads_back_to_itself(as_guest: Client, page: str) -> None:
    (link,) = links_to_keep(as_guest, page)
    form = as_guest.get(link)
    assert form.context["next_url"] == page
    assert links_to_keep(as_guest, link) == {link}
    assert as_guest.post(link, answers(next=page))["Location"] == page


def test_the_settings_lead_back_to_the_settings(as_guest: Client) -> None:
    links = links_to_keep(as_guest, "/accounts/settings/")
    assert links == {"/accounts/keep/?next=/accounts/settings/"}


@pytest.mark.parametrize("page", ["/accounts/keep/", "/accounts/logout/"])
def test_nobody_is_led_back_to_the_form_or_to_the_way_out(as_guest: Client, page: str) -> None:
    assert links_to_keep(as_guest, page) == {"/accounts/keep/"}


@pytest.mark.parametrize("page", ["keep/", "password/change/", "password/set/"])
def test_a_visitor_who_posts_to_a_page_for_accounts_is_asked_to_log_in(
    client: Client, db: None, page: str
) -> None:
    asked = client.post(f"/accounts/{page}")
    assert asked["Location"] == f"/accounts/login/?next=/accounts/{page}"
