"""The health check for monitoring."""

import logging
from typing import Any

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.embedded import worker
from games import selectors
from games.selectors import SWEEP_SECONDS
from notices.selectors import measure_deliveries

logger = logging.getLogger("config")

OVERDUE_SECONDS = 90.0  # of which 60 s are the grace period of a correspondence game


@never_cache
@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """Answer 200 if expired turns are being ended on time, else 503.

    All durations are in seconds. The answer contains no secrets.
    """
    answer: dict[str, Any] = {
        "version": settings.VERSION,
        "database": True,
        "worker": worker.is_alive() if settings.EMBEDDED else None,
        "sweep_age": None,
        "overdue": None,
        "level_failures": None,
        "level_failure_age": None,
        "notices_overdue": None,
        "notices_failing": None,
    }
    try:
        now = timezone.now()
        answer |= selectors.health(now=now) | measure_deliveries(now=now)
    except DatabaseError:
        logger.exception("the database does not answer")
        answer["database"] = False
    answer["ok"] = (
        answer["database"]
        and answer["worker"] is not False
        and answer["sweep_age"] is not None
        and answer["sweep_age"] <= SWEEP_SECONDS
        and answer["overdue"] <= OVERDUE_SECONDS
    )
    return JsonResponse(answer, status=200 if answer["ok"] else 503)
