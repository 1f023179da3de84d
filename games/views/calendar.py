"""The calendar of a player's turns, which calendar programs fetch by a secret address."""

from __future__ import annotations

import hashlib

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control
from django.views.decorators.http import require_safe

from accounts.limits import is_within_limit
from games import presenters, selectors
from games.messages.language import speak
from notices.calendar import find_owner


@require_safe
def calendar(request: HttpRequest, secret: str) -> HttpResponseBase:
    """Send the owner's turns, if they have changed since a program last asked."""
    owner = find_owner(secret)
    if not is_within_limit(request, "calendar", user=owner):
        return HttpResponse(status=429, content_type="text/plain")
    if owner is None:
        return HttpResponse(status=404, content_type="text/plain")
    with speak(owner.spoken_language):
        written = presenters.write_calendar(selectors.find_deadlines(owner), owner)
    response = HttpResponse(written, content_type="text/calendar;charset=utf-8")
    response["ETag"] = etag = f'"{hashlib.sha256(written).hexdigest()[:32]}"'
    # A program keeps it and asks whether it is still true; nobody on the way may keep it.
    patch_cache_control(response, private=True, no_cache=True)
    return get_conditional_response(request, etag=etag, response=response) or response
