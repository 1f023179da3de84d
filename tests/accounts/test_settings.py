import pytest
from django.test import Client

from accounts.avatars import AVATARS
from accounts.models import User


def answers(**changes: str) -> dict[str, str]:
    return {"display_name": "Alice L.", "avatar": "owl", "time_zone": "Europe/Rome"} | changes


def test_name_picture_and_time_zone_are_chosen(as_alice: Client, alice: User) -> None:
    response = as_alice.post("/accounts/settings/", answers())
    assert response["Location"] == "/accounts/settings/"
    alice.refresh_from_db()
    assert (alice.name, alice.avatar, str(alice.time_zone)) == ("Alice L.", "owl", "Europe/Rome")


def test_how_tables_look_and_sound_is_chosen(as_alice: Client, alice: User) -> None:
    page = as_alice.get("/accounts/settings/").content.decode()
    assert page.count('type="checkbox"') == 5
    as_alice.post("/accounts/settings/", answers(four_colours="on", ticking="on", goes_on="on"))
    alice.refresh_from_db()
    assert (alice.four_colours, alice.sounds) == (True, False)
    assert (alice.ticking, alice.goes_on) == (True, True)
    as_alice.post("/accounts/settings/", answers())
    alice.refresh_from_db()
    assert (alice.four_colours, alice.ticking, alice.goes_on) == (False, False, False)


def test_a_guest_has_settings_too(as_guest: Client, guest: User) -> None:
    as_guest.post("/accounts/settings/", answers())
    guest.refresh_from_db()
    assert guest.name == "Alice L."
    assert guest.is_guest


@pytest.mark.once
def test_the_page_shows_what_was_chosen(as_alice: Client) -> None:
    as_alice.post("/accounts/settings/", answers())
    page = as_alice.get("/accounts/settings/").content.decode()
    assert 'value="Alice L."' in page
    assert '<option value="Europe/Rome" selected>' in page
    assert page.count('type="radio"') == len(AVATARS)


@pytest.mark.once
@pytest.mark.parametrize("avatar", ["computer", "nobody", "", "../secret", "dragon"])
def test_a_picture_that_is_not_offered_is_refused(
    as_alice: Client, alice: User, avatar: str
) -> None:
    before = alice.avatar
    assert as_alice.post("/accounts/settings/", answers(avatar=avatar)).status_code == 200
    alice.refresh_from_db()
    assert alice.avatar == before


@pytest.mark.parametrize("zone", ["Mars/Olympus", "", "../etc/passwd", "x" * 200])
def test_a_time_zone_that_is_not_offered_is_refused(
    as_alice: Client, alice: User, zone: str
) -> None:
    assert as_alice.post("/accounts/settings/", answers(time_zone=zone)).status_code == 200
    alice.refresh_from_db()
    assert str(alice.time_zone) == "UTC"


def test_other_fields_cannot_be_set(as_alice: Client, alice: User) -> None:
    as_alice.post("/accounts/settings/", answers(is_staff="on", username="root", is_guest="on"))
    alice.refresh_from_db()
    assert (alice.username, alice.is_staff, alice.is_guest) == ("alice", False, False)


@pytest.mark.once
def test_a_refused_name_is_not_shown_in_the_menu(as_alice: Client) -> None:
    page = as_alice.post("/accounts/settings/", answers(display_name="x" * 31)).content.decode()
    assert '<span class="menu-name" translate="no">alice</span>' in page


def test_strangers_are_asked_to_log_in(client: Client, db: None) -> None:
    assert client.get("/accounts/settings/")["Location"].startswith("/accounts/login/")
