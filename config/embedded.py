"""Embedded mode: the Celery worker and its beat as threads of the one web process."""

import logging
import threading
import time

from celery.beat import EmbeddedService
from celery.worker import WorkController, state

from config.celery import app

logger = logging.getLogger("config")

QUEUES = ("celery", "computer")


@app.task(name="config.wake")
def wake() -> None:
    """Do nothing: a message ends the worker's waiting."""


class EmbeddedWorker:
    """A worker for every queue, and the beat that fills them."""

    def __init__(self) -> None:
        self.ready = threading.Event()
        self.thread = threading.Thread(target=self._run, name="worker", daemon=True)
        self.beat: threading.Thread | None = None

    def start(self) -> None:
        self.thread.start()
        if not self.ready.wait(10):
            raise RuntimeError("the embedded Celery worker did not start")
        self.beat = EmbeddedService(
            app, thread=True, scheduler_cls="celery.beat:Scheduler", max_interval=1
        )
        self.beat.daemon = True
        self.beat.start()

    def stop(self) -> None:
        """Let the running tasks end, and stop within a moment."""
        if self.beat is not None:
            self.beat.stop()  # type: ignore[attr-defined]
        state.should_stop = 0
        for queue in QUEUES:
            wake.apply_async(queue=queue)
            wake.apply_async(queue=queue)
        self.thread.join(4)
        state.should_stop = None

    def is_alive(self) -> bool:
        return self.thread.is_alive() and self.beat is not None and self.beat.is_alive()

    def _run(self) -> None:
        # Built in the thread: in the event loop Celery would fail to close its connections.
        app.finalize()
        app.set_default()
        while state.should_stop is None:
            WorkController(
                app=app,
                hostname="embedded@localhost",
                queues=list(QUEUES),
                pool="threads",
                concurrency=2,
                # With a limit the memory broker would sleep two seconds whenever it is reached.
                prefetch_multiplier=0,
                loglevel="WARNING",
                quiet=True,
                without_heartbeat=True,
                without_mingle=True,
                without_gossip=True,
                ready_callback=lambda consumer: self.ready.set(),
            ).start()
            if state.should_stop is None:
                logger.error("the embedded worker ended by itself; it starts again")
                time.sleep(1)


worker = EmbeddedWorker()
