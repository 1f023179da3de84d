"""Addresses of the same page in each language, for search engines: "/rules/?lang=es".

Only that answer is in the language that the address names. The pages of games have no such
addresses: whoever opens a shared link reads it in their own language.
"""

import re

from django.conf import settings
from django.http import HttpRequest

PARAMETER = "lang"
_PAGES = re.compile(r"/(rules/(\w+/)?|learn/|privacy/)?")


def language_of_address(request: HttpRequest) -> str:
    """Return the language that the address names, or "" if it names none."""
    if not _PAGES.fullmatch(request.path):
        return ""
    language = request.GET.get(PARAMETER, "")
    return language if language in dict(settings.LANGUAGES) else ""


def list_alternates(request: HttpRequest) -> dict[str, str]:
    """Return the addresses of a page by language, and as x-default the one for everybody."""
    if len(settings.LANGUAGES) == 1 or not _PAGES.fullmatch(request.path):
        return {}
    address = settings.PUBLIC_URL + request.path
    named = {code: f"{address}?{PARAMETER}={code}" for code, _ in settings.LANGUAGES}
    return named | {"x-default": address}
