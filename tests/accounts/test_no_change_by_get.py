import pytest
from django.test import Client

from accounts.models import User

NAME = {"username": "greta", "password1": "long enough 1", "password2": "long enough 1"}


@pytest.mark.parametrize("method", ["put", "delete", "options"])
def test_only_a_post_makes_a_guest(client: Client, db: None, method: str) -> None:
    assert getattr(client, method)("/accounts/guest/").status_code == 405
    assert not User.objects.exists()


@pytest.mark.once
@pytest.mark.parametrize("method", ["get", "head"])
def test_a_visit_leads_to_the_button_that_makes_a_guest(
    client: Client, db: None, method: str
) -> None:
    asked = getattr(client, method)("/accounts/guest/?next=/privacy/")
    assert asked["Location"] == "/accounts/login/?next=%2Fprivacy%2F"
    assert "Play as a guest" in client.get(asked["Location"]).content.decode()
    assert not User.objects.exists()


def test_getting_the_keep_page_changes_nothing(as_guest: Client, guest: User) -> None:
    as_guest.get("/accounts/keep/", NAME)
    guest.refresh_from_db()
    assert guest.is_guest


def test_getting_the_settings_changes_nothing(as_alice: Client, alice: User) -> None:
    as_alice.get(
        "/accounts/settings/", {"display_name": "Eve", "avatar": "owl", "time_zone": "UTC"}
    )
    alice.refresh_from_db()
    assert alice.name == "alice"


@pytest.mark.once
@pytest.mark.parametrize("page", ["/accounts/keep/", "/accounts/settings/"])
@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_other_methods_are_refused(as_alice: Client, page: str, method: str) -> None:
    assert getattr(as_alice, method)(page).status_code == 405


@pytest.mark.parametrize(
    "page",
    [
        "/accounts/login/",
        "/accounts/signup/",
        "/accounts/logout/",
        "/accounts/guest/",
        "/accounts/keep/",
        "/accounts/settings/",
        "/accounts/email/",
        "/accounts/password/change/",
        "/accounts/password/reset/",
    ],
)
def test_a_post_without_the_token_is_refused(alice: User, page: str) -> None:
    from django.test import Client

    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    assert client.post(page).status_code == 403
