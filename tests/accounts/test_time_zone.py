import zoneinfo
from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone, translation
from pytest_django import Settings

from accounts import time_zones
from accounts.forms import SettingsForm
from accounts.models import User
from accounts.time_zones import time_zone_choices, time_zone_middleware, time_zone_or_utc

NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)


def show_noon(request: HttpRequest) -> HttpResponse:
    return HttpResponse(timezone.localtime(NOON).strftime("%H:%M"))


@pytest.mark.parametrize(
    ("zone", "shown"),
    [("UTC", b"12:00"), ("Europe/Berlin", b"14:00"), ("Asia/Kolkata", b"17:30")],
)
def test_a_page_is_shown_in_the_users_time_zone(zone: str, shown: bytes) -> None:
    request = RequestFactory().get("/")
    request.user = User(time_zone=zone)
    assert time_zone_middleware(show_noon)(request).content == shown
    assert timezone.get_current_timezone_name() == "UTC"


@pytest.mark.parametrize(
    ("zone", "shown"),
    [
        ("UTC", "UTC"),
        ("Europe/Berlin", "Berlin (UTC+2)"),
        ("America/New_York", "New York (UTC\u22124)"),
        ("America/Indiana/Knox", "Knox, Indiana (UTC\u22125)"),
        ("America/Panama", "Panama (UTC\u22125)"),
        ("Japan", "Japan (UTC+9)"),
        ("CET", "CET (UTC+2)"),
        ("Etc/GMT+8", "UTC\u22128"),
    ],
)
def test_a_time_zone_is_called_by_its_city(zone: str, shown: str) -> None:
    assert time_zones.name_time_zone(zone, NOON) == shown


@pytest.mark.parametrize(
    ("zone", "shown"),
    [
        ("Europe/London", "Londres (UTC+1)"),
        ("America/New_York", "Nueva York (UTC\u22124)"),
        ("Asia/Kolkata", "Calcuta (UTC+5:30)"),
        ("America/Panama", "Panamá (UTC\u22125)"),
        ("America/Lima", "Lima (UTC\u22125)"),
        ("America/Argentina/Salta", "Salta (UTC\u22123)"),
    ],
)
def test_a_city_is_named_in_the_language_of_the_page(zone: str, shown: str) -> None:
    with translation.override("es"):
        assert time_zones.name_time_zone(zone, NOON) == shown


def test_a_language_without_names_of_cities_has_those_of_the_time_zones() -> None:
    with translation.override("en-x-unknown"):
        assert time_zones.name_time_zone("Europe/London", NOON) == "London (UTC+1)"


def test_the_cities_of_an_area_are_sorted_by_name_whatever_their_accents() -> None:
    with translation.override("es"):
        choices: Any = dict(time_zone_choices(NOON))
    cities = [shown.split(" (")[0] for _, shown in choices["Europa"]]
    wanted = ["Ámsterdam", "Andorra", "Astracán", "Atenas", "Belgrado"]
    assert [city for city in cities if city in wanted] == wanted


def test_a_visitor_sees_utc() -> None:
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    assert time_zone_middleware(show_noon)(request).content == b"12:00"


def test_a_time_zone_unknown_to_the_server_is_shown_as_utc(alice: User) -> None:
    with connection.cursor() as cursor:
        cursor.execute("UPDATE accounts_user SET time_zone = 'Atlantis/Capital'")
    alice.refresh_from_db()
    assert timezone.localtime(NOON, alice.time_zone).hour == 12


def test_every_time_zone_is_offered_with_its_offset_at_that_moment() -> None:
    choices = dict(time_zone_choices(NOON))
    assert ("Europe/Berlin", "Berlin (UTC+2)") in choices["Europe"]
    assert ("America/Argentina/Salta", "Salta (UTC−3)") in choices["America"]
    assert ("America/St_Johns", "St. John’s (UTC−2:30)") in choices["America"]
    assert choices["UTC"] == "UTC"


def names_in(region: str) -> list[str]:
    """Return the time zones that are offered in a region."""
    zones: Any = dict(time_zone_choices(NOON))[region]
    return [name for name, _ in zones]


OLD_AND_NEW = [
    ("Africa/Asmera", "Africa/Asmara"),
    ("Europe/Kiev", "Europe/Kyiv"),
    ("Europe/Uzhgorod", "Europe/Kyiv"),
    ("Europe/Zaporozhye", "Europe/Kyiv"),
    ("Pacific/Ponape", "Pacific/Pohnpei"),
    ("Pacific/Truk", "Pacific/Chuuk"),
]


@pytest.mark.parametrize(("old", "new"), OLD_AND_NEW)
def test_an_old_name_of_a_time_zone_stands_for_the_current_one(old: str, new: str) -> None:
    offered = names_in(old.split("/")[0])
    assert old not in offered
    assert offered.count(new) == 1
    assert time_zone_or_utc(old) == new


@pytest.mark.parametrize(("old", "new"), OLD_AND_NEW)
def test_an_old_name_stays_where_the_current_one_is_unknown(
    old: str, new: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time_zones, "known_time_zones", lambda: frozenset({old}))
    assert time_zone_or_utc(old) == old
    assert names_in(old.split("/")[0]) == [old]


def test_the_settings_show_the_current_name_of_a_stored_time_zone(
    as_alice: Client, alice: User
) -> None:
    alice.time_zone = "Europe/Kiev"
    alice.save(update_fields=["time_zone"])
    page = as_alice.get("/accounts/settings/").content.decode()
    assert '<option value="Europe/Kyiv" selected>' in page


@pytest.mark.parametrize(
    "zone", ["UTC", "Etc/UTC", "Zulu", "GMT", "CET", "EST5EDT", "Etc/GMT+8", "US/Pacific", "Japan"]
)
def test_every_time_zone_that_a_browser_sends_is_the_chosen_one(zone: str) -> None:
    form = SettingsForm(instance=User(username="alice", time_zone=time_zone_or_utc(zone)))
    assert str(form["time_zone"]).count(" selected>") == 1


def test_a_time_zone_of_no_place_stays_when_something_else_is_saved(
    as_alice: Client, alice: User
) -> None:
    User.objects.filter(pk=alice.pk).update(time_zone="Etc/GMT+8")
    page = as_alice.get("/accounts/settings/").content.decode()
    assert '<option value="Etc/GMT+8" selected>UTC\u22128</option>' in page
    fields = {"display_name": "Ada", "avatar": "owl", "time_zone": "Etc/GMT+8"}
    assert as_alice.post("/accounts/settings/", fields).status_code == 302
    alice.refresh_from_db()
    assert (alice.name, str(alice.time_zone)) == ("Ada", "Etc/GMT+8")


def test_the_middleware_is_on(as_alice: Client, alice: User, settings: Settings) -> None:
    assert "accounts.time_zones.time_zone_middleware" in settings.MIDDLEWARE


def test_a_place_is_offered_once_under_its_current_name() -> None:
    areas: Any = dict(time_zone_choices(NOON))
    offered = [name for area, zones in areas.items() if area != "UTC" for name, _ in zones]
    assert len(offered) == len(set(offered))
    assert {"Asia/Kolkata", "America/Argentina/Buenos_Aires", "Europe/Kyiv"} <= set(offered)
    old = {
        "Asia/Calcutta": "Asia/Kolkata",
        "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
        "America/Argentina/ComodRivadavia": "America/Argentina/Catamarca",
        "Africa/Asmera": "Africa/Asmara",
    }
    assert not set(old) & set(offered)
    for name, current in old.items():
        assert time_zones.current_name(name) == current


def test_without_the_tables_of_the_system_those_of_the_package_are_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(zoneinfo, "TZPATH", ())
    assert any("Europe/Berlin" in line for line in time_zones._read_lines("zone.tab"))
    assert time_zones._read_lines("no-such-table") == []
