"""The list of notices, and the page on which people choose how they want to be told."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.limits import limit
from accounts.requests import PersonRequest
from notices import presenters, services
from notices.channels import find_channels
from notices.forms import WishesForm
from notices.selectors import find_wishes, is_told_of


@never_cache
@login_required
@require_safe
def notices(request: PersonRequest) -> HttpResponse:
    """List what a person has been told; htmx gets the first of it, for the box in the header."""
    return _show_list(request)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def mark_all_read(request: PersonRequest) -> HttpResponse:
    """Mark as read what the list has shown."""
    if request.method != "POST":
        return redirect("notices")
    newest = request.POST.get("newest", "")
    services.mark_all_read(
        request.user, newest=int(newest) if newest.isdecimal() and len(newest) < 19 else 0
    )
    return _show_list(request) if _is_box(request) else redirect("notices")


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@limit("settings")
def mute(request: PersonRequest, game: str) -> HttpResponse:
    """Mute a game, or let it be heard again."""
    if request.method != "POST":
        return redirect("notices")
    if not is_told_of(request.user, game):
        raise Http404
    if "unmute" in request.POST:
        services.unmute_game(request.user, game)
        messages.success(
            request, _("That game is not muted any more: notices about it are sent to you again.")
        )
    else:
        services.mute_game(request.user, game)
        messages.success(
            request, _("That game is muted: notices about it are only listed on this site.")
        )
    return redirect("notice_settings" if "from_settings" in request.POST else "notices")


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@limit("settings")
def notice_settings(request: PersonRequest) -> HttpResponse:
    """Let people choose what they are told of, how, and when."""
    user = request.user
    answers = request.POST if request.method == "POST" else None
    channels = find_channels(user.pk)
    if answers is not None:  # one that reaches the person only since has no answers there
        channels = [each for each in channels if each in answers.getlist("shown")]
    form = WishesForm(find_wishes([user.pk])[user.pk], channels, answers)
    if form.is_valid():
        services.change_wishes(user, chosen=form.chosen, switches=form.switches)
        messages.success(request, _("Your settings are saved."))
        return redirect("notice_settings")
    context = {"form": form, "muted": presenters.view_muted(user)}
    return render(request, "notices/settings.html", context, status=422 if form.errors else 200)


def _show_list(request: PersonRequest) -> HttpResponse:
    is_box = _is_box(request)
    template = "notices/_box.html" if is_box else "notices/notices.html"
    view = presenters.view_notices(request.user, in_bell=is_box)
    return render(request, template, {"view": view})


def _is_box(request: HttpRequest) -> bool:
    return request.headers.get("HX-Request") == "true"
