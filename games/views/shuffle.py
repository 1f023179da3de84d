"""Checking a shuffle: the page that computes it again, and the program that does the same."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import presenters
from games.views.requests import SiteRequest, find_game

PROGRAM = settings.BASE_DIR / "docs" / "check_shuffle.py"


@never_cache
@require_safe
def shuffle(request: SiteRequest) -> HttpResponse:
    """Show the page that checks a shuffle, for values that the visitor enters."""
    return render(request, "shuffle/shuffle.html")


@never_cache
@require_safe
def game_shuffle(request: SiteRequest, public_id: str) -> HttpResponse:
    """Show the page that checks the shuffle of a game; before its end, only the commitments."""
    snapshot = find_game(request, public_id)
    if snapshot.game.lesson:
        raise Http404  # its cards are arranged
    context = {"p": presenters.view_shuffle_page(snapshot)}
    return render(request, "shuffle/shuffle.html", context)


@require_safe
def shuffle_program(request: SiteRequest) -> HttpResponse:
    """Send the program that checks a shuffle without this site."""
    response = HttpResponse(PROGRAM.read_text(encoding="utf-8"), content_type="text/x-python")
    response["Content-Disposition"] = f'attachment; filename="{PROGRAM.name}"'
    return response
