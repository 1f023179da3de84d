"""Celery task: forget guests who have stayed away."""

import datetime as dt
from functools import reduce
from operator import and_

from celery import shared_task
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import User

KEPT_FOR = dt.timedelta(days=120)
"""Twice as long as a session lasts in which nothing happens."""
DELETED_AT_ONCE = 100


@shared_task(name="accounts.tasks.forget_guests")
def forget_guests() -> None:
    """Delete guests who have stayed away and of whom nothing is stored, a slice at a time."""
    if forget_some(now=timezone.now()) == DELETED_AT_ONCE:
        forget_guests.delay()


@transaction.atomic
def forget_some(*, now: dt.datetime) -> int:
    """Delete some guests to whom nothing refers; return how many."""
    old = User.objects.filter(is_guest=True, last_login__lt=now - KEPT_FOR)
    ids = list(_without_anything(old).values_list("pk", flat=True)[:DELETED_AT_ONCE])
    # Whoever takes a seat locks the user too, so look again once nobody else can.
    users = User.objects.select_for_update().filter(pk__in=ids).order_by("pk")
    locked = list(users.values_list("pk", flat=True))
    _without_anything(old.filter(pk__in=locked)).delete()
    return len(ids)


def _without_anything(users: "QuerySet[User]") -> "QuerySet[User]":
    """Return those users to whom no row of any table refers."""
    is_free = [
        ~Exists(
            relation.related_model._default_manager.filter(**{relation.field.name: OuterRef("pk")})
        )
        for relation in User._meta.related_objects
    ]
    return users.filter(reduce(and_, is_free, Q()))
