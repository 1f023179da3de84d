"""The scheduler of periodic tasks."""

from celery import beat


class Scheduler(beat.Scheduler):
    """Celery's scheduler, but it sleeps until a task is due.

    Celery's own wakes up 10 ms before, and then keeps a core busy until the time has come.
    """

    def adjust(self, n: float, drift: float = 0.0) -> float:
        """Return after how many seconds to look again if a task is due in `n`."""
        return n
