"""Passkeys: what is no passkey is refused, and nothing is added without the password."""

import json

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client

from accounts.models import User
from tests.conftest import PASSWORD
from tests.fixtures import LogIn

pytestmark = pytest.mark.django_db
LOG_IN = "/accounts/two-step/webauthn/login/"
ADD = "/accounts/two-step/webauthn/add/"
PARTS = {"clientDataJSON": "e30", "attestationObject": "oA", "authenticatorData": "AA"}
FORGED = [
    *(
        "",
        "x",
        "1",
        "[]",
        "{}",
        '"x"',
        "null",
        '{"response": 1}',
        '{"response": {"userHandle": 1}}',
    ),
    json.dumps({"id": "eA", "rawId": "eA", "type": "public-key", "response": {}}),
    json.dumps({"id": "eA", "rawId": "eA", "type": "public-key", "response": PARTS}),
    json.dumps(
        {
            "id": "eA",
            "rawId": "eA",
            "type": "public-key",
            "response": PARTS | {"signature": "AA", "userHandle": "MQ"},
        }
    ),
]


def test_what_is_no_passkey_logs_nobody_in(alice: User) -> None:
    for credential in FORGED:
        client = Client()
        client.get(LOG_IN, headers={"accept": "application/json"})
        assert client.post(LOG_IN, {"credential": credential})["Location"] == "/accounts/login/"
        assert "_auth_user_id" not in client.session


def test_what_is_no_passkey_is_not_added(alice: User, client_of: LogIn) -> None:
    client = client_of(alice)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    for credential in FORGED:
        assert client.get(ADD).status_code == 200
        assert client.post(ADD, {"name": "x", "credential": credential}).status_code == 200
    assert not Authenticator.objects.exists()


def test_a_passkey_is_added_only_after_the_password(
    alice: User, client_of: LogIn, as_guest: Client
) -> None:
    assert client_of(alice).get(ADD)["Location"].startswith("/accounts/reauthenticate/")
    assert as_guest.get(ADD)["Location"] == "/accounts/keep/"
    assert Client().get(ADD)["Location"].startswith("/accounts/login/")
