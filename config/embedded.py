"""Embedded mode: Celery workers and beat as threads of the single web process."""

import threading
from collections.abc import Sequence
from typing import Any

from celery.beat import EmbeddedService
from celery.worker import WorkController, state

from config.celery import app
from config.supervisor import Child, Supervisor
from games.thinking import end_processes

# A thinking computer player keeps a thread busy, so the clock and those that answer at once have
# threads of their own.
# A mail server or a push service that hangs keeps only its own worker waiting.
WORKERS = {
    "clock": ("celery",),
    "computer": ("computer",),
    "thinking": ("thinking", "analysis"),
    "mail": ("mail",),
    "push": ("push", "webhooks"),
}
QUEUES = tuple(queue for queues in WORKERS.values() for queue in queues)


@app.task(name="config.wake")
def wake() -> None:
    """Do nothing. Receiving this task wakes a waiting worker."""


class WorkerThread:
    """A worker for some of the queues, running in a thread."""

    def __init__(self, name: str, queues: Sequence[str]) -> None:
        self.name, self.queues = f"the embedded worker {name}", queues
        self.hostname = f"{name}@localhost"
        self.ready = threading.Event()
        self.thread: threading.Thread | None = None

    def start(self) -> None:
        """Start, and return when it takes tasks; raise RuntimeError if that takes ten seconds.

        Celery keeps the queues of a starting worker in its application, so two that start at the
        same time would take the tasks of the same queues.
        """
        self.ready.clear()
        self.thread = threading.Thread(target=self._run, name=self.name, daemon=True)
        self.thread.start()
        if not self.ready.wait(10):
            raise RuntimeError("the embedded Celery worker did not start")

    def _run(self) -> None:
        # Created in this thread: in the event loop, Celery would fail to close its connections.
        WorkController(
            app=app,
            hostname=self.hostname,
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

    def is_alive(self) -> bool:
        return self.thread is not None and self.thread.is_alive()

    def stop(self) -> None:
        """Stop after the tasks that are running. Celery has one such switch for all workers."""
        state.should_stop = 0  # type: ignore[assignment]
        for queue in self.queues:
            wake.apply_async(queue=queue)
            wake.apply_async(queue=queue)

    def wait(self, seconds: float) -> None:
        assert self.thread is not None
        self.thread.join(seconds)


class BeatThread:
    """The beat that schedules periodic tasks, running in a thread."""

    name = "the embedded beat"

    def __init__(self) -> None:
        self.thread: Any = None

    def start(self) -> None:
        self.thread = EmbeddedService(
            app, thread=True, scheduler_cls="config.beat:Scheduler", max_interval=1
        )
        self.thread.daemon = True
        self.thread.start()

    def is_alive(self) -> bool:
        return self.thread is not None and self.thread.is_alive()

    def stop(self) -> None:
        self.thread.service.stop()

    def wait(self, seconds: float) -> None:
        self.thread.join(seconds)


class EmbeddedWorker:
    """Workers for all queues, and the beat."""

    def __init__(self) -> None:
        self.workers = [WorkerThread(name, queues) for name, queues in WORKERS.items()]
        self.beat = BeatThread()
        self.supervisor: Supervisor | None = None

    def start(self) -> None:
        self.start_workers(self.beat)

    def start_workers(self, *others: Child) -> None:
        """Start and supervise the workers and the others. Without the beat, no periodic task runs.

        Raise RuntimeError if a worker does not start.
        """
        app.finalize()
        app.set_default()
        for child in (*self.workers, *others):
            child.start()
        self.supervisor = Supervisor([*self.workers, *others])
        self._supervision = threading.Thread(target=self.supervisor.run, daemon=True)
        self._supervision.start()

    def stop(self) -> None:
        """Let running tasks finish, then stop the workers and the beat."""
        if self.supervisor is not None:
            self.supervisor.stop()
            self._supervision.join()
        state.should_stop = None
        end_processes()

    def is_alive(self) -> bool:
        return self.beat.is_alive() and all(worker.is_alive() for worker in self.workers)


worker = EmbeddedWorker()
