"""What the views of this app share."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from accounts.models import User
from accounts.requests import PersonRequest
from accounts.second_factors import has_second_factor
from community.selectors import find_person

View = Callable[..., HttpResponse]


def staff_only(view: View) -> View:
    """Hide a page from everybody but the staff, who need a second factor here as in the admin."""

    @never_cache
    @login_required
    @wraps(view)
    def hidden(request: PersonRequest, **named: str | int) -> HttpResponse:
        if not request.user.is_staff:
            raise Http404
        if not has_second_factor(request.user):
            return render(request, "accounts/second_factor_needed.html", status=403)
        try:
            return view(request, **named)
        except User.DoesNotExist:  # the account is deleted at the same moment
            raise Http404 from None

    return hidden


def person_or_404(username: str) -> User:
    """Return the person of that username, banned or not."""
    try:
        return find_person(username)
    except User.DoesNotExist:
        raise Http404 from None
