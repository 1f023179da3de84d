"""The log of the staff: it only grows."""

from __future__ import annotations

import datetime as dt
from typing import Any

from accounts.models import User
from community.models import Entry, Sanction


def write_entry(
    act: str,
    *,
    person: User,
    staff: User | None,
    sanction: Sanction | None = None,
    now: dt.datetime,
    **facts: Any,
) -> None:
    """Write down what a member of the staff has done, or the site by itself."""
    Entry.objects.create(
        at=now,
        act=act,
        staff=staff.pk if staff else None,
        person=person.pk,
        sanction=sanction.pk if sanction else None,
        facts=facts,
    )
