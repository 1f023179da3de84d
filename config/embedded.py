"""Embedded mode: Celery workers and beat as threads of the single web process."""

import logging
import threading
import time
from collections.abc import Sequence

from celery.beat import EmbeddedService
from celery.worker import WorkController, state

from config.celery import app
from games.thinking import end_processes

logger = logging.getLogger("config")

# A thinking computer player keeps a thread busy, so the clock has threads of its own.
WORKERS = {"clock": ("celery",), "computer": ("computer", "analysis")}
QUEUES = tuple(queue for queues in WORKERS.values() for queue in queues)


@app.task(name="config.wake")
def wake() -> None:
    """Do nothing. Receiving this task wakes a waiting worker."""


class WorkerThread:
    """A worker for some of the queues, running in a thread."""

    def __init__(self, name: str, queues: Sequence[str]) -> None:
        self.name, self.queues = name, queues
        self.ready = threading.Event()
        self.thread = threading.Thread(target=self._run, name=name, daemon=True)

    def _run(self) -> None:
        # Created in this thread: in the event loop, Celery would fail to close its connections.
        while state.should_stop is None:
            WorkController(
                app=app,
                hostname=f"{self.name}@localhost",
                queues=list(self.queues),
                pool="threads",
                concurrency=2,
                # No limit: on reaching one, the memory broker would sleep for two seconds.
                prefetch_multiplier=0,
                loglevel="WARNING",
                quiet=True,
                without_heartbeat=True,
                without_mingle=True,
                without_gossip=True,
                ready_callback=lambda consumer: self.ready.set(),
            ).start()
            if state.should_stop is None:
                logger.error(
                    "the embedded worker %s stopped unexpectedly and will be restarted", self.name
                )
                time.sleep(1)


class EmbeddedWorker:
    """Workers for all queues, and the beat that schedules periodic tasks."""

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
        """Start only the workers. Without the beat, no periodic task runs."""
        app.finalize()
        app.set_default()
        for worker in self.workers:
            # One after another: Celery prepares its application with the first.
            worker.thread.start()
            if not worker.ready.wait(10):
                raise RuntimeError("the embedded Celery worker did not start")

    def stop(self) -> None:
        """Let running tasks finish, then stop the workers and the beat."""
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
