"""The template variables about the site that every page can use."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from config.alternates import list_alternates
from config.release_mark import release_mark


def site(request: HttpRequest) -> dict[str, Any]:
    """Return the variables by name."""
    return {
        "SITE_NAME": settings.SITE_NAME,
        "PUBLIC_URL": settings.PUBLIC_URL,
        "LANGUAGES": settings.LANGUAGES,
        "ALTERNATES": list_alternates(request),
        "VERSION": settings.VERSION,
        "RELEASE": release_mark(),
        "SOURCE_URL": settings.SOURCE_URL,
        "SESSION_COOKIE_NAME": settings.SESSION_COOKIE_NAME,
        "CSRF_COOKIE_NAME": settings.CSRF_COOKIE_NAME,
        "DEVICE_COOKIE_NAME": settings.DEVICE_COOKIE_NAME,
        "LANGUAGE_COOKIE_NAME": settings.LANGUAGE_COOKIE_NAME,
        "MAIL_IN_TERMINAL": settings.MAIL_IN_TERMINAL,
    }
