"""What the staff has decided about the visitor, who can reply once to each decision."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.closed import find_closed
from accounts.models import User
from community import services
from community.forms import ReplyForm
from community.selectors import find_closing, find_sanctions
from config import storage


@never_cache
@require_safe
def own_sanctions(request: HttpRequest) -> HttpResponse:
    """List the decisions, also to somebody whose account is closed by one."""
    person = _find_visitor(request)
    if person is None:
        return redirect_to_login(request.path)
    with storage.optional():
        services.see_sanctions(person)
    return _page(request, person, ReplyForm())


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def reply(request: HttpRequest, number: int) -> HttpResponse:
    """Store the one reply to a decision."""
    person = _find_visitor(request)
    if request.method != "POST" or person is None:
        return redirect("own_sanctions")
    form = ReplyForm(request.POST)
    if not form.is_valid():
        if find_sanctions(person).filter(pk=number, reply="").exists():
            return _page(request, person, form, replied_to=number, status=422)
        messages.error(request, _("You have replied already."))
        return redirect("own_sanctions")
    try:
        services.reply(number, person=person, text=form.cleaned_data["text"])
    except services.SanctionRefused:
        messages.error(request, _("You have replied already."))
    else:
        messages.success(request, _("Your reply is sent. The staff will answer it here."))
    return redirect("own_sanctions")


@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest) -> HttpResponse:
    """Forget on this device who has read why an account is closed."""
    if request.method != "POST" or request.user.is_authenticated:
        return redirect("own_sanctions")
    logout(request)
    return redirect("account_login")


def _page(
    request: HttpRequest, person: User, form: ReplyForm, *, replied_to: int = 0, status: int = 200
) -> HttpResponse:
    context = {
        "person": person,
        "sanctions": find_sanctions(person),
        "closing": find_closing(person),
        "form": form,
        "replied_to": replied_to,
    }
    with timezone.override(person.time_zone):  # whoever is not logged in reads times in it too
        return render(request, "community/sanctions.html", context, status=status)


def _find_visitor(request: HttpRequest) -> User | None:
    return request.user if request.user.is_authenticated else find_closed(request)
