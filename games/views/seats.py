"""The lobby, and every way to a seat and away from it before the cards are dealt."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, HttpResponseBase
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.guests import guests_welcome
from games import services, tables
from games.forms.seats import OfferForm, TableForm
from games.live import render_lobby
from games.models import Game
from games.views.requests import (
    PlayerRequest,
    SiteRequest,
    find_game,
    limit_new_games,
    post_only,
)

COMPUTER_LEVEL = "easy"


@never_cache
@require_safe
def lobby(request: SiteRequest) -> HttpResponse:
    """Show where to play: now, against the computer, at open tables, in running games."""
    return _lobby_page(request, TableForm())


@never_cache
@require_safe
def lobby_live(request: SiteRequest) -> HttpResponse:
    """Answer the slow poll: the lists if they differ from the version shown, else nothing."""
    view = tables.view_lobby(request.user, now=timezone.now())
    if request.GET.get("version") == view.version:
        return HttpResponse(status=204)
    return HttpResponse(render_lobby(view, csrf_token=get_token(request)))


def _lobby_page(request: SiteRequest, form: TableForm, *, status: int = 200) -> HttpResponse:
    view = tables.view_lobby(request.user, now=timezone.now())
    lists = render_lobby(view, csrf_token=get_token(request))
    context = {
        "form": form,
        "offer_form": OfferForm(),
        "lobby_html": mark_safe(lists),  # noqa: S308 (an autoescaped template made it)
        "l": view,
    }
    return render(request, "games/lobby.html", context, status=status)


@post_only
@guests_welcome
@limit_new_games
def play_now(request: PlayerRequest) -> HttpResponse:
    """Enter the queue, or the game of whoever waits in it."""
    return _take_offer(request, services.play_now)


@post_only
@guests_welcome
@limit_new_games
def play_computer(request: PlayerRequest) -> HttpResponse:
    """Start a game against the computer."""
    return _take_offer(request, services.play_computer, level=COMPUTER_LEVEL)


def _take_offer(request: PlayerRequest, service: Any, **options: Any) -> HttpResponse:
    form = OfferForm(request.POST)
    if not form.is_valid():
        messages.error(request, "Choose a game and a move time from the lists.")
        return redirect("home")
    try:
        return redirect(service(request.user, **form.cleaned_data, **options))
    except services.SeatRefused as refused:
        return _seat_refused(request, refused)


def _seat_refused(request: PlayerRequest, refused: services.SeatRefused) -> HttpResponse:
    messages.error(request, str(refused))
    if isinstance(refused, services.AlreadyPlaying) and refused.public_id:
        return redirect("game", refused.public_id)
    return redirect("home")


@post_only
@guests_welcome
@limit_new_games
def open_table(request: PlayerRequest) -> HttpResponse:
    """Create a table that waits for anybody, for a link's reader, or for one player."""
    form = TableForm(request.POST)
    if not form.is_valid():
        return _lobby_page(request, form, status=422)
    offer = {name: form.cleaned_data[name] for name in ("variant", "move_time", "kind", "invited")}
    try:
        return redirect(services.open_table(request.user, **offer))
    except services.SeatRefused as refused:
        return _seat_refused(request, refused)


@post_only
def join(request: SiteRequest, public_id: str) -> HttpResponseBase:
    """Take the free seat."""
    try:
        tables.find_game(public_id, request.user)  # nobody becomes a guest for nothing
        return _join(request, public_id)
    except Game.DoesNotExist:
        # Nobody learns here whether it ever was there.
        messages.error(request, "That table is taken or closed.")
        return redirect("home")


@guests_welcome
def _join(request: PlayerRequest, public_id: str) -> HttpResponse:
    found = tables.find_game(public_id, request.user)
    try:
        services.join_game(found.game.pk, user=request.user)
    except services.AlreadyPlaying as refused:
        return _seat_refused(request, refused)
    except services.SeatRefused as refused:
        messages.error(request, str(refused))
        return redirect("home")
    return redirect("game", public_id)


@post_only
@login_required
def leave(request: PlayerRequest, public_id: str) -> HttpResponse:
    """Leave before the cards are dealt, or decline an invitation."""
    found = find_game(request, public_id)
    try:
        services.leave_game(found.game.pk, user=request.user)
    except services.Refused as refused:
        messages.error(request, str(refused))
        return redirect("game", public_id)
    return redirect("home")


@post_only
@login_required
@limit_new_games
def rematch(request: PlayerRequest, public_id: str) -> HttpResponse:
    """Ask for a rematch, or accept the one that was asked for."""
    found = find_game(request, public_id)
    try:
        return redirect(services.offer_rematch(found.game.pk, user=request.user))
    except services.AlreadyPlaying as refused:
        return _seat_refused(request, refused)
    except services.Refused as refused:
        messages.error(request, str(refused))
        return redirect("game", public_id)
