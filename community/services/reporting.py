"""Reports to the staff, and what the reporter hears of them."""

from __future__ import annotations

import datetime as dt

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from community.models import Entry, Report
from community.services.calling import IS_STAFF, call_staff, dismiss_staff, lock_staff
from community.services.log import write_entry
from community.services.refusals import check_is_another
from notices import outbox


def report(
    reporter: User, person: User, *, about: str, reason: str, text: str = "", game: str = ""
) -> bool:
    """Store a report, and return whether the staff has it now; the same one again changes nothing.

    While one about the same is open, another one is not stored. Raises `User.DoesNotExist` if the
    account is deleted at the same moment.
    """
    said = {"about": about, "reason": reason, "text": text, "game": game}
    try:
        with transaction.atomic():
            staff, now = lock_staff(person), timezone.now()
            stored = Report.objects.create(
                reporter=reporter, person=person, name=person.name, created_at=now, **said
            )
            call_staff(staff, about=f"report-{stored.pk}", now=now)
    except IntegrityError:
        open_ones = Report.objects.filter(reporter=reporter, person=person, closed_at=None)
        return open_ones.filter(**said).exists()
    return True


def dismiss_reports(person: User, *, newest: int, staff: User) -> None:
    """Close the open reports about a person up to that one, of which nothing comes.

    Raises `OwnAccount`, and `User.DoesNotExist` if the account has just been deleted.
    """
    with transaction.atomic():
        person = lock_people(person)
        check_is_another(person, staff=staff)
        close_reports(person, newest=newest, staff=staff, now=timezone.now())


def lock_people(person: User) -> User:
    """Lock a person, whoever has reported them, and the staff, and return the person.

    Inside the caller's transaction, and before the reports: whoever deletes an account locks the
    person first, too. Raises `User.DoesNotExist`.
    """
    reporters = Report.objects.filter(person=person, closed_at=None).values("reporter")
    people = User.objects.select_for_update(no_key=True).order_by("pk")
    concerned = people.filter(Q(pk=person.pk) | Q(pk__in=reporters) | IS_STAFF)
    locked = next((each for each in concerned if each.pk == person.pk), None)
    if locked is None:
        raise User.DoesNotExist
    return locked


def close_reports(person: User, *, newest: int, staff: User, now: dt.datetime) -> None:
    """Close the open reports about a person, inside the caller's transaction, and tell reporters.

    `lock_people` must have been called in it. The reporters are told the same whatever came of it.
    What was reported after the report with the id `newest` stays open, because nobody has read it
    yet.
    """
    read = Report.objects.filter(person=person, closed_at=None, pk__lte=newest)
    found = list(read.select_for_update())
    if not found:
        return
    numbers = [each.pk for each in found]
    Report.objects.filter(pk__in=numbers).update(closed_at=now)
    write_entry(Entry.Act.CLOSED, person=person, staff=staff, now=now, reports=numbers)
    drafts = [
        outbox.Draft(
            user_id=each.reporter_id,
            kind=outbox.Kind.REPORT,
            game=f"report-{each.pk}",
            version=0,
            path=reverse("reports"),
        )
        for each in found
    ]
    outbox.write(drafts, now=now)
    dismiss_staff(now=now)


def see_reports(reporter: User) -> None:
    """Note that a person has seen which of their reports the staff has looked at."""
    outbox.see_kind(reporter.pk, kind=outbox.Kind.REPORT, now=timezone.now())
