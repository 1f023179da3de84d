"""The time zones that users can choose, and pages that show times in them."""

import unicodedata
import zoneinfo
from collections.abc import Callable
from datetime import datetime
from functools import cache
from importlib import resources
from itertools import groupby
from pathlib import Path

from babel.core import Locale, UnknownLocaleError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

_AREAS = {
    "Africa": _("Africa"),
    "America": _("America"),
    "Antarctica": _("Antarctica"),
    "Arctic": _("Arctic"),
    "Asia": _("Asia"),
    "Atlantic": _("Atlantic"),
    "Australia": _("Australia"),
    "Europe": _("Europe"),
    "Indian": _("Indian"),
    "Pacific": _("Pacific"),
}
_RENAMED = {
    "Africa/Asmera": "Africa/Asmara",
    "Europe/Kiev": "Europe/Kyiv",
    "Europe/Uzhgorod": "Europe/Kyiv",
    "Europe/Zaporozhye": "Europe/Kyiv",
    "Pacific/Ponape": "Pacific/Pohnpei",
    "Pacific/Truk": "Pacific/Chuuk",
}
"""Names that browsers still send, and those that replaced them, where the tables name a third."""
Choices = list[tuple[str, str | list[tuple[str, str]]]]


def time_zone_choices(at: datetime, *, chosen: str = "UTC") -> Choices:
    """Return the time zones by area and name, each with its offset from UTC at that moment.

    Last comes the one that is `chosen` already, if it belongs to no place.
    """
    known = known_time_zones()
    current = _listed() & known or {current_name(name) for name in known}
    names = sorted(name for name in current if name.split("/")[0] in _AREAS)
    choices: Choices = [("UTC", gettext("UTC"))]
    for area, members in groupby(names, lambda name: name.split("/")[0]):
        shown = [(name, name_time_zone(name, at)) for name in members]
        choices.append((str(_AREAS[area]), sorted(shown, key=lambda choice: _plain(choice[1]))))
    if chosen != "UTC" and chosen not in names:
        choices.append((chosen, name_time_zone(chosen, at)))
    return choices


def name_time_zone(name: str, at: datetime) -> str:
    """Return what a time zone is called, with its offset at that moment: "New York (UTC−5)".

    Cities are named in the current language. Those of no place, such as "Etc/GMT+8", are called by
    the offset alone: the name has the sign the other way round.
    """
    if name == "UTC":
        return gettext("UTC")
    area = name.split("/")[0]
    offset = tell_offset(at.astimezone(zoneinfo.ZoneInfo(name)))
    if area == "Etc":
        return f"UTC{offset}"
    city = _cities(get_language() or "en").get(name) or name.split("/")[-1].replace("_", " ")
    return gettext("{city} (UTC{offset})").format(city=city, offset=offset)


def tell_offset(local: datetime) -> str:
    """Return how far a moment in its time zone is ahead of UTC: "+2", "\u22123:30"."""
    digits = local.strftime("%z").replace("-", "\u2212")
    minutes = "" if digits[3:5] == "00" else f":{digits[3:5]}"
    return f"{digits[0]}{int(digits[1:3])}{minutes}"


def time_zone_or_utc(name: str) -> str:
    """Return the current name if this server knows the time zone, else "UTC"."""
    return current_name(name) if name in known_time_zones() else "UTC"


def current_name(name: str) -> str:
    """Return the name that replaced an old one, if this server knows it."""
    if name in _listed() & known_time_zones():
        return name
    renamed = _RENAMED.get(name) or _links().get(name, name)
    if renamed == "Etc/UTC":
        return "UTC"
    return renamed if renamed in known_time_zones() else name


@cache
def _cities(language: str) -> dict[str, str]:
    """Return by time zone what its city is called, unless that is what the zone's name says."""
    try:
        zones = Locale.parse(language, sep="-").time_zones
    except (UnknownLocaleError, ValueError):
        return {}
    return {zone: words["city"] for zone, words in zones.items() if "city" in words}


def _plain(text: str) -> str:
    """Return a text without accents, to sort by."""
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))


@cache
def known_time_zones() -> frozenset[str]:
    """Return the names of all time zones. Reading them from disk takes milliseconds."""
    return frozenset(zoneinfo.available_timezones())


@cache
def _listed() -> frozenset[str]:
    """Return the time zones of the table for people who choose one: no old names, no doubles."""
    rows = [line.split("\t") for line in _read_lines("zone.tab") if not line.startswith("#")]
    return frozenset(row[2] for row in rows if len(row) > 2)


@cache
def _links() -> dict[str, str]:
    """Return the names that only stand for another time zone, with that one."""
    words = [line.split() for line in _read_lines("tzdata.zi") if line.startswith("L ")]
    return {name: target for _, target, name in words}


def _read_lines(name: str) -> list[str]:
    """Return a table of the time zone data, of the system or else of the package tzdata."""
    for directory in zoneinfo.TZPATH:
        path = Path(directory) / name
        if path.is_file():
            return path.read_text(encoding="utf-8").splitlines()
    try:
        return (resources.files("tzdata") / "zoneinfo" / name).read_text("utf-8").splitlines()
    except (ModuleNotFoundError, FileNotFoundError):
        return []


def time_zone_middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Show the times on every page in the time zone of the user who requests it."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if not request.user.is_authenticated:
            return get_response(request)
        with timezone.override(request.user.time_zone):
            return get_response(request)

    return middleware
