"""Whether a session still belongs to whoever logged in with it: for sockets and their moves."""

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from accounts.sign_ins import SignIn, ended_sign_ins, is_standing, read_sign_in
from tests.present import present

pytestmark = pytest.mark.django_db


def key_of(client: Client) -> str:
    return client.cookies[settings.SESSION_COOKIE_NAME].value


@pytest.fixture
def sign_in(as_alice: Client) -> SignIn:
    return present(read_sign_in(key_of(as_alice)))[1]


def change_session(client: Client, **changes: str) -> None:
    session: Any = client.session
    session.update(changes)
    session.save()


ENDS: dict[str, Callable[[], object]] = {
    "logged out": lambda: Session.objects.all().delete(),
    "expired": lambda: Session.objects.update(expire_date=timezone.now()),
    "banned": lambda: User.objects.update(is_active=False),
    "new password": lambda: User.objects.update(password="another"),
    "deleted": lambda: User.objects.all().delete(),
}


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_a_sign_in_that_has_ended_opens_no_socket_and_keeps_none(
    as_alice: Client, sign_in: SignIn, end: Callable[[], object]
) -> None:
    assert is_standing(sign_in)
    assert ended_sign_ins([sign_in]) == set()
    end()
    assert read_sign_in(key_of(as_alice)) is None
    assert not is_standing(sign_in)
    assert ended_sign_ins([sign_in]) == {sign_in}


def test_somebody_else_in_the_same_session_makes_no_move_of_whoever_was_there_before(
    as_alice: Client, sign_in: SignIn, bob: User
) -> None:
    change_session(as_alice, **{SESSION_KEY: str(bob.pk)})
    assert not is_standing(sign_in)
    assert read_sign_in(key_of(as_alice)) is None


def test_a_way_to_log_in_that_is_no_longer_offered_opens_no_socket(
    as_alice: Client, sign_in: SignIn
) -> None:
    change_session(as_alice, **{BACKEND_SESSION_KEY: "of.an.earlier.release"})
    assert read_sign_in(key_of(as_alice)) is None


@pytest.mark.parametrize("key", ["a" * 31 + "\0", "x" * 5_000, "ü" * 32])
def test_a_session_that_this_site_has_not_made_is_none(client: Client, key: str) -> None:
    assert read_sign_in(key) is None
    client.cookies[settings.SESSION_COOKIE_NAME] = key
    assert client.get("/privacy/").status_code == 200


def test_a_new_secret_key_logs_nobody_out_while_the_site_has_the_previous_one(
    as_alice: Client, alice: User, settings: Settings
) -> None:
    old, key = settings.SECRET_KEY, key_of(as_alice)
    settings.SECRET_KEY = "another key " * 5
    assert read_sign_in(key) is None
    settings.SECRET_KEY_FALLBACKS = [old]
    assert present(read_sign_in(key))[0] == alice
    assert as_alice.get("/privacy/").context["user"] == alice
    assert key_of(as_alice) == key  # two requests at once come with the same one
    settings.SECRET_KEY_FALLBACKS = []
    assert present(read_sign_in(key))[0] == alice
    assert as_alice.get("/privacy/").context["user"] == alice


def test_whoever_logs_out_while_a_session_is_signed_again_is_logged_out(
    as_alice: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another key " * 5

    def log_out(*_: object) -> bool:
        Session.objects.all().delete()
        return True

    monkeypatch.setattr("accounts.sessions.is_session_hash", log_out)
    assert as_alice.get("/privacy/").status_code == 200
    assert not Session.objects.exists()
