"""The clock in words: by the same patterns on the server and, counting down, in the browser."""

from __future__ import annotations

import json
import math
from bisect import bisect
from collections.abc import Iterable
from typing import TypedDict

from games.messages.language import gettext as _
from games.messages.language import ngettext, remembered

Forms = list[tuple[int, str]]
"""The plural forms of a pattern, each with the number from which on it is the right one."""

_DAYS = range(2, 31)
_LAST_SECONDS = range(1, 16)


class ClockPatterns(TypedDict):
    """How a clock shows the time left: in days, in hours, or in minutes.

    `left` are what a screen reader says of the last seconds.
    """

    days: Forms
    hours: str
    minutes: str
    left: Forms


@remembered(maxsize=32)
def clock_patterns() -> ClockPatterns:
    """Return the patterns of every clock in the current language."""
    return ClockPatterns(
        days=_find_forms(
            (days, ngettext("{days} d {hours} h", "{days} d {hours} h", days)) for days in _DAYS
        ),
        hours=_("{hours} h {minutes} min"),
        minutes="{minutes}:{seconds}",
        left=_find_forms(
            (seconds, ngettext("{seconds} second left", "{seconds} seconds left", seconds))
            for seconds in _LAST_SECONDS
        ),
    )


def _find_forms(patterns: Iterable[tuple[int, str]]) -> Forms:
    """Return only those patterns that differ from the one of the number before."""
    forms: Forms = []
    for number, pattern in patterns:
        if not forms or forms[-1][1] != pattern:
            forms.append((number, pattern))
    return forms


@remembered(maxsize=32)
def clock_data() -> str:
    """Return the patterns as JSON, for countdown.js."""
    return json.dumps(clock_patterns(), ensure_ascii=False, separators=(",", ":"))


def clock_words(seconds: float) -> str:
    """Return the time left as a clock shows it: "2 d 5 h", "5 h 12 min", "1:05".

    The browser goes on from there, and rounds and chooses in the same way (countdown.js).
    """
    left = math.ceil(seconds)
    days, hours, minutes = left // 86_400, left // 3_600, left // 60
    patterns = clock_patterns()
    if days >= _DAYS.start:
        return _choose(patterns["days"], days).format(days=days, hours=hours % 24)
    if hours:
        return patterns["hours"].format(hours=hours, minutes=minutes % 60)
    return patterns["minutes"].format(minutes=minutes, seconds=f"{left % 60:02}")


def _choose(forms: Forms, number: int) -> str:
    """Return the plural form for a number."""
    place = bisect(forms, number, key=lambda form: form[0]) - 1
    return forms[max(place, 0)][1]
