"""The field that holds a user's time zone."""

from typing import Any
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from timezone_field import TimeZoneField


class KnownTimeZoneField(TimeZoneField):
    """A time zone that is read as UTC on a server that does not know it.

    Without this, nobody whose time zone is missing there could even log in. Saving all fields of
    such a user stores UTC.
    """

    def from_db_value(self, value: str, *arguments: Any) -> ZoneInfo:
        try:
            zone: ZoneInfo = super().from_db_value(value, *arguments)
        except ValidationError:
            return ZoneInfo("UTC")
        return zone
