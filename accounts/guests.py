"""Let visitors play without an account."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import get_language

from accounts import limits, services


def sign_in_guest(request: HttpRequest) -> HttpResponse | None:
    """Log a visitor in as a new guest unless somebody is logged in.

    Return the page that refuses it, or None if the visitor may go on.
    """
    if request.user.is_authenticated:
        return None
    refusal = limits.refusal_of(request, "guest")
    if refusal is None:
        time_zone = request.POST.get("time_zone", "")
        user = services.create_guest(time_zone=time_zone, language=get_language() or "")
        login(request, user, backend=settings.AUTHENTICATION_BACKENDS[0])
    return refusal


def guests_welcome(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Log visitors to this view in as guests, so that anyone can play with one click."""

    @wraps(view)
    def welcoming(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return sign_in_guest(request) or view(request, *args, **kwargs)

    return welcoming
