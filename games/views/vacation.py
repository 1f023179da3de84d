"""A player's vacations."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import limits
from accounts.models import User
from config import storage
from games import presenters, services
from games.forms.vacations import AutomaticVacationForm, VacationForm
from games.messages import notices
from games.messages.refusals import tell_refusal
from games.views.requests import PlayerRequest, post_only


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def vacation(request: PlayerRequest) -> HttpResponse:
    """Show a player's vacation and what is left of the year's, or begin one."""
    if request.method != "POST":
        return _page(request)
    form = VacationForm(request.POST)
    if not form.is_valid():
        return _page(request, form, status=422)
    until = form.cleaned_data["until"]
    return _change(request, services.start_vacation, notices.vacation_began(), form, until=until)


@post_only
@never_cache
@login_required
def end_vacation(request: PlayerRequest) -> HttpResponse:
    """End the player's vacation."""
    return _change(request, services.end_vacation, notices.vacation_ended())


@post_only
@never_cache
@login_required
def automatic_vacation(request: PlayerRequest) -> HttpResponse:
    """Store whether a vacation begins by itself."""
    is_automatic = "is_automatic" in request.POST
    done = notices.automatic_vacation_saved()
    return _change(request, services.set_automatic_vacation, done, is_automatic=is_automatic)


def _change(
    request: PlayerRequest, service: Any, done: str, form: VacationForm | None = None, **named: Any
) -> HttpResponse:
    if refusal := limits.refusal_of(request, "settings"):
        return refusal
    try:
        service(request.user, **named)
    except services.VacationRefused as refused:
        form = form or VacationForm()
        return _page(request, form, refusal=tell_refusal(refused), status=422)
    messages.success(request, done)
    return redirect("vacation")


def _page(
    request: PlayerRequest,
    form: VacationForm | None = None,
    *,
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    user = User.objects.get(pk=request.user.pk)
    with storage.optional():
        services.see_vacation(user)
    view = presenters.view_vacation(user, now=timezone.now())
    context = {
        "v": view,
        "form": form or VacationForm(),
        "automatic_form": AutomaticVacationForm(initial={"is_automatic": view.is_automatic}),
        "refusal": refusal,
    }
    return render(request, "games/vacation.html", context, status=status)
