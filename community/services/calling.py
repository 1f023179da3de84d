"""The notice to the members of the staff that something waits for them."""

from __future__ import annotations

import datetime as dt

from django.urls import reverse

from accounts.models import User
from notices import outbox


def call_staff(about: str, *, person: User, now: dt.datetime, **facts: bool) -> None:
    """Tell the staff, inside the caller's transaction, of a report about a person or their reply.

    Each is told once until they open the queue. `about` names the report or the reply. The person
    is not told: members of the staff decide about others only.
    """
    staff = User.objects.filter(is_staff=True, is_active=True).exclude(pk=person.pk)
    ids = list(staff.values_list("pk", flat=True))
    drafts = [
        outbox.Draft(
            user_id=user_id,
            kind=outbox.Kind.QUEUE,
            game=about,
            version=0,
            path=reverse("staff_queue"),
            facts=facts,
        )
        for user_id in sorted(outbox.find_uncalled(ids, kind=outbox.Kind.QUEUE))
    ]
    outbox.write(drafts, now=now)


def see_queue(staff: User, *, now: dt.datetime) -> None:
    """Note that a member of the staff has seen what waits."""
    outbox.see_kind(staff.pk, kind=outbox.Kind.QUEUE, now=now)
