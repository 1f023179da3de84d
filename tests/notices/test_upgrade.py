"""What an upgrade makes of people who were there before notices were."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps

from accounts.models import User
from notices.kinds import BY_MAIL_ALWAYS, Channel, Kind, is_on_at_first
from notices.mail import unsubscribe
from notices.models import Switch
from notices.selectors import find_wishes

pytestmark = [pytest.mark.django_db, pytest.mark.once]

CHOSEN = set(Kind).difference(BY_MAIL_ALWAYS)


def test_addresses_that_were_confirmed_before_get_no_mail_unasked(alice: User, bob: User) -> None:
    EmailAddress.objects.create(user=alice, email="a@example.org", verified=True)
    EmailAddress.objects.create(user=bob, email="b@example.org", verified=False)
    migration: Any = import_module("notices.migrations.0005_ask_before_mail")
    migration.switch_mail_off(apps, None)
    migration = import_module("notices.migrations.0009_vacations_like_warnings")
    migration.switch_off_like_warnings(apps, None)
    migration = import_module("notices.migrations.0011_no_mail_for_the_unsubscribed")
    migration.switch_off(apps, None)
    wishes = find_wishes([alice.pk, bob.pk])
    assert not any(wishes[alice.pk].has(kind, "mail") for kind in CHOSEN)
    assert all(wishes[bob.pk].has(kind, "mail") == is_on_at_first(kind, "mail") for kind in Kind)
    assert all(wishes[alice.pk].has(kind, "push") for kind in Kind)


def test_whoever_wants_no_warnings_by_a_channel_is_not_told_of_vacations_by_it(alice: User) -> None:
    Switch.objects.create(user=alice, kind="warning", channel="push", is_on=False)
    Switch.objects.create(user=alice, kind="turn", channel="webhook", is_on=False)
    migration: Any = import_module("notices.migrations.0009_vacations_like_warnings")
    migration.switch_off_like_warnings(apps, None)
    wishes = find_wishes([alice.pk])[alice.pk]
    assert [each for each in Channel if not wishes.has("vacation", each)] == ["push"]


def test_whoever_has_ended_all_e_mail_gets_none_of_the_new_kinds(
    alice: User, bob: User, carol: User
) -> None:
    for person in (alice, carol):
        unsubscribe(person.pk)
    Switch.objects.filter(kind__in=["sanction", "queue"]).delete()
    Switch.objects.filter(user=carol, kind="violation", channel="mail").update(is_on=True)
    Switch.objects.create(user=bob, kind="turn", channel="mail", is_on=False)
    migration: Any = import_module("notices.migrations.0011_no_mail_for_the_unsubscribed")
    migration.switch_off(apps, None)
    wishes = find_wishes([alice.pk, bob.pk, carol.pk])
    assert not any(wishes[alice.pk].has(kind, "mail") for kind in CHOSEN)
    assert wishes[bob.pk].has("sanction", "mail")
    assert wishes[carol.pk].has("sanction", "mail")
