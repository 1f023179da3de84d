"""Celery tasks: what the staff has decided ends in time, and is carried out whatever happens."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from community import services


@shared_task(name="community.tasks.keep_order")
def keep_order() -> None:
    """End the suspensions that are over, and complete what an outage has interrupted."""
    now = timezone.now()
    services.end_suspensions(now=now)
    services.take_out_the_banned()
    services.call_off(now=now)
