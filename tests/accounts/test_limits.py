import pytest

from accounts.models import User

pytestmark = pytest.mark.django_db


def test_one_address_makes_ten_guests_a_minute(client):
    for _ in range(10):
        client.logout()
        assert client.post("/accounts/guest/").status_code == 302
    client.logout()
    response = client.post("/accounts/guest/")
    assert response.status_code == 429
    assert b"Too many attempts" in response.content
    assert User.objects.count() == 10
    assert client.post("/accounts/guest/", REMOTE_ADDR="192.0.2.7").status_code == 302


def test_a_forged_forwarded_address_does_not_count(client):
    for number in range(10):
        client.logout()
        client.post("/accounts/guest/", headers={"x-forwarded-for": f"192.0.2.{number}"})
    client.logout()
    response = client.post("/accounts/guest/", headers={"x-forwarded-for": "192.0.2.99"})
    assert response.status_code == 429


def test_five_wrong_passwords_stop_even_the_right_one(client, alice):
    from tests.conftest import PASSWORD

    for _ in range(5):
        client.post("/accounts/login/", {"login": "alice", "password": "wrong"})
    response = client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    assert b"Too many attempts" in response.content
    assert "_auth_user_id" not in client.session


def test_unknown_and_known_names_are_limited_alike(client, alice, without_tokens):
    pages = []
    for login in ("alice", "nobody"):
        for _ in range(6):
            page = client.post("/accounts/login/", {"login": login, "password": "wrong"})
        pages.append(without_tokens(page).replace(login.encode(), b""))
    assert b"Too many attempts" in pages[0]
    assert pages[0] == pages[1]


def test_sign_ups_from_one_address_are_limited(client):
    for _ in range(20):
        assert client.post("/accounts/signup/", {}).status_code == 200
    assert client.post("/accounts/signup/", {}).status_code == 429


def test_resets_of_one_address_are_limited(client):
    statuses = [
        client.post("/accounts/password/reset/", {"email": "alice@example.org"}).status_code
        for _ in range(6)
    ]
    assert statuses == [302] * 5 + [429]


def test_keeping_an_account_is_limited(as_guest):
    statuses = [as_guest.post("/accounts/keep/", {}).status_code for _ in range(11)]
    assert statuses == [200] * 10 + [429]
