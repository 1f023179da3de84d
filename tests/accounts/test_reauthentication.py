"""Whoever is asked who they are again can answer with whatever they have."""

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.test import Client

from accounts.models import User

pytestmark = pytest.mark.django_db
BY_PASSWORD = "/accounts/reauthenticate/"
BY_CODE = "/accounts/two-step/reauthenticate/"


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
