"""The profiles of the players."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from games import presenters, selectors
from games.views.requests import SiteRequest


@never_cache
@require_safe
def player(request: SiteRequest, username: str) -> HttpResponse:
    """Show a player's profile, with the finished games that the viewer may see."""
    try:
        found = selectors.find_player(username)
    except User.DoesNotExist:
        raise Http404 from None
    context = {"p": presenters.view_profile(found, request.user, now=timezone.now())}
    return render(request, "players/player.html", context)
