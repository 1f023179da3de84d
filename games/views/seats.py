"""The lobby, and every way to take or leave a seat before the cards are dealt."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, HttpResponseBase
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.guests import guests_welcome, sign_in_guest
from accounts.limits import limit, refusal_of
from accounts.models import User, has_four_colours
from accounts.services import name_guest
from config import storage
from games import presenters, rules, selectors, services
from games.forms.seats import (
    ComputerForm,
    ComputersForm,
    JoinForm,
    NameForm,
    OfferForm,
    SeekForm,
    TableForm,
)
from games.live.fragments import render_lobby, render_seeks, render_turns
from games.live.lobby import find_showcase, read_public_lists
from games.live.offers import (
    SEEK_IDS,
    freeze_choices,
    render_games,
    render_new_offer,
    render_sent_offer,
)
from games.live.showcase import Showcase
from games.messages import notices
from games.messages.language import current_language
from games.messages.refusals import tell_refusal
from games.models import Game
from games.presenters.people import names_of
from games.presenters.rulebook import introduce_briefly, rules_language
from games.views.requests import (
    NoTableToSee,
    PlayerRequest,
    SiteRequest,
    find_game,
    lead_back,
    post_only,
    view_seeks,
)
from games.views.table import game_page

SEEK_CHOSEN = "seek"
COMPUTER_CHOSEN = "computer"
DEFAULT_GAME = next(iter(rules.VARIANTS))


@never_cache
@require_safe
def lobby(request: SiteRequest) -> HttpResponse:
    """Show where one can play: now, against the computer, at open tables, in running games."""
    missed = request.GET.get(services.MISSED)
    if missed and request.user.is_authenticated:
        with storage.optional():
            services.see_missed_call(request.user.pk, missed)
    return _lobby_page(request)


@never_cache
@require_safe
def lobby_live(request: SiteRequest) -> HttpResponse:
    """Answer the slow poll: the lists and the showcase if they differ from those shown."""
    view, showcase = _view_lobby(request)
    changed = ""
    if request.GET.get("version") != view.version:
        changed = render_lobby(view, language=current_language(), csrf_token=get_token(request))
        changed += render_turns(view.mine.turns)
    if request.GET.get("shown") != showcase.mark:
        changed += showcase.html
    return HttpResponse(changed, status=200 if changed else 204)


def _view_lobby(request: SiteRequest) -> tuple[presenters.LobbyView, Showcase]:
    """Return the lobby's lists and showcase, and keep the places of a player who looks at them."""
    public = read_public_lists()
    view = presenters.view_lobby(request.user, now=timezone.now(), public=public)
    if view.mine.seeks and request.user.is_authenticated:
        with storage.optional():
            services.keep_seeking(request.user)
    colours = has_four_colours(request.user)
    language = current_language()
    viewer_id = request.user.pk
    return view, find_showcase(
        viewer_id, public, apart=view.apart, language=language, four_colours=colours
    )


@never_cache
@require_safe
def seeks_live(request: SiteRequest, public_id: str) -> HttpResponse:
    """Answer the slow poll of a game's page: the player's places in the queue if they differ."""
    view = view_seeks(request, public_id)
    if request.GET.get("version") == view.version:
        return HttpResponse(status=204)
    return HttpResponse(
        render_seeks(view, language=current_language(), csrf_token=get_token(request))
    )


def _lobby_page(
    request: SiteRequest, sent: OfferForm | None = None, *, status: int = 200
) -> HttpResponse:
    """Show the lobby with the forms of the chosen game, and the errors of a form that was sent."""
    asked = request.GET.get("game", "") if sent is None else sent.data.get("variant", "")
    game = asked if asked in rules.VARIANTS else DEFAULT_GAME
    view, showcase = _view_lobby(request)
    lists = render_lobby(view, language=current_language(), csrf_token=get_token(request))
    is_new = not view.mine.groups and not view.finished
    refused, offers = _render_offers(request, game, sent)
    context = {
        "games": rules.VARIANTS.values(),
        "is_new": is_new,
        "begins_with_lists": not is_new or bool(view.invitations),
        "chosen": rules.variant(game),
        "introduction": introduce_briefly(game),
        "rules_language": rules_language(),
        "refused": refused,
        "offers": offers,
        "game_cards": render_games(is_new=is_new),
        "lobby_html": mark_safe(lists),  # noqa: S308 (an autoescaped template made it)
        "showcase_html": mark_safe(showcase.html),  # noqa: S308 (likewise)
        "showcase": showcase,
        "l": view,
    }
    return render(request, "games/lobby.html", context, status=status)


def _render_offers(
    request: SiteRequest, game: str, sent: OfferForm | None
) -> tuple[str, dict[str, SafeString]]:
    """Return the kind of the form that was sent, or "", and the fields of all forms by kind."""
    seek = freeze_choices(request.session.get(SEEK_CHOSEN, {}))
    computer = freeze_choices(request.session.get(COMPUTER_CHOSEN) or {})
    begin = {"seek": seek, "quick": computer, "computer": computer, "table": ()}
    offers = {kind: render_new_offer(kind, game, chosen) for kind, chosen in begin.items()}
    if sent is None:
        return "", offers
    refused, fields = render_sent_offer(sent, game)
    return refused, {**offers, refused: fields}


@post_only
def play_now(request: SiteRequest) -> HttpResponseBase:
    """Join a player who waits in the queue, or wait in it.

    A game's result asks for another one like it: the times chosen in the lobby stay as they are.
    """
    form = SeekForm(request.POST, auto_id=SEEK_IDS)
    if not form.is_valid():
        return _limit_mistakes(request) or _offer_refused(request, form)
    chosen = {} if "another" in request.POST else {SEEK_CHOSEN: form.choices}
    return _begin(request, service=services.play_now, form=form, chosen=chosen)


@post_only
def play_computer(request: SiteRequest) -> HttpResponseBase:
    """Start a game against computer players."""
    form = ComputerForm(request.POST, game=DEFAULT_GAME)
    if form.is_valid():
        chosen = {}
        if "level" in request.POST or "level_1" in request.POST:
            chosen[COMPUTER_CHOSEN] = {**form.clock, "level": form.cleaned_data["levels"][0]}
        return _begin(request, service=services.play_computer, form=form, chosen=chosen)
    if refusal := _limit_mistakes(request):
        return refusal
    if form.has_error("variant") or form.has_error("move_time"):
        return _offer_refused(request, form)
    return _lobby_page(request, form, status=422)


@post_only
def open_table(request: SiteRequest) -> HttpResponseBase:
    """Create a table that is open to anyone, to those with its link, or to one player."""
    form = TableForm(request.POST, game=DEFAULT_GAME)
    if form.is_valid():
        return _begin(request, service=services.open_table, form=form, chosen={})
    return _limit_mistakes(request) or _lobby_page(request, form, status=422)


def _limit_mistakes(request: SiteRequest) -> HttpResponse | None:
    """Count a form with a mistake like one that begins a game, a visitor's like a new guest."""
    return refusal_of(request, "new_game" if request.user.is_authenticated else "guest")


@guests_welcome
@limit("new_game")
def _begin(
    request: PlayerRequest, *, service: Any, form: OfferForm, chosen: dict[str, Any]
) -> HttpResponse:
    """Have a service begin what a form asks for. Only now a visitor becomes a guest.

    `chosen` is what the session remembers of it for the next game.
    """
    try:
        begun = service(request.user, **form.cleaned_data)
    except services.SeatRefused as refused:
        if refused.fact.code in ("invited_self", "not_to_be_invited"):
            form.add_error("opponent", tell_refusal(refused))
        elif isinstance(refused, services.AlreadyPlaying) and refused.public_id:
            return _seat_refused(request, refused)
        else:
            messages.error(request, tell_refusal(refused))
        return _lobby_page(request, form, status=422)
    for name, choices in chosen.items():
        request.session[name] = choices
    return redirect(begun)


def _offer_refused(request: SiteRequest, form: OfferForm | None = None) -> HttpResponse:
    reason = notices.unknown_offer()
    if form is not None and form.has_error("move_time", "no_time"):
        reason = str(form.errors["move_time"][0])
    messages.error(request, reason)
    return _lobby_page(request, form, status=422)


def _seat_refused(request: PlayerRequest, refused: services.SeatRefused) -> HttpResponse:
    messages.error(request, tell_refusal(refused))
    if refused.fact.code == "unknown_move_time":
        return _lobby_page(request, status=422)
    if isinstance(refused, services.AlreadyPlaying) and refused.public_id:
        return redirect("game", refused.public_id)
    return redirect("home")


@post_only
def join(request: SiteRequest, public_id: str) -> HttpResponseBase:
    """Take a free seat."""
    try:
        # Before anyone is made a guest for nothing.
        found = selectors.find_game(public_id, request.user)
        if request.user.is_authenticated:
            return _join(request, public_id)
        return _join_as_stranger(request, public_id, taken=names_of(found.seats))
    except Game.DoesNotExist:
        # The answer must not tell whether the table ever existed.
        messages.error(request, notices.table_gone())
        return redirect("home")


def _join_as_stranger(
    request: SiteRequest, public_id: str, *, taken: Iterable[str]
) -> HttpResponseBase:
    """Take a free seat as a new guest, by the name that was given."""
    form = NameForm(request.POST, taken=taken)
    if not form.is_valid():
        for error in form.errors["name"]:
            messages.error(request, str(error))
        sent = presenters.FormState(typed=form.data["name"])
        return game_page(request, find_game(request, public_id), sent, status=422)
    answer = sign_in_guest(request)
    if answer is None and form.cleaned_data["name"]:
        name_guest(cast(User, request.user), form.cleaned_data["name"])
    return answer or _join(request, public_id)


@guests_welcome
def _join(request: PlayerRequest, public_id: str) -> HttpResponse:
    found = selectors.find_game(public_id, request.user)
    form = JoinForm(request.POST)
    if not form.is_valid():
        if form.has_error("move_time"):
            return _offer_refused(request)
        messages.error(request, notices.unknown_seat())
        return redirect("game", public_id)
    try:
        services.join_game(found.game.pk, user=request.user, **form.cleaned_data)
    except services.SeatRefused as refused:
        if isinstance(refused, services.AlreadyPlaying) or not _still_waits(request, public_id):
            return _seat_refused(request, refused)
        messages.error(request, tell_refusal(refused))
        return redirect("game", public_id)
    return redirect("game", public_id)


@post_only
@login_required
def come(request: PlayerRequest, public_id: str) -> HttpResponse:
    """Begin the game to which the player was called from another page."""
    found = find_game(request, public_id)
    try:
        services.come_to_game(found.game.pk, user=request.user)
    except services.SeatRefused as refused:
        return _seat_refused(request, refused)
    return redirect("game", public_id)


def _still_waits(request: PlayerRequest, public_id: str) -> bool:
    """Return whether there is still a seat to choose at the table."""
    try:
        found = selectors.find_game(public_id, request.user)
    except Game.DoesNotExist:
        return False
    return found.game.status == Game.Status.WAITING and found.game.players > 2


@post_only
@login_required
@limit("new_game")
def seat_computers(request: PlayerRequest, public_id: str) -> HttpResponse:
    """Give one free seat, or all of them, to computer players."""
    found = find_game(request, public_id)
    form = ComputersForm(request.POST)
    if not form.is_valid():
        messages.error(request, notices.unknown_level())
        return redirect("game", public_id)
    seat, level = form.cleaned_data["seat"], form.cleaned_data["level"]
    seats = presenters.free_seats(found) if seat is None else (seat,)
    try:
        services.seat_computers(
            found.game.pk, user=request.user, levels=dict.fromkeys(seats, level)
        )
    except services.Refused as refused:
        messages.error(request, tell_refusal(refused))
    return redirect("game", public_id)


@post_only
@login_required
def leave(request: PlayerRequest, public_id: str) -> HttpResponse:
    """Leave before the cards are dealt, or decline to play."""
    try:
        found = find_game(request, public_id)
    except NoTableToSee:
        return lead_back(request, public_id)
    try:
        services.leave_game(found.game.pk, user=request.user)
    except services.Refused as refused:
        messages.error(request, tell_refusal(refused))
        return redirect("game", public_id)
    return redirect("home")


@post_only
@login_required
@limit("new_game")
def rematch(request: PlayerRequest, public_id: str) -> HttpResponse:
    """Offer a rematch, accept one, or play against the same computer players again."""
    found = find_game(request, public_id)
    try:
        return redirect(services.offer_rematch(found.game.pk, user=request.user))
    except services.AlreadyPlaying as refused:
        return _seat_refused(request, refused)
    except services.Refused as refused:
        messages.error(request, tell_refusal(refused))
        return redirect("game", public_id)
