"""What the views share: types of requests, who may send them, and how often."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST
from django_htmx.middleware import HtmxDetails

from accounts.requests import PersonRequest
from config import storage
from games import presenters, selectors, services
from games.models import Game
from games.snapshots import Snapshot


class SiteRequest(HttpRequest):
    """A request after this site's middleware."""

    htmx: HtmxDetails


class PlayerRequest(SiteRequest, PersonRequest):
    """A request from a logged-in player after this site's middleware."""


def post_only(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Accept posts only; redirect visits by address bar or after log-in to the page behind it."""
    posted = require_POST(view)

    @wraps(view)
    def wrapped(request: HttpRequest, **named: Any) -> HttpResponseBase:
        if request.method in ("GET", "HEAD"):
            game = named.get("public_id")
            return redirect(reverse("game", args=[game]) if game else reverse("home"))
        return posted(request, **named)

    return wrapped


def view_seeks(request: SiteRequest, public_id: str) -> presenters.SeeksView:
    """Return the player's places in the queue for the page of a game, and keep them."""
    view = presenters.view_seeks(request.user, now=timezone.now(), page=public_id)
    if view.has_places and request.user.is_authenticated:
        with storage.optional():
            services.keep_seeking(request.user)
    return view


class NoTableToSee(Http404):
    """There is no such table, or the viewer may not see it: 404.html says the same of both."""


def find_game(request: SiteRequest, public_id: str) -> Snapshot:
    """Return a game as its viewer may see it. Raises `NoTableToSee`."""
    try:
        return selectors.find_game(public_id, request.user)
    except Game.DoesNotExist:
        raise NoTableToSee from None


def lead_back(request: SiteRequest, public_id: str) -> HttpResponse:
    """Lead whoever was asked for a rematch that has been cancelled back to the last game.

    Raises `NoTableToSee` for everybody else.
    """
    before = selectors.find_game_before(public_id, request.user)
    if before is None:
        raise NoTableToSee
    return redirect(before)
