"""Celery tasks: plan what is due, send it, and forget what is old."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore
from typing import Final

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from notices.channels import CHANNELS, webhook
from notices.models import Delivery, Notice
from notices.planning import PLANNED_AT_ONCE, plan_due
from notices.sending import send_due

KEPT_FOR = dt.timedelta(days=60)
QUEUES: Final = {"mail": "mail", "push": "push", "webhook": "webhooks"}
"""A channel that hangs keeps only its own queue waiting."""
SENDERS: Final = {
    "mail": BoundedSemaphore(1),
    "push": BoundedSemaphore(2 if settings.EMBEDDED else 4),
    "webhook": BoundedSemaphore(1 if settings.EMBEDDED else 3),
}
"""How many tasks of a process send in a channel at a time.

While a mail server hangs, its worker has a thread left to plan; while webhooks do, one for pushes.
"""
PLANS_FOR = 20
DROPPED_AFTER = 5
"""The seconds after which a task that has not begun is dropped: newer ones do its work."""
DELETED_AT_ONCE = 1000
TEST_WAITS = 2
"""After how many seconds the test of a webhook asks again for a thread."""


@shared_task(name="notices.tasks.plan")
def plan() -> None:
    """Plan the notices that are due, and have each channel send what it has."""
    for _ in range(PLANS_FOR):
        if plan_due(now=timezone.now()) < PLANNED_AT_ONCE:
            break
    due = Delivery.objects.filter(due_at__lte=timezone.now())
    for channel in CHANNELS:
        if due.filter(channel=channel).exists():
            send.apply_async((channel,), queue=QUEUES[channel], expires=DROPPED_AFTER)


@shared_task(name="notices.tasks.send")
def send(channel: str) -> None:
    """Send what is due in one channel, if a thread may be taken for it."""
    with _thread_of(channel) as is_free:
        if is_free:  # otherwise the next plan queues another
            send_due(channel)


@shared_task(name="notices.tasks.test_webhook")
def test_webhook(webhook_id: int) -> None:
    """Send a test to a webhook, as soon as a thread may be taken for it."""
    with _thread_of("webhook") as is_free:
        if is_free:
            webhook.send_test(webhook_id)
            return
    test_webhook.apply_async((webhook_id,), queue=QUEUES["webhook"], countdown=TEST_WAITS)


@contextmanager
def _thread_of(channel: str) -> Iterator[bool]:
    """Yield whether this task may send in a channel, beside those that already do."""
    senders = SENDERS[channel]
    is_free = senders.acquire(blocking=False)
    try:
        yield is_free
    finally:
        if is_free:
            senders.release()


@shared_task(name="notices.tasks.forget")
def forget() -> None:
    """Delete notices older than 60 days, a thousand at a time."""
    old = Notice.objects.filter(created_at__lt=timezone.now() - KEPT_FOR)
    while ids := list(old.values_list("pk", flat=True)[:DELETED_AT_ONCE]):
        Notice.objects.filter(pk__in=ids).delete()
