"""Where Prometheus fetches the numbers of this process: a port that only this machine reaches."""

from __future__ import annotations

import logging
from collections.abc import Iterator

from django.conf import settings
from django.db import connection
from prometheus_client import Metric, start_http_server
from prometheus_client.core import GaugeMetricFamily

from config.health import measure
from config.metrics import registry

logger = logging.getLogger("config")

ADDRESS = "127.0.0.1"


class Health:
    """What /health tells, measured when it is asked for: the same in every web process."""

    def collect(self) -> Iterator[Metric]:
        """Yield each number; what is not known just now is left out."""
        try:
            answer = measure()
        finally:
            connection.close()
        by_queue = {"workers": "worker_age_seconds", "queues": "queue_tasks"}
        for field, name in by_queue.items():
            gauge = GaugeMetricFamily(f"trifecta_{name}", f"{field} of /health", labels=["queue"])
            for queue, value in answer[field].items():
                if value is not None:
                    gauge.add_metric([queue], value)
            yield gauge
        for field, value in answer.items():
            if isinstance(value, int | float):
                yield GaugeMetricFamily(f"trifecta_{field}", f"{field} of /health", value=value)


def serve_metrics(*, with_health: bool) -> None:
    """Offer the numbers at METRICS_PORT, if it is set. A port that is taken stops no process."""
    if not settings.METRICS_PORT:
        return
    try:
        start_http_server(settings.METRICS_PORT, addr=ADDRESS, registry=registry)
    except OSError as error:
        logger.error("there are no metrics at port %s: %s", settings.METRICS_PORT, error.strerror)
        return
    if with_health:
        registry.register(Health())
