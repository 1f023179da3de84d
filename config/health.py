"""What programs ask for that look after the site: /live for load balancers, /health for alarms."""

import logging
import math
import shutil
import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config import storage
from config.databases import check_database
from config.queues import measure_queues, measure_workers
from config.signs import signs
from games import selectors
from games.selectors.operations import SWEEP_SECONDS
from notices.selectors import measure_deliveries

logger = logging.getLogger("config")

MOST_SECONDS = {
    "sweep_age": SWEEP_SECONDS,
    "write_age": 4.5,
    "overdue": 4.5,
    "computer_turn_age": 120.0,
}
"""Above which /health is not ok. Somebody with many games waits for them one after the other."""
WORKER_SECONDS = 4.5
MOST_TASKS = 1000
LEAST_DISK = 100
"""In megabytes."""


@never_cache
@require_safe
def live(request: HttpRequest) -> JsonResponse:
    """Answer 200 if this process serves and its database answers, else 503.

    A site that cannot store anything still shows pages, so no balancer should take it away.
    """
    try:
        check_database()
    except DatabaseError:
        logger.exception("the database does not answer")
        return JsonResponse({"ok": False}, status=503)
    return JsonResponse({"ok": True, "stores": not storage.has_failed()})


@never_cache
@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """Answer 200 if all that should happen by itself does, else 503.

    All durations are in seconds. The answer contains no secrets.
    """
    answer = {"version": settings.VERSION, **measure()}
    answer["faults"] = _find_faults(answer)
    answer["ok"] = not answer["faults"]
    if answer["faults"]:
        logger.warning("/health finds faults: %s", ", ".join(answer["faults"]))
    return JsonResponse(answer, status=200 if answer["ok"] else 503)


def measure() -> dict[str, Any]:
    """Return the fields of /health that are measured. All durations are in seconds."""
    answer: dict[str, Any] = {
        "database": True,
        "stores": not storage.has_failed(),
        "disk_free": shutil.disk_usage(find_data_directory()).free // 1_000_000,
    }
    try:
        check_database()
        now = timezone.now()
        answer |= selectors.health(now=now) | measure_deliveries(now=now)
    except DatabaseError:
        logger.exception("the database does not answer")
        answer["database"] = False
    return answer | {"workers": measure_workers(), "queues": measure_queues()}


def _find_faults(answer: dict[str, Any]) -> list[str]:
    """Return the names of the fields that are not as they should be."""
    faults = [
        name
        for name, most in MOST_SECONDS.items()
        if name in answer and _is_too_old(answer[name], most)
    ]
    if not answer["database"]:
        faults.append("database")
    if not answer["stores"]:
        faults.append("stores")
    if answer["disk_free"] < LEAST_DISK:
        faults.append("disk_free")
    if any(_is_too_old(age, WORKER_SECONDS) for age in answer["workers"].values()):
        faults.append("workers")
    if any(waiting is None or waiting > MOST_TASKS for waiting in answer["queues"].values()):
        faults.append("queues")
    return faults


def _is_too_old(age: float | None, most: float) -> bool:
    """Return whether something is overdue. After a start nothing is before it could happen."""
    started_ago = time.monotonic() - signs.started
    return min(math.inf if age is None else age, started_ago) > most


def find_data_directory() -> Path:
    """Return where the database of an embedded site lies, otherwise the site itself."""
    if connection.vendor == "sqlite":
        return Path(connection.settings_dict["NAME"]).parent
    return Path(settings.BASE_DIR)
