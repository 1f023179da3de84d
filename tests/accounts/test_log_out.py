import pytest
from django.test import Client


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
