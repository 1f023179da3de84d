"""The lessons: a list of them, and a page to begin each, or to continue it."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.guests import guests_welcome
from accounts.limits import limit
from accounts.requests import PersonRequest
from games import rules, services
from games.lessons import Lesson, find_lesson, lesson_about
from games.messages.refusals import tell_refusal
from learn import presenters


@never_cache
@require_safe
def lessons(request: HttpRequest) -> HttpResponse:
    """List the lessons of all games."""
    return render(request, "learn/lessons.html", {"games": presenters.view_lessons(request.user)})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def lesson(request: HttpRequest, variant: str, name: str) -> HttpResponseBase:
    """Show what a lesson is about, or sit the visitor down to it."""
    found = find_lesson(variant, name)
    if found is None:
        raise Http404
    if request.method == "POST":
        return _start(request, lesson=found)
    context = {
        "lesson": presenters.view_lesson(found, request.user),
        "variant": rules.variant(variant),
        "clauses": found.clauses,
    }
    return render(request, "learn/lesson.html", context)


@require_safe
def lesson_about_rule(request: HttpRequest, variant: str, clause: str) -> HttpResponse:
    """Lead to the lesson about a clause of the rules, or about its section."""
    found = lesson_about(variant, clause)
    if found is None:
        raise Http404
    return redirect("lesson", variant, found.name)


@guests_welcome
@limit("new_game")
def _start(request: PersonRequest, *, lesson: Lesson) -> HttpResponse:
    start = services.restart_lesson if "again" in request.POST else services.start_lesson
    try:
        return redirect(start(request.user, variant=lesson.variant, name=lesson.name))
    except services.SeatRefused as refused:
        messages.error(request, tell_refusal(refused))
        return redirect("lessons")
