"""Whoever finds a browser that somebody has left open neither deletes nor takes over an account."""

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.test import Client
from time_machine import TimeMachineFixture

from accounts.models import User
from tests.conftest import PASSWORD
from tests.fixtures import LogIn
from tests.passwords import confirm_password

pytestmark = pytest.mark.django_db
DELETION = "/me/delete/"
SET = "/accounts/password/set/"
BY_PASSWORD = "/accounts/reauthenticate/"
BY_CODE = "/accounts/two-step/reauthenticate/"
BY_PASSKEY = "/accounts/two-step/webauthn/reauthenticate/"
NEXT = "?next=%2Fme%2Fdelete%2F"


def exists(user: User) -> bool:
    return User.objects.filter(pk=user.pk).exists()


@pytest.fixture
def without_password(alice: User) -> User:
    """Alice, who logs in with a passkey alone."""
    Authenticator.objects.create(user=alice, type="webauthn", data={"name": "Phone"})
    alice.set_unusable_password()
    alice.save()
    return alice


def test_an_account_is_deleted_on_its_page_after_the_password(alice: User) -> None:
    client = Client()
    client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    asked = client.get(DELETION)["Location"]
    assert asked == BY_PASSWORD + NEXT
    assert client.post(asked, {"password": PASSWORD, "next": DELETION})["Location"] == DELETION
    assert client.get(DELETION).status_code == 200
    assert exists(alice)
    assert client.post(DELETION)["Location"] == "/"
    assert not exists(alice)


def test_a_deletion_without_the_password_is_not_made_up_for_by_entering_it(
    as_alice: Client, alice: User
) -> None:
    assert as_alice.post(DELETION)["Location"] == DELETION
    asked = as_alice.get(DELETION)["Location"]
    assert as_alice.post(asked, {"password": PASSWORD, "next": DELETION})["Location"] == DELETION
    assert exists(alice)


def test_a_wrong_password_deletes_nothing(as_alice: Client, alice: User) -> None:
    as_alice.post(BY_PASSWORD, {"password": "wrong", "next": DELETION})
    as_alice.post(DELETION)
    assert exists(alice)


def test_the_password_counts_for_five_minutes(
    as_alice: Client, alice: User, time_machine: TimeMachineFixture
) -> None:
    time_machine.move_to("2026-07-01T12:00:00Z", tick=False)
    confirm_password(as_alice)
    time_machine.shift(299)
    assert as_alice.get(DELETION).status_code == 200
    time_machine.shift(1)
    assert as_alice.post(DELETION)["Location"] == DELETION
    assert as_alice.get(DELETION)["Location"] == BY_PASSWORD + NEXT
    assert exists(alice)


def test_a_guest_has_nothing_to_confirm_with(as_guest: Client, guest: User) -> None:
    assert as_guest.get(DELETION).status_code == 200
    as_guest.post(DELETION)
    assert not exists(guest)


def test_a_confirmed_e_mail_address_is_no_proof(as_alice: Client, alice: User) -> None:
    EmailAddress.objects.create(user=alice, email=alice.email, primary=True, verified=True)
    assert as_alice.get(DELETION)["Location"] == BY_PASSWORD + NEXT
    assert "/reauthenticate/code/" not in as_alice.get(BY_PASSWORD + NEXT).content.decode()
    assert as_alice.get("/accounts/reauthenticate/code/").status_code == 403


def test_whoever_has_no_password_confirms_with_the_passkey(
    without_password: User, client_of: LogIn
) -> None:
    client = client_of(without_password)
    assert client.post(DELETION)["Location"] == DELETION
    assert client.get(DELETION)["Location"] == BY_PASSKEY + NEXT
    assert exists(without_password)


def test_whoever_has_no_password_may_use_a_recovery_code_or_the_passkey(
    without_password: User, client_of: LogIn
) -> None:
    codes = RecoveryCodes.activate(without_password).get_unused_codes()
    client = client_of(without_password)
    asked = client.get(DELETION)["Location"]
    assert asked == BY_CODE + NEXT
    page = client.get(asked).content.decode()
    assert f'<a href="{BY_PASSKEY}{NEXT}">Use a passkey</a>' in page
    assert client.post(asked, {"code": codes[0], "next": DELETION})["Location"] == DELETION
    assert exists(without_password)
    client.post(DELETION)
    assert not exists(without_password)


def test_the_other_ways_to_confirm_are_named_in_the_words_of_the_site(
    alice: User, as_alice: Client
) -> None:
    Authenticator.objects.create(user=alice, type="webauthn", data={"name": "Phone"})
    RecoveryCodes.activate(alice)
    as_alice.post("/accounts/language/", {"language": "es"})
    page = as_alice.get(BY_PASSWORD).content.decode()
    assert "Usar una llave de acceso" in page
    assert "Usar un código" in page
    assert "Usar la contraseña" in as_alice.get(BY_CODE).content.decode()


def test_a_first_password_is_set_only_after_the_passkey(
    without_password: User, client_of: LogIn
) -> None:
    client = client_of(without_password)
    assert client.get(SET)["Location"].startswith(BY_PASSKEY)
    new = "over the hills and far away"
    assert client.post(SET, {"password1": new, "password2": new})["Location"] == SET
    assert new not in str(dict(client.session))
    without_password.refresh_from_db()
    assert not without_password.has_usable_password()
