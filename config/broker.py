"""The broker of an embedded site: Kombu's queues in memory, whose workers wait for a message.

Kombu's own transport looks into the queues again and again. At twenty times a second, five workers
took a hundredth of a core while nothing happened, and a message came up to 50 ms late.
"""

import threading
import time
from queue import Empty
from typing import Any
from weakref import WeakSet

from kombu.transport import memory

_lock = threading.Lock()
_transports: WeakSet["Transport"] = WeakSet()


class Channel(memory.Channel):
    """A channel that wakes whoever waits for messages of a queue."""

    def _put(self, queue: str, message: Any, **options: Any) -> None:
        super()._put(queue, message, **options)
        with _lock:
            waiting = [each for each in _transports if queue in (each._callbacks or ())]
        for transport in waiting:
            transport.arrival.set()


class Transport(memory.Transport):
    """A transport that delivers a message as soon as there is one."""

    Channel = Channel

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.arrival = threading.Event()
        with _lock:
            _transports.add(self)

    def drain_events(  # type: ignore[override] # Celery passes nothing else
        self, connection: Any, timeout: float | None = None
    ) -> None:
        """Deliver one message. Raise TimeoutError if none has come after so many seconds."""
        assert self.cycle is not None
        until = None if timeout is None else time.monotonic() + timeout
        while True:
            self.arrival.clear()
            try:
                self.cycle.get(self._deliver, timeout=timeout)
                return
            except Empty:
                left = None if until is None else until - time.monotonic()
            if (left is not None and left <= 0) or not self.arrival.wait(left):
                raise TimeoutError
