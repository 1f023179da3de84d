"""The notice to the members of the staff that something waits for them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from community.selectors import count_waiting
from notices import outbox

WAITING = outbox.Kind.QUEUE
IS_STAFF = Q(is_staff=True, is_active=True)


def lock_staff(person: User) -> list[User]:
    """Lock a person and the staff, and return the members who decide about the person.

    Inside the caller's transaction. Members of the staff decide about others only. Raises
    `User.DoesNotExist` if the person's account has just been deleted.
    """
    people = User.objects.select_for_update(no_key=True).order_by("pk")
    locked = list(people.filter(Q(pk=person.pk) | IS_STAFF))
    if person not in locked:
        raise User.DoesNotExist
    return [each for each in locked if each != person]


def call_staff(staff: Sequence[User], *, about: str, now: dt.datetime, **facts: bool) -> None:
    """Tell locked members of the staff that something waits, each once until they open the queue.

    `about` names the report or the reply.
    """
    uncalled = {each.pk for each in staff} - outbox.find_called(kind=WAITING)
    drafts = [
        outbox.Draft(
            user_id=user_id,
            kind=WAITING,
            game=about,
            version=0,
            path=reverse("staff_queue"),
            facts=facts,
        )
        for user_id in sorted(uncalled)
    ]
    outbox.write(drafts, now=now)


def dismiss_staff(*, now: dt.datetime) -> None:
    """Make the notice void to those for whom nothing waits any more, or who have left the staff.

    Inside the caller's transaction, which has locked the staff: nobody adds anything meanwhile.
    """
    for called in User.objects.filter(pk__in=outbox.find_called(kind=WAITING)).order_by("pk"):
        if not (called.is_staff and count_waiting(called)):
            outbox.withdraw_kind(called.pk, kind=WAITING, now=now)


def call_off(*, now: dt.datetime) -> None:
    """Make void what an erased account or a former member of the staff has left of such notices."""
    if outbox.find_called(kind=WAITING):
        with transaction.atomic():
            list(User.objects.select_for_update(no_key=True).filter(IS_STAFF).order_by("pk"))
            dismiss_staff(now=now)


def see_queue(staff: User) -> None:
    """Note that a member of the staff is about to see what waits.

    The lock keeps out who is just adding to it: that is either seen now or told afterwards.
    """
    with transaction.atomic():
        if User.objects.select_for_update(no_key=True).filter(pk=staff.pk).first():
            outbox.see_kind(staff.pk, kind=WAITING, now=timezone.now())
