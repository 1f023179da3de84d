"""Passkeys: what is no passkey is refused, and nothing is added without the password."""

import json

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client
from fido2.utils import websafe_encode

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
        assert "That code" not in client.get("/accounts/login/").text


def test_what_is_no_passkey_is_not_added(alice: User, client_of: LogIn) -> None:
    client = client_of(alice)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    for credential in FORGED:
        assert client.get(ADD).status_code == 200
        assert client.post(ADD, {"name": "x", "credential": credential}).status_code == 200
    assert not Authenticator.objects.exists()


@pytest.mark.once
def test_whoever_uses_a_passkey_that_was_removed_reads_of_no_code(alice: User) -> None:
    """It stays on the device until its owner removes it there too."""
    credential_id = websafe_encode(b"removed")
    said = {"type": "webauthn.get", "challenge": "AA", "origin": "http://testserver"}
    response = {
        "clientDataJSON": websafe_encode(json.dumps(said).encode()),
        "authenticatorData": websafe_encode(bytes(37)),
        "signature": "AA",
        "userHandle": websafe_encode(str(alice.pk).encode()),
    }
    credential = {"id": credential_id, "rawId": credential_id, "type": "public-key"}
    client = Client()
    client.get(LOG_IN, headers={"accept": "application/json"})
    sent = {"credential": json.dumps(credential | {"response": response})}
    page = client.post(LOG_IN, sent, follow=True)
    assert "That passkey could not be read, or does not belong here." in page.text
    assert "That code" not in page.text


def test_a_passkey_is_added_only_after_the_password(
    alice: User, client_of: LogIn, as_guest: Client
) -> None:
    assert client_of(alice).get(ADD)["Location"].startswith("/accounts/reauthenticate/")
    assert as_guest.get(ADD)["Location"] == "/accounts/keep/"
    assert Client().get(ADD)["Location"].startswith("/accounts/login/")
