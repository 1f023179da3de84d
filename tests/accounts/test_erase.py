from allauth.account.models import EmailAddress
from django.test import Client

from accounts import services
from accounts.models import User
from tests.fixtures import MakeUser


def test_nothing_about_the_user_is_left(alice: User, bob: User, as_alice: Client) -> None:
    EmailAddress.objects.create(user=alice, email="alice@example.org", primary=True)
    services.erase_user(alice)
    assert list(User.objects.all()) == [bob]
    assert not EmailAddress.objects.exists()
    assert as_alice.get("/accounts/settings/").status_code == 302


def test_another_device_is_not_told_that_the_staff_has_closed_the_account(
    alice: User, as_alice: Client
) -> None:
    services.set_active(alice, active=False)
    assert "Read why, and reply." in as_alice.get("/").text
    services.erase_user(alice)
    assert "Read why, and reply." not in as_alice.get("/").text


def test_a_guest_is_erased_too(guest: User) -> None:
    services.erase_user(guest)
    assert not User.objects.exists()


def test_the_document_holds_everything_about_the_person_and_no_secret(
    make_user: MakeUser, bob: User
) -> None:
    alice = make_user("alice", email="alice@example.org", display_name="Lady A", avatar="owl")
    EmailAddress.objects.create(user=alice, email="alice@example.org", primary=True)
    document = services.account_document(alice)
    text = str(document)
    assert document["user_name"] == "alice"
    assert document["name_shown"] == "Lady A"
    assert document["e_mail_addresses"] == [
        {"address": "alice@example.org", "confirmed": False, "main": True}
    ]
    assert "owl" in text
    assert "bob" not in text
    assert alice.password not in text


def test_every_personal_column_is_in_the_document(alice: User) -> None:
    """Every column is either part of the document or listed here as not personal."""
    in_document = {
        "username",
        "display_name",
        "is_guest",
        "avatar",
        "time_zone",
        "language",
        "four_colours",
        "sounds",
        "ticking",
        "fast",
        "goes_on",
        "vacation_until",
        "vacation_spent_in",
        "automatic_vacation",
        "email",
        "date_joined",
        "last_login",
        "is_active",
        "is_staff",
    }
    not_personal = {"id", "password", "is_superuser"}
    assert {field.name for field in User._meta.concrete_fields} == in_document | not_personal
    more = {"e_mail_addresses", "second_factors"}
    assert len(services.account_document(alice)) == len(in_document | more)
