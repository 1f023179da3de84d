"""A player's own games, and the way to the next one."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config import storage
from games import presenters, selectors, services
from games.live.fragments import render_mine, render_turns
from games.messages.language import current_language
from games.views.requests import PlayerRequest, find_game, post_only


@never_cache
@login_required
@require_safe
def my_games(request: PlayerRequest) -> HttpResponse:
    """List the player's running games, waiting tables and new results."""
    view = _view_mine(request)
    fragment = render_mine(view, language=current_language(), csrf_token=get_token(request))
    context = {
        "mine": view,
        "mine_html": mark_safe(fragment),  # noqa: S308 (an autoescaped template made it)
    }
    return render(request, "games/mine.html", context)


@never_cache
@login_required
@require_safe
def my_games_live(request: PlayerRequest) -> HttpResponse:
    """Answer the slow poll: the list and the number of turns if they differ from those shown."""
    view = _view_mine(request)
    if request.GET.get("version") == view.version:
        return HttpResponse(status=204)
    fragment = render_mine(view, language=current_language(), csrf_token=get_token(request))
    return HttpResponse(fragment + render_turns(view.turns))


def _view_mine(request: PlayerRequest) -> presenters.MyGamesView:
    """Return the list, and keep the places of a player who looks at it."""
    view = presenters.view_my_games(request.user, now=timezone.now())
    if view.seeks:
        with storage.optional():
            services.keep_seeking(request.user)
    return view


@never_cache
@login_required
@require_safe
def next_game(request: PlayerRequest) -> HttpResponse:
    """Go to the turn with the least time left, or say when there will be one."""
    game = selectors.find_next_turn(request.user)
    if game is not None:
        return redirect(game)
    words = presenters.tell_next_due(request.user, now=timezone.now())
    return render(request, "games/next.html", {"words": words})


@post_only
@login_required
def viewed(request: PlayerRequest, public_id: str) -> HttpResponse:
    """Take the word of a page that its player is looking at the end of the game."""
    services.mark_viewed(find_game(request, public_id).game, user=request.user)
    return HttpResponse(status=204)
