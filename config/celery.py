"""The Celery application. Its broker is Redis, or memory in embedded mode."""

import os
import time
from typing import Any

from celery import Celery
from celery.signals import heartbeat_sent, worker_ready
from django.conf import settings
from django.core.cache import cache, caches

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# The checks load all pages, which takes a third of the start of each worker and of the beat.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")

app = Celery("config")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

REMEMBERED_SECONDS = 3600


def worker_key(queue: str) -> str:
    """Return where the cache has when a worker of that queue was last alive."""
    return f"worker.{queue}"


@heartbeat_sent.connect
def tell_alive(**_: Any) -> None:
    """Tell the web processes that this worker serves its queues. Celery does this every 2 s."""
    alive = {worker_key(queue): time.time() for queue in app.amqp.queues.consume_from}
    cache.set_many(alive, timeout=REMEMBERED_SECONDS)


@worker_ready.connect
def offer_metrics(**_: Any) -> None:
    """Offer what this worker counts; one within a web process has no port of its own."""
    if not settings.EMBEDDED:
        from config.metrics_server import serve_metrics

        serve_metrics(with_health=False)


@app.task(name="config.clear_sessions")
def clear_sessions() -> None:
    """Delete expired sessions."""
    from django.core.management import call_command

    call_command("clearsessions")


@app.task(name="config.clear_cache")
def clear_cache() -> None:
    """Delete what has expired in a cache in the database, as uploaded records have after a day.

    Redis does so by itself; Django only once the table is full.
    """
    from django.core.cache.backends.db import DatabaseCache
    from django.db import connection
    from django.utils import timezone

    backend = caches["default"]
    if isinstance(backend, DatabaseCache):
        now = connection.ops.adapt_datetimefield_value(timezone.now().replace(microsecond=0))
        table, column = map(connection.ops.quote_name, (backend._table, "expires"))  # type: ignore[attr-defined]
        with connection.cursor() as cursor:
            cursor.execute(f"DELETE FROM {table} WHERE {column} < %s", [now])  # noqa: S608
