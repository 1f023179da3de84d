"""The site's settings, with a clock that a test can set: the file SHIFT has by how many seconds.

All that the site stores and compares comes from `timezone.now()`. What it measures in its own
processes, by the monotonic clock, does not change when a machine's clock is set.
"""

import datetime as dt
import os
from pathlib import Path

from django.utils import timezone

from config.settings import *  # noqa: F403

_shift = Path(os.environ["SHIFT"])


def _now() -> dt.datetime:
    return dt.datetime.now(dt.UTC) + dt.timedelta(seconds=float(_shift.read_text() or 0))


timezone.now = _now
