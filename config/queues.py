"""The queues of tasks: whether each has a worker that is alive, and how many tasks wait in it."""

from __future__ import annotations

import logging
import time
from typing import Any

from django.conf import settings
from django.core.cache import cache
from kombu.exceptions import KombuError
from kombu.exceptions import OperationalError as BrokerError

from config.celery import app, worker_key
from config.embedded import QUEUES, worker

logger = logging.getLogger("config")


def measure_workers() -> dict[str, float | None]:
    """Return for each queue how many seconds ago a worker of it was alive, None if never."""
    if settings.EMBEDDED:
        alive = {queue: each.is_alive() for each in worker.workers for queue in each.queues}
        return {queue: 0.0 if is_alive else None for queue, is_alive in alive.items()}
    now, seen = time.time(), cache.get_many(map(worker_key, QUEUES))
    ages = {queue: seen.get(worker_key(queue)) for queue in QUEUES}
    return {queue: max(0.0, now - at) if at else None for queue, at in ages.items()}


def measure_queues() -> dict[str, int | None]:
    """Return for each queue how many tasks wait in it, None if the broker does not answer."""
    try:
        with app.connection_for_read() as broker:
            return {queue: _count_waiting(broker, queue) for queue in QUEUES}
    except (KombuError, BrokerError, OSError) as error:
        logger.error("the broker does not answer: %s", type(error).__name__)
        return dict.fromkeys(QUEUES)


def _count_waiting(broker: Any, queue: str) -> int:
    channel = broker.default_channel
    try:
        return int(channel.queue_declare(queue, passive=True).message_count)
    except broker.channel_errors:
        return 0  # an empty queue does not exist on Redis
