"""Embedded mode: the Celery workers and their beat as threads of the one web process."""

import logging
import threading
import time
from collections.abc import Sequence

from celery.beat import EmbeddedService
from celery.worker import WorkController, state

from config.celery import app
from games.thinking import end_processes

logger = logging.getLogger("config")

# A computer player that thinks occupies a thread: the sweep of the clock has threads of its own.
WORKERS = {"clock": ("celery",), "computer": ("computer", "analysis")}
QUEUES = tuple(queue for queues in WORKERS.values() for queue in queues)


@app.task(name="config.wake")
def wake() -> None:
    """Do nothing: a message ends the worker's waiting."""


class WorkerThread:
    """One worker for some queues."""

    def __init__(self, name: str, queues: Sequence[str]) -> None:
        self.name, self.queues = name, queues
        self.ready = threading.Event()
        self.thread = threading.Thread(target=self._run, name=name, daemon=True)

    def _run(self) -> None:
        # Built in the thread: in the event loop Celery would fail to close its connections.
        while state.should_stop is None:
            WorkController(
                app=app,
                hostname=f"{self.name}@localhost",
                queues=list(self.queues),
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
                logger.error("the embedded worker %s ended by itself; it starts again", self.name)
                time.sleep(1)


class EmbeddedWorker:
    """Workers for every queue, and the beat that fills them."""

    def __init__(self) -> None:
        self.workers = [WorkerThread(name, queues) for name, queues in WORKERS.items()]
        self.beat: threading.Thread | None = None

    def start(self) -> None:
        self.start_workers()
        self.beat = EmbeddedService(
            app, thread=True, scheduler_cls="celery.beat:Scheduler", max_interval=1
        )
        self.beat.daemon = True
        self.beat.start()

    def start_workers(self) -> None:
        """Start without the beat: nothing runs but what is queued."""
        app.finalize()
        app.set_default()
        for worker in self.workers:
            # One after the other: Celery prepares its application with the first.
            worker.thread.start()
            if not worker.ready.wait(10):
                raise RuntimeError("the embedded Celery worker did not start")

    def stop(self) -> None:
        """Let the running tasks end, and stop within a moment."""
        if self.beat is not None:
            self.beat.stop()  # type: ignore[attr-defined]
        state.should_stop = 0
        for queue in QUEUES:
            wake.apply_async(queue=queue)
            wake.apply_async(queue=queue)
        for worker in self.workers:
            worker.thread.join(4)
        state.should_stop = None
        end_processes()

    def is_alive(self) -> bool:
        workers = all(worker.thread.is_alive() for worker in self.workers)
        return workers and self.beat is not None and self.beat.is_alive()


worker = EmbeddedWorker()
