"""Names that others would take for the staff or the site."""

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from accounts.names import refuse_reserved_name
from tests.fixtures import LogIn, MakeUser

PASSWORD = "a long way to Tipperary"
REASON = "This name is reserved, so that nobody takes a player for the staff or the site."
RESERVED = ["admin", "Staff", "MODERATOR", "Moderación", "El equipo", "Former player", "Exjugador"]

LIKE_RESERVED = [
    *("staff_01", "@admin", "adm1n", "4dm1n", "m0derator", "M0D", "$taff", "c0mputer", "officiaI"),
    *("adrnin", "𝐀𝐃𝐌𝐈𝐍", "admın", "ᴀᴅᴍɪɴ", "r00t", "\u0430dmin", "Former p1ayer", "Tr1fecta House"),
    *(
        "m0derator7",
        "M0D3",
        "4dm1n2",
        "2adm1n",
        "5upp0rt1",
        "st4ff_01",
        "Ⓐdmin7",
        "ⓜⓞⓓ1",
        "🄰dmin 2",
    ),
]


def new_account(username: str) -> dict[str, str]:
    return {"username": username, "password1": PASSWORD, "password2": PASSWORD}


def settings_with(name: str) -> dict[str, str]:
    return {"display_name": name, "avatar": "owl", "time_zone": "UTC"}


@pytest.mark.parametrize(
    "name",
    [*RESERVED, "A.d-m_i n", "Trifecta House", "ádmin", "ＡＤＭＩＮ", *LIKE_RESERVED],
)
def test_it_is_reserved_in_every_language_and_spelling(name: str) -> None:
    with pytest.raises(ValidationError, match=REASON):
        refuse_reserved_name(name)


@pytest.mark.parametrize(
    "name", ["Ann Lee", "Admiral", "Joe Staff", "R2-D2", "Mode5t", "--", "李小龍"]
)
def test_other_names_are_free(name: str) -> None:
    refuse_reserved_name(name)


def test_the_name_of_the_site_is_reserved_whatever_it_is(settings: Settings) -> None:
    settings.SITE_NAME = "The Card Club"
    with pytest.raises(ValidationError):
        refuse_reserved_name("thecardclub")


def test_a_site_named_by_signs_leaves_other_signs_free(settings: Settings) -> None:
    settings.SITE_NAME = "♠♥"
    refuse_reserved_name("🦊")


@pytest.mark.parametrize("name", ["Admin", "moderadora", "trifecta-house", "m0derator"])
def test_nobody_signs_up_with_it(client: Client, db: None, name: str) -> None:
    answer = client.post("/accounts/signup/", new_account(name))
    assert REASON in answer.text
    assert not User.objects.exists()


def test_no_guest_keeps_an_account_with_it(as_guest: Client, guest: User) -> None:
    assert REASON in as_guest.post("/accounts/keep/", new_account("staff")).text
    guest.refresh_from_db()
    assert guest.is_guest


@pytest.mark.parametrize("name", RESERVED)
def test_nobody_changes_to_it(as_alice: Client, alice: User, name: str) -> None:
    assert REASON in as_alice.post("/accounts/settings/", settings_with(name)).text
    alice.refresh_from_db()
    assert alice.name == "alice"


@pytest.mark.parametrize("shown", ["", "Ann"])
def test_whoever_has_it_already_keeps_it(client_of: LogIn, make_user: MakeUser, shown: str) -> None:
    admin = make_user("admin", display_name=shown)
    answer = client_of(admin).post("/accounts/settings/", settings_with("admin"))
    assert answer.status_code == 302
    assert REASON in client_of(admin).post("/accounts/settings/", settings_with("Staff")).text


def test_the_staff_may_have_it(client_of: LogIn, db: None) -> None:
    call_command("createsuperuser", username="admin", email="admin@example.org", interactive=False)
    admin = User.objects.get(username="admin")
    answer = client_of(admin).post("/accounts/settings/", settings_with("Staff"))
    assert answer.status_code == 302
    admin.refresh_from_db()
    assert admin.name == "Staff"


@pytest.mark.once
@pytest.mark.parametrize("page", ["/accounts/signup/", "/accounts/keep/"])
def test_the_forms_say_all_that_is_asked_of_a_username(
    as_guest: Client, client: Client, page: str
) -> None:
    shown = (as_guest if "keep" in page else client).get(page).text
    for rule in ("Up to 30", "begins with a letter or a digit", "“guest-”", "capitals", "staff"):
        assert rule in shown
