"""Embedded mode has a real Celery worker and a real beat."""

import re
import threading
import time
from datetime import timedelta
from typing import Any

import pytest
from celery.worker import state
from django.conf import settings

from config.celery import app
from config.embedded import WORKERS, EmbeddedWorker
from games.management.commands import serve

pytestmark = pytest.mark.once  # an embedded site has SQLite

ran: dict[str, threading.Event] = {}
threads: set[str] = set()
ASKED_FOR = {
    "config.wake",
    "games.tasks.play_computer",
    "games.tasks.think_next",
    "notices.tasks.send",
    "notices.tasks.test_webhook",
}
"""The tasks that do not run by themselves, but when something else in the site asks for them."""


@app.task(name="tests.ring")
def ring(name: str) -> None:
    threads.add(threading.current_thread().name)
    ran[name].set()


@app.task(name="tests.fail")
def fail() -> None:
    raise SystemExit("a task may try to end its worker")


@pytest.mark.django_db(transaction=True)
def test_the_worker_takes_both_queues_and_the_beats_sweep() -> None:
    from games import services
    from games.models import SiteClock

    services.record_web_alive()
    for name in ("sent", "computer", "after"):
        ran[name] = threading.Event()
    worker = EmbeddedWorker()
    assert not worker.is_alive()
    worker.start()
    try:
        assert worker.is_alive()
        ring.delay("sent")
        ring.apply_async(("computer",), queue="computer")
        fail.delay()
        for name in ("sent", "computer"):
            assert ran[name].wait(60), name
        ring.delay("after")
        assert ran["after"].wait(60)
        deadline = time.monotonic() + 60
        while SiteClock.objects.get().swept_at is None:
            assert time.monotonic() < deadline
            time.sleep(0.05)
    finally:
        worker.stop()
    assert not worker.is_alive()
    assert threading.current_thread().name not in threads


@pytest.mark.django_db(transaction=True)
def test_workers_and_a_beat_that_end_are_started_again() -> None:
    from games import services
    from games.models import SiteClock

    services.record_web_alive()
    worker = EmbeddedWorker()
    worker.start()
    try:
        children: list[Any] = [*worker.workers, worker.beat]
        threads_before = [child.thread for child in children]
        for each in children:
            each.stop()
        for thread in threads_before:
            thread.join(60)
            assert not thread.is_alive()
        state.should_stop = None
        deadline = time.monotonic() + 60
        while not worker.is_alive() or {child.thread for child in children} & set(threads_before):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        SiteClock.objects.update(swept_at=None)
        while SiteClock.objects.get().swept_at is None:
            assert time.monotonic() < deadline
            time.sleep(0.05)
    finally:
        worker.stop()


def test_what_is_answered_at_once_never_waits_for_what_has_to_be_thought_of() -> None:
    def queue_of(task: str) -> str:
        return str(app.amqp.router.route({}, f"games.tasks.{task}")["queue"].name)

    assert queue_of("play_computer") == "computer"
    assert queue_of("think_next") == "thinking"
    assert queue_of("analyse_games") == "analysis"
    assert WORKERS["clock"] == ("celery",)
    assert WORKERS["computer"] == ("computer",)
    assert WORKERS["thinking"] == ("thinking", "analysis")


@pytest.mark.parametrize(
    "files",
    ["deploy/systemd/*.service", "deploy/compose.yaml", "README.md"],
)
def test_every_way_to_run_the_site_serves_the_same_queues(files: str) -> None:
    text = " ".join(path.read_text() for path in settings.BASE_DIR.glob(files))
    served = {frozenset(queues.split(",")) for queues in re.findall(r'-Q,? "?([a-z,]+[a-z])', text)}
    assert served == {frozenset(queues) for queues in WORKERS.values()}


def test_the_supervisor_serves_the_same_queues() -> None:
    parts = (serve.CLOCK, serve.COMPUTER, serve.THINKING, serve.MAIL, serve.PUSH)
    served = [part[part.index("-Q") + 1] for part in parts]
    assert [tuple(queues.split(",")) for queues in served] == list(WORKERS.values())


def test_a_channel_that_hangs_keeps_no_other_queue_waiting() -> None:
    assert app.amqp.router.route({}, "notices.tasks.plan")["queue"].name == "mail"
    assert WORKERS["mail"] == ("mail",)
    assert WORKERS["push"] == ("push", "webhooks")


def test_computer_moves_have_a_queue_of_their_own() -> None:
    router = app.amqp.router
    assert router.route({}, "games.tasks.play_computer")["queue"].name == "computer"
    assert router.route({}, "games.tasks.sweep").get("queue") is None or (
        router.route({}, "games.tasks.sweep")["queue"].name == "celery"
    )


def test_every_task_is_asked_for_or_runs_by_itself() -> None:
    app.loader.import_default_modules()
    ours = {name for name in app.tasks if not name.startswith(("celery.", "tests."))}
    periodic = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert periodic <= ours
    assert ours - periodic == ASKED_FOR


def test_the_sweep_runs_every_second_and_a_stale_one_is_dropped() -> None:
    from django.conf import settings

    sweep = settings.CELERY_BEAT_SCHEDULE["sweep"]
    assert sweep["schedule"] == timedelta(seconds=1)
    assert sweep["options"] == {"expires": 5}
