"""Two-step log-in: an authenticator app and recovery codes, and that staff must have one."""

import time

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from time_machine import TimeMachineFixture

from accounts import services
from accounts.models import User
from accounts.second_factors import has_second_factor
from community.services import impose
from tests.conftest import PASSWORD, TOTP_SECRET
from tests.fixtures import LogIn, MakeUser

pytestmark = pytest.mark.django_db
INDEX = "/accounts/two-step/"


def code_of(secret: str = TOTP_SECRET) -> str:
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30))


def confirm(client: Client, page: str) -> None:
    """Enter the password again, as the page asks, and come back to it."""
    asked = client.get(page)
    assert asked["Location"].startswith("/accounts/reauthenticate/")
    client.post(asked["Location"], {"password": PASSWORD, "next": page})


def begin_log_in(login: str = "alice") -> Client:
    client = Client()
    response = client.post("/accounts/login/", {"login": login, "password": PASSWORD})
    assert response["Location"] == f"{INDEX}authenticate/"
    assert "_auth_user_id" not in client.session
    return client


def is_logged_in_with(client: Client, code: str) -> bool:
    client.post(f"{INDEX}authenticate/", {"code": code})
    return "_auth_user_id" in client.session


@pytest.fixture(autouse=True)
def _frozen(time_machine: TimeMachineFixture) -> None:
    time_machine.move_to("2026-07-01T12:00:00Z", tick=False)


@pytest.fixture
def protected(alice: User) -> User:
    """Alice with an authenticator app."""
    TOTP.activate(alice, TOTP_SECRET)
    return alice


@pytest.mark.django_db(transaction=True)
def test_an_app_is_set_up_after_the_password_and_then_asked_for(
    client_of: LogIn, make_user: MakeUser
) -> None:
    alice = make_user("alice", email="alice@example.org")
    client, page = client_of(alice), f"{INDEX}totp/activate/"
    confirm(client, page)
    shown = client.get(page)
    secret = shown.context["form"].secret
    assert "no-store" in shown["Cache-Control"]
    assert "<svg" in shown.content.decode()
    wrong = client.post(page, {"code": "000000"})
    assert b"That code is not correct" in wrong.content
    assert not has_second_factor(alice)
    done = client.post(page, {"code": code_of(secret)})
    assert client.get(done["Location"]).context["unused_codes"]
    assert has_second_factor(alice)
    assert "authenticator app" in mail.outbox[-1].subject
    assert "check the e-mail address and the two-step log-in" in mail.outbox[-1].body
    assert is_logged_in_with(begin_log_in(), code_of(secret))


def test_a_reload_keeps_the_key_that_was_scanned_until_it_is_used(as_alice: Client) -> None:
    page = f"{INDEX}totp/activate/"
    confirm(as_alice, page)
    secret = as_alice.get(page).context["form"].secret
    assert as_alice.get(page).context["form"].secret == secret
    as_alice.post(page, {"code": code_of(secret)})
    as_alice.post(f"{INDEX}totp/deactivate/")
    assert as_alice.get(page).context["form"].secret != secret


@pytest.mark.once
def test_whoever_gives_up_a_second_step_reads_before_what_else_ends(
    protected: User, client_of: LogIn
) -> None:
    passkey = Authenticator.objects.create(user=protected, type="webauthn", data={"name": "Phone"})
    client = client_of(protected)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    for page in (f"{INDEX}totp/deactivate/", f"{INDEX}webauthn/keys/{passkey.pk}/remove/"):
        assert "and your recovery codes are deleted." in client.get(page).text


def test_a_code_is_used_once_and_a_wrong_one_is_refused(protected: User) -> None:
    assert not is_logged_in_with(begin_log_in(), "000000")
    assert is_logged_in_with(begin_log_in(), code_of())
    assert not is_logged_in_with(begin_log_in(), code_of())


@pytest.mark.parametrize("closes_first", [True, False])
def test_a_closed_account_asks_for_the_code_before_it_shows_why_it_is_closed(
    protected: User, make_user: MakeUser, closes_first: bool
) -> None:
    chief = make_user("chief", is_staff=True)

    def close() -> None:
        impose(protected, kind="ban", reason="You left games.", staff=chief)

    if closes_first:
        close()
    client = begin_log_in()
    if not closes_first:
        close()
    for code in ("000000", ""):
        assert not is_logged_in_with(client, code)
        assert client.get("/decisions/")["Location"] == "/accounts/login/?next=/decisions/"
    answer = client.post(f"{INDEX}authenticate/", {"code": code_of()}, follow=True)
    assert answer.redirect_chain == [("/decisions/", 302)]
    assert "You left games." in answer.content.decode()
    assert "_auth_user_id" not in client.session
    assert client.get(f"{INDEX}authenticate/")["Location"] == "/accounts/login/"


def test_codes_cannot_be_guessed_by_the_thousand(
    protected: User, time_machine: TimeMachineFixture
) -> None:
    client = begin_log_in()
    for number in range(5):
        assert not is_logged_in_with(client, f"00000{number}")
    assert not is_logged_in_with(client, code_of())
    time_machine.shift(301)
    assert is_logged_in_with(client, code_of())


def test_recovery_codes_are_shown_after_the_password_and_each_works_once(
    protected: User, client_of: LogIn
) -> None:
    client, page = client_of(protected), f"{INDEX}recovery-codes/generate/"
    confirm(client, page)
    client.post(page)
    shown = client.get(f"{INDEX}recovery-codes/")
    assert "no-store" in shown["Cache-Control"]
    codes = shown.context["unused_codes"]
    assert len(set(codes)) == 10
    assert client.get(f"{INDEX}recovery-codes/download/").content.decode().split() == codes
    assert is_logged_in_with(begin_log_in(), codes[0])
    assert not is_logged_in_with(begin_log_in(), codes[0])
    assert is_logged_in_with(begin_log_in(), codes[1])


def test_without_the_app_the_codes_go_too(protected: User, client_of: LogIn) -> None:
    client, page = client_of(protected), f"{INDEX}totp/deactivate/"
    confirm(client, page)
    client.post(f"{INDEX}recovery-codes/generate/")
    client.post(page)
    assert not Authenticator.objects.exists()


@pytest.mark.parametrize(
    "page", ["totp/activate/", "totp/deactivate/", "recovery-codes/", "recovery-codes/generate/"]
)
def test_nothing_is_shown_or_changed_without_the_password(
    protected: User, client_of: LogIn, make_user: MakeUser, page: str
) -> None:
    Authenticator.objects.create(user=protected, type="recovery_codes", data={"seed": "00"})
    person = make_user("zoe") if page == "totp/activate/" else protected
    before = list(Authenticator.objects.values())
    for client, asked in ((client_of(person), "reauthenticate"), (Client(), "login")):
        assert client.get(INDEX + page)["Location"].startswith(f"/accounts/{asked}/")
        client.post(INDEX + page, {"code": code_of()})
    assert list(Authenticator.objects.values()) == before


def test_a_guest_first_becomes_an_account(as_guest: Client) -> None:
    codes = ("view_recovery_codes", "generate_recovery_codes")
    for page in ("index", "activate_totp", *codes, "list_webauthn", "add_webauthn"):
        for method in (as_guest.get, as_guest.post):
            assert method(reverse(f"mfa_{page}"))["Location"] == "/accounts/keep/"


# Staff


@pytest.fixture
def chief(make_user: MakeUser) -> User:
    return make_user("chief", is_staff=True, is_superuser=True)


@pytest.mark.parametrize("page", ["", "accounts/user/", "jsi18n/", "login/"])
def test_staff_with_a_password_alone_are_told_what_to_do(
    chief: User, client_of: LogIn, page: str
) -> None:
    Authenticator.objects.all().delete()
    told = client_of(chief).get(f"/admin/{page}", follow=True)
    assert told.status_code == 403
    assert "log-in takes two steps" in told.content.decode()
    assert f'href="{INDEX}"' in told.content.decode()


def test_recovery_codes_alone_are_no_second_factor(chief: User, client_of: LogIn) -> None:
    Authenticator.objects.update(type="recovery_codes", data={"seed": "00", "used_mask": 0})
    assert client_of(chief).get("/admin/", follow=True).status_code == 403


def test_staff_change_nothing_without_a_second_factor(
    chief: User, client_of: LogIn, alice: User
) -> None:
    Authenticator.objects.all().delete()
    form = {"username": "alice", "avatar": "owl", "time_zone": "UTC", "is_staff": "on"}
    client_of(chief).post(f"/admin/accounts/user/{alice.pk}/change/", form, follow=True)
    alice.refresh_from_db()
    assert not alice.is_staff


def test_staff_with_a_second_factor_log_in_with_both(chief: User) -> None:
    client = begin_log_in("chief")
    assert client.get("/admin/accounts/user/")["Location"].startswith("/admin/login/")
    assert is_logged_in_with(client, code_of())
    assert client.get("/admin/accounts/user/").status_code == 200


def test_no_page_of_the_administration_shows_the_secrets(chief: User, client_of: LogIn) -> None:
    client = client_of(chief)
    assert client.get("/admin/mfa/authenticator/").status_code == 404
    assert (
        TOTP_SECRET not in client.get(f"/admin/accounts/user/{chief.pk}/change/").content.decode()
    )


def test_a_command_lets_somebody_in_who_has_lost_the_phone(
    chief: User, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("remove_second_factors", "Chief")
    assert capsys.readouterr().out == "chief now logs in with the password alone.\n"
    assert not has_second_factor(chief)
    with pytest.raises(CommandError, match="chief has no second factor"):
        call_command("remove_second_factors", "chief")
    with pytest.raises(CommandError, match="Nobody has the username nobody"):
        call_command("remove_second_factors", "nobody")


# Data


def test_the_download_names_second_factors_without_secrets(protected: User) -> None:
    document = services.account_document(protected)
    (factor,) = document["second_factors"]
    assert (factor["kind"], factor["last_used"]) == ("totp", None)
    assert TOTP_SECRET not in str(document)


def test_deleting_the_account_deletes_the_second_factors(protected: User) -> None:
    services.erase_user(protected)
    assert not Authenticator.objects.exists()
