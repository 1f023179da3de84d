import pytest
from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services import set_active
from tests.conftest import PASSWORD
from tests.fixtures import LogIn, MakeUser


@pytest.fixture
def chief(make_user: MakeUser) -> User:
    return make_user("chief", is_staff=True, is_superuser=True)


@pytest.fixture
def as_chief(client_of: LogIn, chief: User) -> Client:
    return client_of(chief)


def page_of(user: User) -> str:
    return f"/admin/accounts/user/{user.pk}/change/"


def test_the_list_finds_people_by_name_and_address(as_chief: Client, make_user: MakeUser) -> None:
    make_user("alice", display_name="Lady A", email="a@example.org")
    for words in ("alice", "lady", "a@example"):
        page = as_chief.get("/admin/accounts/user/", {"q": words})
        assert b"Lady A" in page.content


def test_accounts_are_closed_and_opened_only_on_the_pages_of_the_staff(
    as_chief: Client, alice: User, bob: User
) -> None:
    User.objects.filter(pk=bob.pk).update(is_active=False)
    form = {"username": "alice", "avatar": "owl", "time_zone": "UTC"}
    assert as_chief.post(page_of(alice), form).status_code == 302
    form["username"] = "bob"
    assert as_chief.post(page_of(bob), form | {"is_active": "on"}).status_code == 302
    for action in ("ban", "unban"):
        chosen = {"action": action, "_selected_action": [alice.pk, bob.pk]}
        as_chief.post("/admin/accounts/user/", chosen, follow=True)
    alice.refresh_from_db()
    bob.refresh_from_db()
    assert (alice.avatar, bob.avatar) == ("owl", "owl")
    assert (alice.is_active, bob.is_active) == (True, False)


def test_a_users_page_leads_to_the_page_of_the_staff(as_chief: Client, alice: User) -> None:
    page = as_chief.get(page_of(alice)).content.decode()
    address = reverse("staff_person", args=["alice"])
    assert f'href="{address}"' in page
    assert as_chief.get(address).status_code == 200
    assert 'name="is_active"' not in page


def test_a_new_users_page_has_no_such_link(as_chief: Client) -> None:
    assert as_chief.get("/admin/accounts/user/add/").status_code == 200


def test_nobody_is_deleted_in_the_admin(as_chief: Client, alice: User) -> None:
    assert as_chief.get(f"/admin/accounts/user/{alice.pk}/delete/").status_code == 403
    assert (
        as_chief.post(f"/admin/accounts/user/{alice.pk}/delete/", {"post": "yes"}).status_code
        == 403
    )
    assert b"delete_selected" not in as_chief.get("/admin/accounts/user/").content
    assert User.objects.filter(pk=alice.pk).exists()


def test_a_users_page_shows_no_password_hash(as_chief: Client, alice: User) -> None:
    page = as_chief.get(page_of(alice)).content.decode()
    assert alice.password.split("$")[-1] not in page
    assert "accounts/user" in page


def test_visitors_log_in_on_the_sites_own_page(client: Client, db: None) -> None:
    response = client.get("/admin/", follow=True)
    assert response.redirect_chain[-1][0].startswith("/accounts/login/")


def test_the_staff_changes_its_own_password_on_the_sites_own_page(
    as_chief: Client, chief: User
) -> None:
    form = {"old_password": PASSWORD, "new_password1": "another long one"}
    form["new_password2"] = form["new_password1"]
    for answer in (
        as_chief.get("/admin/password_change/"),
        as_chief.post("/admin/password_change/", form),
    ):
        assert answer.headers.get("Location") == "/accounts/password/change/"
    chief.refresh_from_db()
    assert chief.check_password(PASSWORD)


def test_members_see_nothing_of_the_admin(as_alice: Client) -> None:
    assert as_alice.get("/admin/", follow=True).status_code == 403
    assert as_alice.get("/admin/accounts/user/", follow=True).status_code == 403


def test_helpers_cannot_make_themselves_chiefs(
    make_user: MakeUser, client_of: LogIn, alice: User
) -> None:
    helper = make_user("helper", is_staff=True)
    helper.user_permissions.set(Permission.objects.filter(content_type__app_label="accounts"))
    form = {
        "username": "helper",
        "avatar": "owl",
        "time_zone": "UTC",
        "display_name": "",
        "email": "",
        "is_superuser": "on",
        "is_active": "on",
        "is_staff": "on",
    }
    assert client_of(helper).post(page_of(helper), form).status_code == 302
    helper.refresh_from_db()
    assert helper.avatar == "owl"
    assert not helper.is_superuser


def test_a_new_person_can_log_in(as_chief: Client) -> None:
    response = as_chief.post(
        "/admin/accounts/user/add/",
        {
            "username": "newcomer",
            "usable_password": "true",
            "password1": PASSWORD,
            "password2": PASSWORD,
        },
    )
    assert response.status_code == 302
    client = Client()
    client.post("/accounts/login/", {"login": "newcomer", "password": PASSWORD})
    assert "_auth_user_id" in client.session


def test_a_new_password_opens_no_account_that_is_closed_meanwhile(
    as_chief: Client, alice: User, closed_meanwhile: None
) -> None:
    new = "another long one"
    as_chief.post(
        f"/admin/accounts/user/{alice.pk}/password/",
        {"usable_password": "true", "password1": new, "password2": new},
    )
    alice.refresh_from_db()
    assert alice.check_password(new)
    assert not alice.is_active


def test_a_change_of_a_profile_opens_no_account_that_is_closed_meanwhile(
    as_chief: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def close_first(user: User) -> None:
        set_active(User.objects.get(pk=user.pk), active=False)

    monkeypatch.setattr(User, "clean", close_first)
    as_chief.post(page_of(alice), {"username": "alice", "avatar": "owl", "time_zone": "UTC"})
    alice.refresh_from_db()
    assert alice.avatar == "owl"
    assert not alice.is_active


@pytest.mark.django_db(transaction=True)
def test_changing_the_password_closes_the_sockets(
    as_chief: Client, alice: User, close_messages: list[tuple[str, dict[str, str]]]
) -> None:
    expected = (f"user.{alice.pk}", {"type": "close.socket"})
    as_chief.post(page_of(alice), {"username": "alice", "avatar": "owl", "time_zone": "UTC"})
    assert close_messages == []
    as_chief.post(
        f"/admin/accounts/user/{alice.pk}/password/",
        {
            "usable_password": "true",
            "password1": "another long one",
            "password2": "another long one",
        },
    )
    assert close_messages == [expected]


def test_addresses_are_changed_only_by_their_owners(
    as_chief: Client, make_user: MakeUser, oscar: User
) -> None:
    alice = make_user("alice", email="a@example.org")
    address = EmailAddress.objects.create(user=alice, email="a@example.org", primary=True)
    addresses = "/admin/account/emailaddress/"
    assert "a@example.org" in as_chief.get(addresses, {"q": "alice"}).text
    form = {"user": oscar.pk, "email": "o@example.org", "verified": "on", "post": "yes"}
    for page in ("add/", f"{address.pk}/change/", f"{address.pk}/delete/"):
        assert as_chief.post(addresses + page, form).status_code == 403
    for action in ("make_verified", "delete_selected"):
        as_chief.post(addresses, {"action": action, "_selected_action": [address.pk]} | form)
    found = EmailAddress.objects.values_list("user", "email", "primary", "verified").get()
    assert found == (alice.pk, "a@example.org", True, False)


def test_the_staff_takes_the_mark_from_an_address_that_bounces(
    as_chief: Client, make_user: MakeUser, client_of: LogIn
) -> None:
    alice = make_user("alice", email="a@example.org")
    address = EmailAddress.objects.create(user=alice, email="a@example.org", verified=True)
    reader = make_user("reader", is_staff=True)
    reader.user_permissions.set(Permission.objects.filter(codename="view_emailaddress"))
    for client, is_marked in ((client_of(reader), True), (as_chief, False)):
        form = {"action": "take_mark_away", "_selected_action": [address.pk]}
        answer = client.post("/admin/account/emailaddress/", form, follow=True)
        address.refresh_from_db()
        assert address.verified is is_marked
        assert ("1 address is no longer verified." in answer.text) is not is_marked
        assert LogEntry.objects.filter(object_id=address.pk).exists() is not is_marked
