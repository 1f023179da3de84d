"""People say which of their devices are told."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client, RequestFactory

from accounts.models import User
from notices.devices import THIS_DEVICE, TooManyDevices, add_device
from notices.models import Device
from notices.vapid import public_key
from notices.views.devices import guess_name
from tests.conftest import PASSWORD
from tests.fixtures import LogIn
from tests.notices.browsers import ENDPOINT, SUBSCRIPTION, VAPID_KEY, in_base64, make_device

pytestmark = pytest.mark.django_db
PAGE = "/notices/devices/"
PHONE = {"name": "Phone", **SUBSCRIPTION}


@pytest.fixture(autouse=True)
def _site_has_a_key(settings: Any) -> None:
    settings.VAPID_KEY = VAPID_KEY


def page_of(client: Client) -> str:
    return client.get(PAGE).content.decode()


def test_a_device_is_added_by_its_name_and_listed(as_alice: Client, alice: User) -> None:
    assert 'id="new-device"' in page_of(as_alice)
    assert as_alice.post(PAGE, PHONE).status_code == 302
    device = Device.objects.get()
    assert (device.user, device.name, device.language) == (alice, "Phone", "en")
    page = page_of(as_alice)
    assert "Phone" in page
    assert "(this device)" in page
    assert 'id="new-device"' not in page
    assert ENDPOINT not in page


def test_elsewhere_it_is_another_device(as_alice: Client, alice: User, client_of: LogIn) -> None:
    as_alice.post(PAGE, PHONE)
    page = page_of(client_of(alice))
    assert "(this device)" not in page
    assert 'id="new-device"' in page


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/send",
        "https://127.0.0.1/send",
        "https://[::ffff:10.0.0.1]/send",
        "https://169.254.169.254/latest",
        "ftp://push.example.org/send",
        f"https://push.example.org/{'a' * 500}",
        "",
    ],
)
def test_an_address_that_is_no_push_service_is_refused(as_alice: Client, endpoint: str) -> None:
    assert as_alice.post(PAGE, PHONE | {"endpoint": endpoint}).status_code == 422
    assert not Device.objects.exists()


@pytest.mark.once
def test_an_allowed_network_makes_no_address_without_tls_allowed(
    as_alice: Client, settings: Any
) -> None:
    settings.NOTICES_ALLOWED_NETWORKS = ["127.0.0.0/8"]
    answer = as_alice.post(PAGE, PHONE | {"endpoint": "http://push.example.org/send"})
    assert answer.status_code == 422


@pytest.mark.parametrize(
    "changed",
    [
        {"p256dh": in_base64(b"\x04" + bytes(64))},  # no point of the curve
        {"p256dh": "nonsense!"},
        {"p256dh": "é"},
        {"auth": in_base64(bytes(15))},
        {"auth": "é"},
        {"name": ""},
        {"name": "x" * 41},
    ],
)
def test_a_key_or_name_of_no_use_is_refused(as_alice: Client, changed: dict[str, str]) -> None:
    assert as_alice.post(PAGE, PHONE | changed).status_code == 422
    assert not Device.objects.exists()


def test_a_person_has_five_devices_at_most(as_alice: Client, alice: User, bob: User) -> None:
    make_device(bob, f"{ENDPOINT}/bob")
    for number in range(5):
        as_alice.post(PAGE, PHONE | {"endpoint": f"{ENDPOINT}/{number}"})
    answer = as_alice.post(PAGE, PHONE | {"endpoint": f"{ENDPOINT}/5"}, follow=True)
    assert "Remove one first." in answer.content.decode()
    assert Device.objects.filter(user=alice).count() == 5
    as_alice.post(PAGE, PHONE | {"endpoint": f"{ENDPOINT}/4"})  # the same one again
    assert Device.objects.filter(user=alice).count() == 5


def test_devices_that_are_added_at_the_same_time_are_all_counted(
    alice: User, before_the_lock: Any
) -> None:
    for number in range(4):
        make_device(alice, f"{ENDPOINT}/{number}")
    before_the_lock(lambda: make_device(alice, f"{ENDPOINT}/4"), of=User)
    with pytest.raises(TooManyDevices):
        add_device(alice, language="en", **PHONE)


def test_a_browser_belongs_to_whoever_has_added_it_last(
    as_alice: Client, as_bob: Client, bob: User
) -> None:
    as_alice.post(PAGE, PHONE)
    as_bob.post(PAGE, PHONE)
    assert Device.objects.get().user == bob


def test_a_device_is_removed_by_its_owner_alone(as_alice: Client, as_oscar: Client) -> None:
    as_alice.post(PAGE, PHONE)
    address = f"{PAGE}{Device.objects.get().pk}/remove/"
    as_oscar.post(address)
    assert as_alice.get(address)["Location"] == PAGE  # as after a log-in
    assert Device.objects.exists()
    as_alice.post(address)
    assert not Device.objects.exists()


RENEW = f"{PAGE}renew/"
RENEWED = SUBSCRIPTION | {"endpoint": f"{ENDPOINT}/renewed"}


def test_a_device_whose_push_service_has_changed_its_address_keeps_its_name(
    as_alice: Client, alice: User, bob: User
) -> None:
    as_alice.post(PAGE, PHONE)
    before = Device.objects.get()
    make_device(bob, RENEWED["endpoint"])  # the browser was once his
    answer = as_alice.get(RENEW)
    assert answer.json()["key"] == public_key()
    assert as_alice.post(RENEW, RENEWED).status_code == 204
    device = Device.objects.get()
    assert (device.pk, device.name, device.user) == (before.pk, "Phone", alice)
    assert device.endpoint == RENEWED["endpoint"]
    assert "(this device)" in page_of(as_alice)


def test_a_renewed_address_passes_the_same_guard(as_alice: Client) -> None:
    as_alice.post(PAGE, PHONE)
    for changed in ({"endpoint": "https://169.254.169.254/latest"}, {"auth": in_base64(bytes(15))}):
        assert as_alice.post(RENEW, RENEWED | changed).status_code == 422
    assert Device.objects.get().endpoint == ENDPOINT


def test_only_the_browser_of_a_device_renews_it(
    as_alice: Client, alice: User, bob: User, client_of: LogIn, client: Client
) -> None:
    as_alice.post(PAGE, PHONE)
    theirs = make_device(bob, f"{ENDPOINT}/bob")
    for other in (client_of(alice), client):
        assert other.get(RENEW).status_code == other.post(RENEW, RENEWED).status_code == 404
    Device.objects.filter(user=alice).delete()
    answer = as_alice.post(RENEW, RENEWED | {"endpoint": theirs.endpoint})
    assert (answer.status_code, Device.objects.get()) == (404, theirs)


def test_a_renewal_needs_the_token_of_the_session(alice: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(alice)
    session = strict.session
    session[THIS_DEVICE] = make_device(alice).pk
    session.save()
    assert strict.post(RENEW, RENEWED).status_code == 403
    token = strict.get(RENEW).json()["token"]
    assert strict.post(RENEW, RENEWED | {"csrfmiddlewaretoken": token}).status_code == 204


def test_whoever_logs_out_is_told_nothing_more_on_that_device(
    as_alice: Client, alice: User
) -> None:
    other = make_device(alice, f"{ENDPOINT}/other")
    as_alice.post(PAGE, PHONE)
    as_alice.post("/accounts/logout/")
    assert list(Device.objects.all()) == [other]


def test_a_new_password_ends_the_other_devices(as_alice: Client, alice: User) -> None:
    make_device(alice, f"{ENDPOINT}/other")
    as_alice.post(PAGE, PHONE)
    changed = {
        "oldpassword": PASSWORD,
        "password1": "over the hills",
        "password2": "over the hills",
    }
    as_alice.post("/accounts/password/change/", changed)
    assert Device.objects.get().endpoint == ENDPOINT


def test_a_new_password_from_the_staff_ends_the_devices_of_that_person_alone(
    client_of: Any, make_user: Any, alice: User, bob: User
) -> None:
    make_device(alice, f"{ENDPOINT}/alice")
    make_device(bob, f"{ENDPOINT}/bob")
    as_chief = client_of(make_user("chief", is_staff=True, is_superuser=True))
    chosen = {"usable_password": "true"} | dict.fromkeys(["password1", "password2"], "far away")
    path = f"/admin/accounts/user/{alice.pk}/password/"
    assert as_chief.post(path, chosen).status_code == 302
    assert [device.user for device in Device.objects.all()] == [bob]


def test_the_download_names_the_devices_without_their_secrets(as_alice: Client) -> None:
    as_alice.post(PAGE, PHONE)
    answer = as_alice.get("/me/download/").content.decode()
    (device,) = json.loads(answer)["devices"]
    assert (device["name"], device["push_service"]) == ("Phone", "push.example.org")
    assert not [secret for secret in SUBSCRIPTION.values() if secret in answer]


@pytest.mark.once
def test_without_a_key_the_page_says_that_nothing_can_be_sent(
    as_alice: Client, settings: Any
) -> None:
    settings.VAPID_KEY = ""
    page = page_of(as_alice)
    assert "no key for notifications" in page
    assert 'id="new-device"' not in page


@pytest.mark.once
def test_strangers_are_asked_to_log_in(client: Client) -> None:
    assert client.get(PAGE).status_code == 302
    assert client.post(PAGE, PHONE).status_code == 302
    assert not Device.objects.exists()


@pytest.mark.once
@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (
            "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
            "Firefox on Linux",
        ),
        (
            "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/150.0 Safari/537.36",
            "Chrome on Android",
        ),
        (
            "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/150.0 Safari/537.36 Edg/150.0",
            "Edge on Windows",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605 Safari/604.1",
            "Safari on iPhone",
        ),
        ("curl/8", "My device"),
    ],
)
def test_a_device_is_offered_a_name(rf: RequestFactory, agent: str, name: str) -> None:
    assert guess_name(rf.get(PAGE, headers={"user-agent": agent})) == name
