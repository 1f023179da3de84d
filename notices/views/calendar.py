"""The page on which people make, renew and end the address of their calendar."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.limits import limit
from accounts.requests import PersonRequest
from notices.calendar import find_feed, make_feed, remove_feed


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@limit("settings")
def calendar_settings(request: PersonRequest) -> HttpResponse:
    """Show whether there is a calendar. A new address is shown once, in answer to its button."""
    address = ""
    if request.method == "POST":
        if "remove" in request.POST:
            remove_feed(request.user)
            messages.success(request, _("The address of your calendar no longer works."))
            return redirect("calendar_settings")
        address = settings.PUBLIC_URL + reverse("calendar", args=[make_feed(request.user)])
    context = {"feed": find_feed(request.user), "address": address}
    return render(request, "notices/calendar.html", context)
