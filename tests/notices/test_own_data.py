"""Notices in the download of a person's data, and after the account is deleted."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from notices.devices import THIS_DEVICE
from notices.models import Delivery, Mute, Notice, Preferences, Switch
from notices.planning import plan_due
from tests.notices.conftest import GAME
from tests.passwords import delete_account

pytestmark = pytest.mark.django_db


@pytest.fixture
def told(alice: User, bob: User, write: Any) -> None:
    """Tell alice and bob of a turn each; alice has chosen how."""
    for user in (alice, bob):
        write(user, is_urgent=True)
    plan_due(now=timezone.now())
    Preferences.objects.create(user=alice, digest_hour=7)
    Switch.objects.create(user=alice, kind="ended", channel="push", is_on=False)
    Mute.objects.create(user=alice, game=GAME)


@pytest.mark.once
def test_the_download_has_what_a_person_was_told_and_how(told: None, as_alice: Client) -> None:
    own = json.loads(as_alice.get(reverse("download")).content)["notices"]
    assert (own["hour_of_the_digest"], own["muted_games"]) == (7, [GAME])
    assert own["switches"] == [{"kind": "ended", "channel": "push", "on": False}]
    (notice,) = own["notices"]
    assert (notice["kind"], notice["game"]) == ("turn", GAME)
    outcomes = {each["channel"]: each["outcome"] for each in notice["deliveries"]}
    assert outcomes["mail"] == "late"


def test_deleting_the_account_deletes_what_it_was_told(told: None, as_alice: Client) -> None:
    session = as_alice.session
    session[THIS_DEVICE] = 1
    session.save()
    assert delete_account(as_alice).status_code == 302
    assert [str(notice.user) for notice in Notice.objects.all()] == ["bob"]
    assert set(Delivery.objects.values_list("notice__user__username", flat=True)) == {"bob"}
    assert not Preferences.objects.exists()
    assert not Switch.objects.exists()
    assert not Mute.objects.exists()
