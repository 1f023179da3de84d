"""People make, renew and end the address of their calendar."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from accounts.services import erase_user
from notices.models import CalendarFeed
from tests.fixtures import LogIn

pytestmark = pytest.mark.django_db

PAGE = "/notices/calendar/"


def address_in(response: Any) -> str:
    found = re.search(r'value="http://[^"]*(/calendar/[^"]+\.ics)"', response.content.decode())
    return found.group(1) if found else ""


def test_the_address_is_shown_once_and_works(as_alice: Client) -> None:
    assert address_in(as_alice.get(PAGE)) == ""
    shown = as_alice.post(PAGE)
    address = address_in(shown)
    assert 'data-copy="calendar-address"' in shown.content.decode()
    assert Client().get(address).status_code == 200
    page = as_alice.get(PAGE)
    assert address_in(page) == ""
    assert address not in page.content.decode()
    assert "no-store" in page["Cache-Control"]


def test_a_new_address_ends_the_old_one(as_alice: Client) -> None:
    old, new = address_in(as_alice.post(PAGE)), address_in(as_alice.post(PAGE))
    assert Client().get(old).status_code == 404
    assert Client().get(new).status_code == 200


def test_the_calendar_can_be_ended(as_alice: Client) -> None:
    address = address_in(as_alice.post(PAGE))
    ended = as_alice.post(PAGE, {"remove": ""}, follow=True)
    assert "no longer works" in ended.content.decode()
    assert Client().get(address).status_code == 404
    assert not CalendarFeed.objects.exists()


def test_only_its_owner_sees_a_calendar(as_alice: Client, as_oscar: Client) -> None:
    as_alice.post(PAGE)
    as_oscar.post(PAGE, {"remove": ""})
    assert CalendarFeed.objects.count() == 1
    assert Client().post(PAGE).status_code == 302
    assert as_alice.put(PAGE).status_code == 405


def test_a_post_without_the_token_is_refused(client_of: LogIn, alice: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(alice)
    assert strict.post(PAGE).status_code == 403


def test_new_addresses_are_limited(as_alice: Client, settings: Any) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"settings": "1/m"}
    assert [as_alice.post(PAGE).status_code for _ in range(2)] == [200, 429]


def test_the_download_says_that_there_is_a_calendar_without_its_secret(as_alice: Client) -> None:
    assert json.loads(as_alice.get("/me/download/").content)["calendar"] == {}
    address = address_in(as_alice.post(PAGE))
    download = as_alice.get("/me/download/").content.decode()
    assert json.loads(download)["calendar"].keys() == {"address_made_at"}
    assert address.removeprefix("/calendar/").removesuffix(".ics") not in download
    assert CalendarFeed.objects.get().secret_hash not in download


def test_the_calendar_ends_with_the_account(as_alice: Client, alice: User) -> None:
    address = address_in(as_alice.post(PAGE))
    erase_user(alice)
    assert Client().get(address).status_code == 404
