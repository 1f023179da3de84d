"""Decisions of the staff that tests begin with."""

import datetime as dt

from django.utils import timezone

from accounts.models import User
from community import services
from community.models import Sanction
from tests.conftest import PASSWORD

REASON = "You insulted Ada."
TOO_LONG = "x" * 1001
LOG_IN = {"login": "bob", "password": PASSWORD}


def ban(bob: User, staff: User) -> Sanction:
    return services.impose(bob, kind="ban", reason=REASON, staff=staff)


def suspend(bob: User, staff: User, *, days: int = 3) -> Sanction:
    until = timezone.now() + dt.timedelta(days=days)
    return services.impose(bob, kind="suspension", reason=REASON, until=until, staff=staff)
