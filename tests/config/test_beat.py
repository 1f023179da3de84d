"""The scheduler sleeps until a task is due."""

import datetime as dt
import time

from celery import Celery

from config.beat import Scheduler


def test_between_two_tasks_the_scheduler_looks_once() -> None:
    app = Celery(set_as_current=False)
    sent: list[float] = []
    app.conf.beat_schedule = {"ring": {"task": "ring", "schedule": dt.timedelta(seconds=0.1)}}

    class Noting(Scheduler):
        def apply_async(self, *_: object, **__: object) -> None:
            sent.append(time.monotonic())

    scheduler = Noting(app, max_interval=1)
    looked = 0
    until = time.monotonic() + 1.05
    while time.monotonic() < until:  # as Celery's service does
        looked += 1
        wait = scheduler.tick()
        if wait and wait > 0:
            time.sleep(wait)
    assert 5 <= len(sent) <= 11
    assert looked <= 3 * len(sent) + 2
