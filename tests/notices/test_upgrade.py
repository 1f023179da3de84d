"""What an upgrade makes of people who were there before notices were."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps

from accounts.models import User
from notices.kinds import Kind, is_on_at_first
from notices.selectors import find_wishes

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def test_addresses_that_were_confirmed_before_get_no_mail_unasked(alice: User, bob: User) -> None:
    EmailAddress.objects.create(user=alice, email="a@example.org", verified=True)
    EmailAddress.objects.create(user=bob, email="b@example.org", verified=False)
    migration: Any = import_module("notices.migrations.0005_ask_before_mail")
    migration.switch_mail_off(apps, None)
    wishes = find_wishes([alice.pk, bob.pk])
    assert not any(wishes[alice.pk].has(kind, "mail") for kind in Kind)
    assert all(wishes[bob.pk].has(kind, "mail") == is_on_at_first(kind, "mail") for kind in Kind)
    assert all(wishes[alice.pk].has(kind, "push") for kind in Kind)
