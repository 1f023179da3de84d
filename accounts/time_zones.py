"""The time zones that users can choose, and pages that show times in them."""

import zoneinfo
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import cache
from itertools import groupby

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User

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
"""Old names that browsers still send, and the names that replaced them."""
_CITIES = {"ComodRivadavia": "Comodoro Rivadavia"}
Choices = list[tuple[str, str | list[tuple[str, str]]]]


def time_zone_choices(at: datetime) -> Choices:
    """Return the time zones grouped by area, each with its offset from UTC at that moment."""
    current = {current_name(name) for name in known_time_zones()}
    names = sorted(name for name in current if name.split("/")[0] in _AREAS)
    choices: Choices = [("UTC", gettext("UTC"))]
    for area, members in groupby(names, lambda name: name.split("/")[0]):
        choices.append((str(_AREAS[area]), [(name, name_time_zone(name, at)) for name in members]))
    return choices


def name_time_zone(name: str, at: datetime) -> str:
    """Return what a time zone is called, with its offset at that moment: "New York (UTC−05:00)"."""
    if name == "UTC":
        return gettext("UTC")
    parts = name.split("/")[1:] or [name]
    city = ", ".join(_CITIES.get(part, part).replace("_", " ") for part in parts)
    offset = at.astimezone(zoneinfo.ZoneInfo(name)).strftime("%z").replace("-", "\u2212")
    return gettext("{city} (UTC{offset})").format(city=city, offset=f"{offset[:3]}:{offset[3:5]}")


def time_zone_or_utc(name: str) -> str:
    """Return the current name if this server knows the time zone, else "UTC"."""
    return current_name(name) if name in known_time_zones() else "UTC"


def current_name(name: str) -> str:
    """Return the name that replaced an old one, if this server knows it."""
    renamed = _RENAMED.get(name, name)
    return renamed if renamed in known_time_zones() else name


@cache
def known_time_zones() -> frozenset[str]:
    """Return the names of all time zones. Reading them from disk takes milliseconds."""
    return frozenset(zoneinfo.available_timezones())


@contextmanager
def time_zone_of(user: User) -> Iterator[None]:
    """Show times in this user's time zone inside the block."""
    with timezone.override(user.time_zone):
        yield


def time_zone_middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Show the times on every page in the time zone of the user who requests it."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if not request.user.is_authenticated:
            return get_response(request)
        with time_zone_of(request.user):
            return get_response(request)

    return middleware
