"""The pages of the staff: what waits, a person with all that is known, and a game as evidence."""

from __future__ import annotations

import datetime as dt
from contextlib import suppress
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from accounts.requests import PersonRequest
from community import services
from community.forms import AnswerForm, ReadReportsForm, SanctionForm
from community.models import Entry, Sanction
from community.selectors import (
    find_reported,
    find_reports_about,
    find_sanctions,
    find_unanswered,
    is_evidence,
)
from community.views.requests import person_or_404, staff_only
from config import storage
from games.models import Game
from games.selectors import find_evidence, find_lapses, find_pace

LAPSES_SINCE = dt.timedelta(days=30)
LAPSES_SHOWN = 30


@staff_only
@require_safe
def queue(request: PersonRequest) -> HttpResponse:
    """List who was reported, and who has replied."""
    with storage.optional():
        services.see_queue(request.user)
    context = {"people": find_reported(request.user), "replies": find_unanswered()}
    return render(request, "community/staff/queue.html", context)


@staff_only
@require_http_methods(["GET", "HEAD", "POST"])
def staff_person(request: PersonRequest, username: str) -> HttpResponse:
    """Show what is known about a person, and warn, suspend or ban them."""
    person = person_or_404(username)
    if request.method != "POST":
        return _page(request, person, SanctionForm())
    form = SanctionForm(request.POST)
    if not form.is_valid():
        return _page(request, person, form, status=422)
    try:
        services.impose(person, staff=request.user, **form.cleaned_data)
    except services.OwnAccount:
        return redirect("staff_person", person.username)  # which says who has to decide
    except services.SanctionRefused:
        form.add_error(None, _("Members of the staff cannot be warned, suspended or banned."))
        return _page(request, person, form, status=422)
    messages.success(request, _("It is done. Whoever sent a report that you have read is told."))
    return redirect("staff_person", person.username)


def _page(
    request: PersonRequest,
    person: User,
    form: SanctionForm,
    *,
    answer: AnswerForm | None = None,
    answered: int = 0,
    status: int = 200,
) -> HttpResponse:
    is_own = person == request.user
    reports = [] if is_own else list(find_reports_about(person))
    context: dict[str, Any] = {
        "person": person,
        "is_own": is_own,
        "form": form,
        "answer": answer,
        "answered": answered,
        "reports": reports,
        "newest_report": max((each.pk for each in reports), default=0),
        "sanctions": find_sanctions(person),
        "pace": find_pace(person),
        "lapses": find_lapses(person, since=timezone.now() - LAPSES_SINCE)[:LAPSES_SHOWN],
    }
    return render(request, "community/staff/person.html", context, status=status)


@staff_only
@require_http_methods(["GET", "HEAD", "POST"])
def close_reports(request: PersonRequest, username: str) -> HttpResponse:
    """Close the reports about a person that the staff has read, without a sanction."""
    person = person_or_404(username)
    form = ReadReportsForm(request.POST)
    if request.method == "POST" and form.is_valid():
        newest = form.cleaned_data["newest_report"]
        try:
            services.dismiss_reports(person, newest=newest, staff=request.user)
        except services.OwnAccount:
            return redirect("staff_person", person.username)
        messages.success(
            request, _("The reports that you have read are closed, and whoever sent them is told.")
        )
        return redirect("staff_queue")
    return redirect("staff_person", person.username)


@staff_only
@require_http_methods(["GET", "HEAD", "POST"])
def change_sanction(request: PersonRequest, number: int) -> HttpResponse:
    """Lift a sanction, answer the reply to it, or both."""
    sanction = Sanction.objects.select_related("person").filter(pk=number).first()
    if sanction is None:
        raise Http404
    person = sanction.person
    if request.method != "POST":
        return redirect("staff_person", person.username)
    lifts = "lift" in request.POST
    form = AnswerForm(request.POST)
    form.fields["text"].required = not lifts
    if not form.is_valid():
        return _page(request, person, SanctionForm(), answer=form, answered=sanction.pk, status=422)
    with suppress(services.OwnAccount):
        _change(request, sanction, text=form.cleaned_data["text"], lifts=lifts)
    return redirect("staff_person", person.username)


def _change(request: PersonRequest, sanction: Sanction, *, text: str, lifts: bool) -> None:
    if text:
        try:
            services.answer_reply(sanction, staff=request.user, text=text)
        except services.SanctionRefused:
            messages.error(request, _("That reply was answered already."))
    if lifts:
        try:
            services.lift(sanction, staff=request.user)
        except services.SanctionRefused:
            messages.error(request, _("That decision was over already."))


@staff_only
@require_safe
def evidence(request: PersonRequest, username: str, public_id: str) -> HttpResponse:
    """Show a game that a report about a person names, as a spectator may see it."""
    person = person_or_404(username)
    if person == request.user:
        return redirect("staff_person", person.username)
    if not is_evidence(public_id, person):
        raise Http404
    try:
        found = find_evidence(public_id)
    except Game.DoesNotExist:
        raise Http404 from None
    services.write_entry(
        Entry.Act.READ, person=person, staff=request.user, now=timezone.now(), game=public_id
    )
    context = {"person": person, "evidence": found}
    return render(request, "community/staff/evidence.html", context)
