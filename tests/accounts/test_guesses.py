"""Guessing passwords is limited, and nobody who guesses can lock an owner out."""

from collections.abc import Callable
from itertools import count

import pytest
from allauth.account.models import EmailAddress
from django.core import mail, signing
from django.db import connection
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings
from time_machine import TimeMachineFixture

from accounts import guesses
from accounts.devices import known_device, remember_device
from accounts.guesses import pause_after
from accounts.limits import count_action
from accounts.models import User
from tests.accounts.guessing import guess_as_stranger
from tests.accounts.pages import links_in
from tests.conftest import PASSWORD
from tests.fixtures import LogIn, MakeUser, Response, StripTokens

pytestmark = pytest.mark.django_db
COOKIE = "device"
NEW_PASSWORD = "another long one"
ADDRESSES = (f"198.51.{number // 250}.{number % 250 + 1}" for number in count())
Guesser = Callable[..., bool]


def log_in(client: Client, login: str = "alice", password: str = PASSWORD) -> bool:
    """Try to log in from a new address, and return whether that worked."""
    form = {"login": login, "password": password}
    return client.post("/accounts/login/", form, REMOTE_ADDR=next(ADDRESSES)).status_code == 302


@pytest.fixture(autouse=True)
def _frozen(time_machine: TimeMachineFixture) -> None:
    time_machine.move_to("2026-07-01T12:00:00Z", tick=False)


@pytest.fixture
def guess() -> Guesser:
    """Return a function that guesses as a stranger, from a new address unless one is given."""

    def guess(name: str = "alice", address: str = "") -> bool:
        return guess_as_stranger(name, address=address or next(ADDRESSES))

    return guess


@pytest.fixture
def device(alice: User) -> Client:
    """A browser in which alice has logged in and out."""
    client = Client()
    assert log_in(client)
    client.post("/accounts/logout/")
    return client


def test_six_wrong_passwords_do_not_keep_the_owner_out(
    alice: User, client: Client, guess: Guesser
) -> None:
    assert all(guess() for _ in range(6))
    assert log_in(client)


def test_one_guess_a_minute_from_one_address_does_not_keep_the_owner_out(
    alice: User, client: Client, guess: Guesser, time_machine: TimeMachineFixture
) -> None:
    looked_at = 0
    for _ in range(90):
        time_machine.shift(60)
        looked_at += guess(address="192.0.2.1")
    assert looked_at == 30 + 10  # 20 in each hour
    time_machine.shift(guesses.LONGEST_PAUSE)
    assert log_in(client)


def test_unknown_devices_have_fifty_guesses_an_hour_together_and_wait_longer_and_longer(
    alice: User, guess: Guesser, time_machine: TimeMachineFixture
) -> None:
    waits = []
    for number in range(50):
        pause = pause_after(number)
        if pause:
            time_machine.shift(pause - 0.1)
            assert not guess()
            time_machine.shift(0.1)
        assert guess(), number
        waits.append(pause)
    assert waits[:17] == [0] * 10 + [1, 2, 4, 8, 16, 30, 30]
    time_machine.shift(60)
    assert not guess()
    time_machine.shift(3600 - sum(waits) - 61)
    assert not guess()
    time_machine.shift(1)
    assert guess()


def test_all_names_of_an_account_count_together_but_nobody_can_tell(
    make_user: MakeUser,
    client: Client,
    guess: Guesser,
    time_machine: TimeMachineFixture,
    without_tokens: StripTokens,
    hashed: list[str],
) -> None:
    make_user("alice", email="alice@example.org")
    for _ in range(25):
        time_machine.shift(guesses.LONGEST_PAUSE)
        assert guess("Alice")
        assert guess("alice@example.org")

    def answer(login: str, password: str) -> bytes:
        hashed.clear()
        form = {"login": login, "password": password}
        page: Response = client.post("/accounts/login/", form, REMOTE_ADDR=next(ADDRESSES))
        return without_tokens(page).replace(login.encode(), b"")

    time_machine.shift(guesses.LONGEST_PAUSE)
    assert answer("alice@example.org", PASSWORD) == answer("nobody@example.org", PASSWORD)
    assert b"Wrong username" in answer("ALICE@example.org", PASSWORD)
    assert hashed == [PASSWORD]


def test_a_known_device_is_never_refused_because_of_others(
    device: Client, guess: Guesser, time_machine: TimeMachineFixture
) -> None:
    while guess():
        pass
    for _ in range(60):
        time_machine.shift(guesses.LONGEST_PAUSE)
        guess()
    assert not log_in(Client())
    assert log_in(device)


def test_a_known_device_is_not_refused_because_somebody_else_gave_the_same_address(
    device: Client, alice: User, bob: User, guess: Guesser
) -> None:
    address = "alice@example.org"
    EmailAddress.objects.create(user=alice, email=address, primary=True)
    EmailAddress.objects.create(user=bob, email=address, primary=True)
    bob.set_password(NEW_PASSWORD)
    bob.save(update_fields=["password"])
    # Whoever has both accounts still comes into each.
    for password in (PASSWORD, NEW_PASSWORD):
        assert log_in(device, address, password)
        device.post("/accounts/logout/")
    device.cookies.pop(COOKIE)
    assert log_in(device)
    device.post("/accounts/logout/")
    while guess(address):
        pass
    assert not log_in(device, address, NEW_PASSWORD)
    assert log_in(device, address)


def test_whoever_else_has_the_address_logs_in_without_guessing_at_its_owner(
    device: Client, alice: User, bob: User
) -> None:
    address = "alice@example.org"
    for user in (alice, bob):
        EmailAddress.objects.create(user=user, email=address, primary=True)
    bob.set_password(NEW_PASSWORD)
    bob.save(update_fields=["password"])
    known = device.cookies[COOKIE].value
    for _ in range(11):
        assert log_in(device, address, NEW_PASSWORD)
        device.post("/accounts/logout/")
        device.cookies[COOKIE] = known
    assert log_in(device)


def test_a_known_device_has_ten_guesses_an_hour_of_its_own(
    device: Client, guess: Guesser, time_machine: TimeMachineFixture
) -> None:
    for login in ["alice"] * 10:
        assert not log_in(device, login, "wrong")
    assert not log_in(device)
    # It costs the others nothing, and is no way around the limit of the others.
    assert log_in(Client())
    time_machine.shift(3600)
    assert log_in(device)


def test_a_right_password_is_no_guess(device: Client, alice: User) -> None:
    for client in (device, Client()):
        for _ in range(11):
            assert log_in(client)
            client.post("/accounts/logout/")


def test_a_guess_in_one_network_waits_after_ten(
    alice: User, bob: User, guess: Guesser, time_machine: TimeMachineFixture
) -> None:
    for number in range(12):
        time_machine.shift(5)
        name = "ALICE" if number % 2 else "alice"
        assert guess(name, address="192.0.2.1") is (number < 10)
    assert guess("bob", address="192.0.2.1")
    time_machine.shift(300)
    assert guess(address="192.0.2.1")


def test_a_refused_guess_counts_nowhere(
    alice: User, guess: Guesser, time_machine: TimeMachineFixture
) -> None:
    for _ in range(11):
        time_machine.shift(1)
        guess()
    assert not any(guess(address="192.0.2.1") for _ in range(30))
    time_machine.shift(guesses.LONGEST_PAUSE)
    assert guess(address="192.0.2.1")


def test_nobody_is_known_by_the_device_of_somebody_else(
    device: Client, alice: User, bob: User, guess: Guesser
) -> None:
    User.objects.filter(pk=bob.pk).update(password=alice.password)
    while guess("bob"):
        pass
    assert not log_in(device, "bob")


def test_two_people_share_a_device(device: Client, bob: User, guess: Guesser) -> None:
    assert log_in(device, "bob")
    device.post("/accounts/logout/")
    for name in ("alice", "bob"):
        while guess(name):
            pass
        assert log_in(device, name)
        device.post("/accounts/logout/")


def test_a_device_is_known_as_that_of_the_last_five_people(
    device: Client, alice: User, make_user: MakeUser
) -> None:
    people = [make_user(f"player{number}") for number in range(5)]
    for user in people:
        assert log_in(device, user.username)
        device.post("/accounts/logout/")
    request = RequestFactory().get("/")
    request.COOKIES[COOKIE] = device.cookies[COOKIE].value
    assert known_device(request, people)
    assert not known_device(request, [alice])


def test_a_device_stays_known_with_a_new_secret_key_while_the_site_has_the_previous_one(
    device: Client, alice: User, settings: Settings
) -> None:
    request = RequestFactory().get("/")
    request.COOKIES[COOKIE] = device.cookies[COOKIE].value
    old = settings.SECRET_KEY
    settings.SECRET_KEY = "another key " * 5
    assert not known_device(request, [alice])
    settings.SECRET_KEY_FALLBACKS = [old]
    assert known_device(request, [alice])
    answer = HttpResponse()
    remember_device(request, answer, alice)
    _, marks = signing.loads(answer.cookies[COOKIE].value, salt="accounts.devices")
    assert len(marks) == 1
    request.COOKIES[COOKIE] = answer.cookies[COOKIE].value
    settings.SECRET_KEY_FALLBACKS = []
    assert known_device(request, [alice])


def test_the_cookie_is_kept_from_scripts_names_nobody_and_cannot_be_forged(
    device: Client, alice: User, guess: Guesser
) -> None:
    cookie = device.cookies[COOKIE]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert int(cookie["max-age"]) >= 365 * 24 * 3600
    other = Client()
    log_in(other)
    _, marks = signing.loads(cookie.value, salt="accounts.devices")
    _, others = signing.loads(other.cookies[COOKIE].value, salt="accounts.devices")
    assert set(marks).isdisjoint(others)
    while guess():
        pass
    value = cookie.value
    for forged in (value[:-1] + ("A" if value[-1] != "A" else "B"), "", "x:y:z", f"a{value}"):
        device.cookies[COOKIE] = forged
        assert not log_in(device)
    device.cookies[COOKIE] = value
    assert log_in(device)


def test_a_new_password_ends_what_devices_know_except_here(
    device: Client, alice: User, guess: Guesser
) -> None:
    here = Client()
    log_in(here)
    fields = ("password1", "password2")
    form = {"oldpassword": PASSWORD} | dict.fromkeys(fields, NEW_PASSWORD)
    assert here.post("/accounts/password/change/", form).status_code == 302
    here.post("/accounts/logout/")
    while guess():
        pass
    assert not log_in(device, password=NEW_PASSWORD)
    assert log_in(here, password=NEW_PASSWORD)


def test_a_guest_who_keeps_the_account_is_known_at_once(as_guest: Client, guess: Guesser) -> None:
    new = {"username": "greta", "password1": PASSWORD, "password2": PASSWORD}
    assert COOKIE not in as_guest.cookies
    as_guest.post("/accounts/keep/", new)
    as_guest.post("/accounts/logout/")
    while guess("greta"):
        pass
    assert log_in(as_guest, "greta")


@pytest.mark.parametrize("login", ["alice", "alice@example.org"])
def test_a_reset_password_lets_the_owner_in_at_once(
    make_user: MakeUser, client: Client, guess: Guesser, login: str
) -> None:
    make_user("alice", email="alice@example.org")
    for name in ("alice", "alice@example.org"):
        while guess(name):
            pass
    client.post("/accounts/password/reset/", {"email": "alice@example.org"})
    page = client.get(links_in(mail.outbox[0], "/accounts/password/reset/key/")[0])
    client.post(page["Location"], {"password1": NEW_PASSWORD, "password2": NEW_PASSWORD})
    assert log_in(client, login, NEW_PASSWORD)


def test_confirming_a_password_is_limited_by_the_session(client_of: LogIn, alice: User) -> None:
    browser = client_of(alice)
    for _ in range(11):
        page = browser.post("/accounts/reauthenticate/", {"password": "wrong"})
    assert page.status_code == 429 or b"Too many attempts" in page.content
    assert log_in(Client())


def test_confirming_a_password_tries_that_of_nobody_else_with_the_same_address(
    client_of: LogIn, make_user: MakeUser, hashed: list[str], time_machine: TimeMachineFixture
) -> None:
    address = "alice@example.org"
    EmailAddress.objects.create(user=make_user("alice"), email=address, verified=True)
    mallory = make_user("mallory", email=address)
    mallory.set_password(NEW_PASSWORD)
    mallory.save(update_fields=["password"])
    EmailAddress.objects.create(user=mallory, email=address, primary=True)
    browser = client_of(mallory)
    hashed.clear()
    for _ in range(11):
        time_machine.shift(60)
        page = browser.post("/accounts/reauthenticate/", {"password": PASSWORD})
    assert b"Too many attempts" in page.content
    assert hashed == [PASSWORD] * 10


def test_unknown_and_known_names_are_refused_alike(
    client: Client, alice: User, guess: Guesser, without_tokens: StripTokens
) -> None:
    pages = []
    for login in ("alice", "nobody"):
        while guess(login):
            pass
        page = client.post("/accounts/login/", {"login": login, "password": "wrong"})
        pages.append(without_tokens(page).replace(login.encode(), b""))
    assert b"Too many attempts. Wait 1 second, then try again." in pages[0]
    assert pages[0] == pages[1]


def test_known_and_unknown_names_cost_as_many_hashes_and_queries(
    client: Client, make_user: MakeUser, hashed: list[str]
) -> None:
    make_user("alice", email="alice@example.org")

    def cost_of(login: str) -> tuple[int, int]:
        hashed.clear()
        with CaptureQueriesContext(connection) as queries:
            assert not log_in(client, login, "wrong")
        return len(hashed), len(queries)

    assert cost_of("alice") == cost_of("nobody")
    assert cost_of("alice@example.org") == cost_of("nobody@example.org")
    assert hashed == ["wrong"]


def test_a_flood_of_right_passwords_from_one_network_is_limited(alice: User) -> None:
    form = {"login": "alice", "password": PASSWORD}
    for _ in range(57):
        count_action("log_in", "ip:127.0.0.1")
    answers = [Client().post("/accounts/login/", form).status_code for _ in range(4)]
    assert answers == [302] * 3 + [200]
