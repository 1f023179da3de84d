"""The state of the site, as everybody may know it."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from games.messages.times import duration_words
from games.models import Verification
from games.selectors.operations import SWEEP_SECONDS, health


@dataclass(frozen=True, slots=True)
class SiteStatus:
    """What the public may know about the state of the site: its clock and the last audit.

    `sweep_words` tells how long ago the last sweep was, or is "" if there was none. `verification`
    is the newest finished audit.
    """

    sweep_words: str
    is_clock_well: bool
    verification: Verification | None


def site_status(*, now: dt.datetime) -> SiteStatus:
    """Return the contents of the public status page."""
    age = health(now=now)["sweep_age"]
    return SiteStatus(
        sweep_words="" if age is None else duration_words(max(0.0, age)),
        is_clock_well=age is not None and age <= SWEEP_SECONDS,
        verification=Verification.objects.filter(finished_at__isnull=False).first(),
    )
