"""The template variables about the site that every page can use."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, Any]:
    return {
        "SITE_NAME": settings.SITE_NAME,
        "VERSION": settings.VERSION,
        "SOURCE_URL": settings.SOURCE_URL,
        "EMBEDDED": settings.EMBEDDED,
        "MAIL_IN_TERMINAL": settings.MAIL_IN_TERMINAL,
    }
