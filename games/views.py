"""The pages: find through `tables`, read the form, call a service, render."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.core import ratelimit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.middleware import HtmxDetails

from accounts.guests import guests_welcome
from accounts.models import User
from accounts.services import account_document, erase_user, set_active
from games import rules, services, tables
from games.forms import OfferForm, TableForm
from games.live import render_game, render_lobby
from games.models import Game
from games.plays import play_selection
from games.rulebook import rules_page as read_rules
from games.snapshots import Snapshot
from games.tables import Asked

COMPUTER_LEVEL = "easy"


class SiteRequest(HttpRequest):
    """A request after this site's middleware."""

    htmx: HtmxDetails


class PlayerRequest(SiteRequest):
    """A request of somebody signed in: a decorator made sure of it."""

    user: User


def post_only(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Take posts; lead who comes by the address bar or after a log-in to the page it belongs to."""
    posted = require_POST(view)

    @wraps(view)
    def wrapped(request: HttpRequest, **named: str) -> HttpResponseBase:
        if request.method in ("GET", "HEAD"):
            return redirect(reverse("game", kwargs=named) if named else reverse("home"))
        return posted(request, **named)

    return wrapped


def limit_new_games(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Refuse somebody signed in who asks for games faster than anybody plays them."""

    @wraps(view)
    def limited(request: PlayerRequest, **named: str) -> HttpResponse:
        refusal = ratelimit.consume_or_429(request, action="new_game")
        return refusal or view(request, **named)

    return limited


def limit_posts(action: str) -> Callable[..., Callable[..., HttpResponse]]:
    """Refuse whoever posts to games faster than anybody plays: people, or strangers' addresses."""

    def decorate(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def limited(request: SiteRequest, public_id: str) -> HttpResponse:
            key = str(request.user.pk or request.META["REMOTE_ADDR"])
            if ratelimit.consume(request, action=action, key=key):
                return view(request, public_id)
            if not request.htmx:
                return ratelimit.respond_429(request)
            asked = Asked(refusal="That is faster than anybody plays. Wait a minute.")
            return _game_page(request, _find(request, public_id), asked, status=429)

        return limited

    return decorate


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


@never_cache
@require_safe
def game(request: SiteRequest, public_id: str) -> HttpResponse:
    """Show a game, whatever its state."""
    snapshot = _find(request, public_id)
    _keep_waiting(request, snapshot)
    return _game_page(request, snapshot)


@never_cache
@require_safe
def game_live(request: SiteRequest, public_id: str) -> HttpResponse:
    """Answer the slow poll: the game's fragment if it has changed, else nothing."""
    snapshot = _find(request, public_id)
    _keep_waiting(request, snapshot)
    if request.GET.get("version") == str(snapshot.game.version):
        return HttpResponse(status=204)
    return HttpResponse(render_game(snapshot, request.user.pk, csrf_token=get_token(request)))


def _find(request: SiteRequest, public_id: str) -> Snapshot:
    try:
        return tables.find_game(public_id, request.user)
    except Game.DoesNotExist:
        raise Http404 from None


def _keep_waiting(request: SiteRequest, snapshot: Snapshot) -> None:
    if snapshot.game.status == Game.Status.WAITING and request.user.is_authenticated:
        services.keep_waiting(snapshot.game.pk, user=request.user)


def _game_page(
    request: SiteRequest, snapshot: Snapshot, asked: Asked | None = None, *, status: int = 200
) -> HttpResponse:
    """Answer with the fragment when htmx asked, else with the whole page around it."""
    fragment = render_game(snapshot, request.user.pk, csrf_token=get_token(request), asked=asked)
    if request.htmx:
        return HttpResponse(fragment, status=status)
    context = {
        "game": snapshot.game,
        "title": snapshot.game.rules.title,
        "game_html": mark_safe(fragment),  # noqa: S308 (an autoescaped template made it)
    }
    return render(request, "games/game.html", context, status=status)


@post_only
@never_cache
@limit_posts("play")
def move(request: SiteRequest, public_id: str) -> HttpResponse:
    """Play the selected cards."""
    arrived_at = timezone.now()
    found = _find(request, public_id)
    asked, _ = play_selection(found.game.pk, request.user.pk, request.POST, arrived_at=arrived_at)
    return _answer(request, public_id, asked)


def _answer(request: SiteRequest, public_id: str, asked: Asked) -> HttpResponse:
    is_refused = bool(asked.refusal or asked.readings)
    if not is_refused and not request.htmx:
        return redirect("game", public_id)
    return _game_page(request, _find(request, public_id), asked, status=422 if is_refused else 200)


@post_only
@never_cache
@login_required
@limit_posts("play")
def pick(request: PlayerRequest, public_id: str) -> HttpResponse:
    """Pick the secret card."""
    arrived_at = timezone.now()
    found = _find(request, public_id)
    card = request.POST.get("card", "")
    value = request.POST.get("value", "")
    asked = Asked()
    try:
        services.pick_secret(
            found.game.pk, user_id=request.user.pk, card=card, value=value, arrived_at=arrived_at
        )
    except services.Refused as refused:
        asked = Asked(card=card, refusal=str(refused), clause=refused.clause)
    return _answer(request, public_id, asked)


@post_only
@never_cache
@limit_posts("clock")
def clock(request: SiteRequest, public_id: str) -> HttpResponse:
    """Let a browser whose clock has reached zero ask for what follows from it."""
    found = _find(request, public_id)
    services.expire_turn(found.game.pk)
    return _answer(request, public_id, Asked())


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
    found = _find(request, public_id)
    try:
        services.leave_game(found.game.pk, user=request.user)
    except services.Refused as refused:
        messages.error(request, str(refused))
        return redirect("game", public_id)
    return redirect("home")


@post_only
@never_cache
@login_required
@limit_posts("play")
def quit_game(request: PlayerRequest, public_id: str) -> HttpResponse:
    """Forfeit the game."""
    found = _find(request, public_id)
    asked = Asked()
    try:
        services.quit_game(found.game.pk, user_id=request.user.pk)
    except services.Refused as refused:
        asked = Asked(refusal=str(refused))
    return _answer(request, public_id, asked)


@post_only
@login_required
@limit_new_games
def rematch(request: PlayerRequest, public_id: str) -> HttpResponse:
    """Ask for a rematch, or accept the one that was asked for."""
    found = _find(request, public_id)
    try:
        return redirect(services.offer_rematch(found.game.pk, user=request.user))
    except services.AlreadyPlaying as refused:
        return _seat_refused(request, refused)
    except services.Refused as refused:
        messages.error(request, str(refused))
        return redirect("game", public_id)


@require_safe
def rules_index(request: HttpRequest) -> HttpResponse:
    """List the games that are played here, with their rules."""
    return render(request, "rules/index.html", {"variants": list(rules.VARIANTS.values())})


@require_safe
def rules_page(request: HttpRequest, variant: str) -> HttpResponse:
    """Show the rules of a game."""
    if variant not in rules.VARIANTS:
        raise Http404
    context = {
        "variant": rules.variant(variant),
        "rules_html": mark_safe(read_rules(variant)),  # noqa: S308 (our own text, HTML off)
    }
    return render(request, f"rules/{variant}.html", context)


@never_cache
@login_required
@require_safe
def download(request: PlayerRequest) -> HttpResponse:
    """Give people everything that is stored about them, as a JSON file."""
    document = {
        "account": account_document(request.user),
        "games": tables.own_games_document(request.user),
    }
    response = HttpResponse(
        json.dumps(document, indent=2, ensure_ascii=False), content_type="application/json"
    )
    response["Content-Disposition"] = 'attachment; filename="my-games.json"'
    return response


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete_account(request: PlayerRequest) -> HttpResponse:
    """Leave the running games, then erase the account."""
    if request.method != "POST":
        return render(request, "accounts/delete.html")
    user = request.user
    set_active(user, active=False)  # from now on no other tab can take a seat
    services.leave_all_games(user)
    logout(request)
    erase_user(user)
    messages.success(request, "Your account is deleted. Finished games keep a nameless seat.")
    return redirect(settings.LOGOUT_REDIRECT_URL)
