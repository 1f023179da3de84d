import re
from itertools import product

import pytest
from django.db import connection
from django.test import Client

from accounts import guest_names, services
from accounts.avatars import AVATARS
from accounts.guest_names import FIRST, SECOND
from accounts.models import User
from accounts.names import validate_display_name
from accounts.services import _is_name_taken
from tests.plans import plans_of


def test_one_click_makes_a_guest_and_logs_in(client: Client, db: None) -> None:
    response = client.post("/accounts/guest/")
    assert response["Location"] == "/"
    guest = User.objects.get()
    assert client.session["_auth_user_id"] == str(guest.pk)
    assert guest.is_guest
    assert re.fullmatch(r"guest-[0-9a-f]{16}", guest.username)
    first, second = guest.name.split()
    assert (first in FIRST, second in SECOND) == (True, True)
    assert not guest.has_usable_password()
    assert guest.avatar in AVATARS


def test_the_requested_page_comes_next(client: Client, db: None) -> None:
    assert client.post("/accounts/guest/", {"next": "/privacy/"})["Location"] == "/privacy/"


@pytest.mark.once
@pytest.mark.parametrize(
    "target", ["https://example.org/", "//example.org", "javascript:x", "\\\\x"]
)
def test_a_page_on_another_site_is_never_next(client: Client, db: None, target: str) -> None:
    assert client.post("/accounts/guest/", {"next": target})["Location"] == "/"


def test_a_logged_in_user_is_not_made_a_guest(as_alice: Client, alice: User) -> None:
    as_alice.post("/accounts/guest/")
    assert User.objects.get() == alice


def test_a_click_without_the_token_is_refused(db: None) -> None:
    from django.test import Client

    assert Client(enforce_csrf_checks=True).post("/accounts/guest/").status_code == 403
    assert not User.objects.exists()


def test_two_guests_have_different_names(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guest_names, "FIRST", ("Amber",))
    monkeypatch.setattr(guest_names, "SECOND", ("Fox",))
    User.objects.create_user("rita", display_name="AMBER FOX")
    guests = [services.create_guest() for _ in range(2)]
    assert [guest.name for guest in guests] == ["Amber Fox 2", "Amber Fox 3"]
    assert guests[0].username != guests[1].username


def test_every_name_of_a_guest_is_one_that_players_may_have() -> None:
    for first, second in product(FIRST, SECOND):
        validate_display_name(f"{first} {second} 99999")
    assert len(set(FIRST)) * len(set(SECOND)) > 3000


def test_guests_look_different_until_every_picture_is_used(db: None) -> None:
    pictures = [services.create_guest().avatar for _ in AVATARS]
    assert sorted(pictures) == sorted(AVATARS)


def test_the_browser_tells_the_time_zone(client: Client, db: None) -> None:
    client.post("/accounts/guest/", {"time_zone": "Asia/Tokyo"})
    assert str(User.objects.get().time_zone) == "Asia/Tokyo"


def test_whether_a_name_is_taken_is_looked_up_in_an_index(db: None) -> None:
    User.objects.bulk_create(
        User(username=f"user{number}", display_name=f"Name {number}") for number in range(3000)
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    found: list[bool] = []
    (plan,) = plans_of(lambda: found.append(_is_name_taken("nAME 7"))).values()
    assert found == [True]
    assert "accounts_user_display_name" in plan
    assert not _is_name_taken("Name 3000")
