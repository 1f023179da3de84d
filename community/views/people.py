"""Pages about other people: keeping away from them, and reporting them."""

from __future__ import annotations

from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.barriers import BarrierRefused, find_barrier, find_barriers
from accounts.limits import limit
from accounts.models import Barrier, User
from accounts.requests import PersonRequest
from community import services
from community.forms import NOTHING, DistanceForm, ReportForm
from community.models import Report
from community.selectors import find_own_reports, people_at
from community.views.requests import person_or_404
from config import storage
from games import selectors
from games.models import Game

USUAL: Final = {"about": Report.About.PLAYER.value, "game": ""}
"""What a report is about unless its writer says otherwise."""


@never_cache
@login_required
@require_safe
def barriers(request: PersonRequest) -> HttpResponse:
    """List whom the viewer has blocked or muted."""
    return render(request, "community/barriers.html", {"barriers": find_barriers(request.user)})


@never_cache
@login_required
@require_safe
def person(request: PersonRequest, username: str) -> HttpResponse:
    """Show what one can do about another person."""
    other = person_or_404(username)
    if other == request.user:
        return redirect("player", other.username)
    return _person_page(request, other, ReportForm(initial=USUAL | _read_begun(request.GET)))


def _read_begun(sent: QueryDict) -> dict[str, str]:
    """Return what is already known of a report, for example the game from which somebody came."""
    begun = {name: sent.get(name, usual) for name, usual in USUAL.items()}
    return {name: value for name, value in begun.items() if value != USUAL[name]}


def _person_page(
    request: PersonRequest, other: User, form: ReportForm, *, status: int = 200
) -> HttpResponse:
    context: dict[str, Any] = {
        "person": other,
        "barrier": find_barrier(request.user, other),
        "form": form,
    }
    return render(request, "community/person.html", context, status=status)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@limit("settings")
def change_distance(request: PersonRequest, username: str) -> HttpResponse:
    """Block a person, mute them, or undo that."""
    other = person_or_404(username)
    if request.method != "POST":
        return redirect("person", other.username)
    form = DistanceForm(request.POST)
    if not form.is_valid():
        raise Http404
    _keep_distance(request, other, form.cleaned_data["kind"])
    if "from_list" in request.POST:
        return redirect("barriers")
    # The report may come next.
    return redirect(reverse("person", args=[other.username], query=_read_begun(request.POST)))


def _keep_distance(request: PersonRequest, other: User, kind: str) -> None:
    if kind == NOTHING:
        services.let_near(request.user, other)
        messages.success(request, _("Done: nothing keeps the two of you apart any more."))
        return
    try:
        services.keep_away(request.user, other, kind)
    except User.DoesNotExist:
        raise Http404 from None
    except BarrierRefused:
        messages.error(request, _("You cannot block or mute this player."))
        return
    if kind == Barrier.Kind.BLOCK:
        messages.success(request, _("This player is now blocked and will not be told."))
    else:
        messages.success(request, _("This player is now muted and will not be told."))


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@limit("report")
def report(request: PersonRequest, username: str) -> HttpResponse:
    """Report a person to the staff."""
    other = person_or_404(username)
    if request.method != "POST" or other == request.user:
        return redirect("person", other.username)
    form = ReportForm(request.POST)
    if not form.is_valid():
        return _person_page(request, other, form, status=422)
    game = _name_if_seen(form.cleaned_data.pop("game"), request.user)
    try:
        is_stored = services.report(request.user, other, game=game, **form.cleaned_data)
    except User.DoesNotExist:
        raise Http404 from None
    if not is_stored:
        form.add_error(
            None, _("You have reported this already, and the staff has not looked at it yet.")
        )
        return _person_page(request, other, form, status=422)
    messages.success(request, _("Thank you. The staff will look at it, and you will be told."))
    return redirect("person", other.username)


def _name_if_seen(game: str, user: User) -> str:
    """Return the game if the reporter may see it, else "": the staff may open what is named."""
    try:
        selectors.find_game(game, user)
    except Game.DoesNotExist:
        return ""
    return game


@never_cache
@login_required
@require_safe
def reports(request: PersonRequest) -> HttpResponse:
    """List what the viewer has reported."""
    with storage.optional():
        services.see_reports(request.user)
    return render(request, "community/reports.html", {"reports": find_own_reports(request.user)})


@never_cache
@login_required
@require_safe
def people_at_table(request: PersonRequest, public_id: str) -> HttpResponse:
    """List the other people at a table, to go on to one of them."""
    try:
        snapshot = selectors.find_game(public_id, request.user)
    except Game.DoesNotExist:
        raise Http404 from None
    context = {"people": people_at(snapshot, request.user), "game": snapshot.game}
    return render(request, "community/table.html", context)
