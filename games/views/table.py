"""The table: looking at a game and playing in it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypedDict

from django.contrib.auth.decorators import login_required
from django.db import DatabaseError
from django.http import Http404, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.safestring import mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import limits
from accounts.forms import TableSettingsForm
from accounts.models import has_four_colours
from accounts.services import change_table_settings
from config import storage
from config.pages import arrival_of
from games import presenters, selectors, services
from games.forms.notes import NotesForm
from games.live.fragments import (
    render_game,
    render_seeks,
    render_unread,
    render_whole,
    take_table,
)
from games.live.marks import mark_table
from games.live.plays import play_selection
from games.messages import notices
from games.messages.language import current_language, names_no_language, speak
from games.messages.refusals import tell_refusal
from games.models import Game
from games.presenters import FormState
from games.snapshots import Snapshot
from games.views.requests import (
    NoTableToSee,
    PlayerRequest,
    SiteRequest,
    find_game,
    lead_back,
    post_only,
    view_seeks,
)
from notices.selectors import count_unread, is_muted
from notices.services import mute_game, unmute_game


def limit_posts(action: str) -> Callable[..., Callable[..., HttpResponse]]:
    """Refuse posts that come faster than anyone can play, from a player or a visitor's address."""

    def decorate(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def limited(request: SiteRequest, public_id: str) -> HttpResponse:
            if not limits.is_within_limit(request, action):
                if not request.htmx:
                    return limits.refuse(request)
                form = FormState(refusal=notices.too_fast())
                return game_page(request, find_game(request, public_id), form, status=429)
            try:
                return view(request, public_id)
            except DatabaseError as error:
                if not (request.htmx and storage.note_failure(error)):
                    raise
            form = FormState(refusal=notices.cannot_store())
            return game_page(request, find_game(request, public_id), form, status=422)

        return limited

    return decorate


@never_cache
@require_safe
def game(request: SiteRequest, public_id: str) -> HttpResponse:
    """Show a game in whatever state it is."""
    try:
        snapshot = find_game(request, public_id)
    except NoTableToSee:
        return lead_back(request, public_id)
    _keep_waiting(request, snapshot)
    if request.user.is_authenticated:
        with storage.optional():
            services.mark_viewed(snapshot.game, user=request.user)
    host = snapshot.game.host
    if host is None or snapshot.game.status != Game.Status.WAITING or not _is_messenger(request):
        return game_page(request, snapshot)
    with speak(host.spoken_language):
        response = game_page(request, snapshot)
    response.headers["Content-Language"] = host.spoken_language
    return response


def _is_messenger(request: SiteRequest) -> bool:
    """Return whether a program fetches a shared link: unlike a browser, it asks for no language.

    It is shown an invitation in the language of whoever invites.
    """
    return names_no_language(request.COOKIES, request.headers.get("Accept-Language", ""))


@never_cache
@require_safe
def game_live(request: SiteRequest, public_id: str) -> HttpResponse:
    """Answer the slow poll: the game's fragment if it has changed, else nothing.

    With it comes what is unread, so that a page without a socket can say that it shows it.
    """
    snapshot = find_game(request, public_id)
    _keep_waiting(request, snapshot)
    if request.GET.get("version") == str(snapshot.game.version):
        return HttpResponse(status=204)
    fragment = render_game(snapshot, request.user.pk, **_options_of(request))
    return HttpResponse(fragment + _render_unread(request, public_id))


def _render_unread(request: SiteRequest, public_id: str) -> str:
    if not request.user.is_authenticated:
        return ""
    unread = count_unread(request.user, game=public_id)
    return render_unread(unread, language=current_language())


def _keep_waiting(request: SiteRequest, snapshot: Snapshot) -> None:
    if snapshot.game.status == Game.Status.WAITING and request.user.is_authenticated:
        with storage.optional():
            services.keep_waiting(snapshot.game.pk, user=request.user)


class _Options(TypedDict):
    """What decides how a table is rendered for its viewer, besides the table."""

    language: str
    csrf_token: str
    four_colours: bool


def _options_of(request: SiteRequest) -> _Options:
    return {
        "language": current_language(),
        "csrf_token": get_token(request),
        "four_colours": has_four_colours(request.user),
    }


def _mark(request: SiteRequest, snapshot: Snapshot) -> str:
    get_token(request)  # makes the cookie known
    return mark_table(
        snapshot,
        request.user,
        language=current_language(),
        csrf_cookie=request.META["CSRF_COOKIE"],
    )


def game_page(
    request: SiteRequest,
    snapshot: Snapshot,
    form: FormState | None = None,
    *,
    notes_form: NotesForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """Answer with the fragment when htmx asked, else with the whole page around it."""
    table, view = take_table(snapshot, request.user.pk, **_options_of(request), form=form)
    fragment = render_whole(table, view, language=current_language())
    if request.htmx:
        return HttpResponse(fragment, status=status)
    seeks = view_seeks(request, snapshot.game.public_id)
    seeks_html = render_seeks(seeks, language=current_language(), csrf_token=get_token(request))
    turns = selectors.find_turns(request.user)
    elsewhere = len(turns.mine - {snapshot.game.pk})
    unread = count_unread(request.user, game=snapshot.game.public_id)
    shown = {
        "shows": _mark(request, snapshot) if form is None else "",
        "seeks": seeks.version,
        "turns": str(elsewhere or ""),
        "unread": str(unread.elsewhere or ""),
    }
    context = {
        "game": snapshot.game,
        "turns": turns,
        "unread": unread,
        "elsewhere": elsewhere,
        "is_here": elsewhere < len(turns.mine),
        "seeks_html": mark_safe(seeks_html),  # noqa: S308 (an autoescaped template made it)
        "waiting": view.waiting,
        "story": presenters.view_story(snapshot, request.user.pk, now=timezone.now()),
        **_beside(request, snapshot, notes_form),
        "table_settings": TableSettingsForm(instance=request.user) if request.user.pk else None,
        "shown": urlencode({name: mark for name, mark in shown.items() if mark}),
        "game_html": mark_safe(fragment),  # noqa: S308 (an autoescaped template made it)
    }
    return render(request, "games/game.html", context, status=status)


@never_cache
@require_safe
def beside(request: SiteRequest, public_id: str) -> HttpResponse:
    """Answer a page that waited for the game with what is beside its table."""
    snapshot = find_game(request, public_id)
    context = {"game": snapshot.game, **_beside(request, snapshot)}
    return render(request, "games/_beside.html", context)


def _beside(
    request: SiteRequest, snapshot: Snapshot, notes_form: NotesForm | None = None
) -> dict[str, Any]:
    game = snapshot.game
    has_begun = game.status != Game.Status.WAITING
    return {
        "may_plan": game.is_over_days and game.is_running and snapshot.seat_of(request.user.pk),
        "plans": presenters.view_plans(snapshot, request.user),
        "is_muted": _is_muted(request, snapshot),
        "has_others": has_begun and snapshot.has_others(request.user.pk),
        "notes_form": notes_form or _notes_form(request, snapshot),
        "has_saved_notes": notes_form is None and request.GET.get("notes") == "saved",
    }


def _notes_form(request: SiteRequest, snapshot: Snapshot) -> NotesForm | None:
    """Return the form for the notes of somebody who plays, or has played, in the game."""
    if snapshot.game.status == Game.Status.WAITING:
        return None
    if request.user.pk is None or all(seat.user_id != request.user.pk for seat in snapshot.seats):
        return None
    return NotesForm(initial={"text": selectors.find_note(snapshot.game.pk, request.user)})


@post_only
@never_cache
@login_required
@limit_posts("play")
def notes(request: PlayerRequest, public_id: str) -> HttpResponse:
    """Store what a player notes about the game."""
    found = find_game(request, public_id)
    form = NotesForm(request.POST)
    if not form.is_valid():
        return game_page(request, found, notes_form=form, status=422)
    try:
        services.write_note(found.game.pk, user=request.user, text=form.cleaned_data["text"])
    except services.NotSeated:
        raise Http404 from None
    return redirect(f"{found.game.get_absolute_url()}?notes=saved#notes")


@post_only
@never_cache
@login_required
@limit_posts("play")
def mute(request: PlayerRequest, public_id: str) -> HttpResponse:
    """Mute the game for one of its players, or let it be heard again."""
    found = find_game(request, public_id)
    if found.seat_of(request.user.pk) is None:
        raise Http404
    change = unmute_game if "unmute" in request.POST else mute_game
    change(request.user, public_id)
    return redirect(f"{found.game.get_absolute_url()}#mute")


def _is_muted(request: SiteRequest, snapshot: Snapshot) -> bool | None:
    """Return whether the visitor has muted this game, None if it will tell the visitor nothing."""
    game, seat = snapshot.game, snapshot.seat_of(request.user.pk)
    is_shared = any(not each.computer for each in snapshot.seats if each is not seat)
    is_telling = (game.is_over_days or is_shared) and not (game.has_ended or game.lesson)
    if seat is None or not is_telling:
        return None
    assert request.user.is_authenticated
    return is_muted(request.user, game.public_id)


@post_only
@never_cache
@limit_posts("play")
def move(request: SiteRequest, public_id: str) -> HttpResponse:
    """Play the selected cards."""
    arrived_at = arrival_of(request)
    found = find_game(request, public_id)
    form, after = play_selection(
        found.game.pk,
        request.user.pk,
        request.POST,
        arrived_at=arrived_at,
        language=current_language(),
    )
    if after is not None and not request.htmx and _goes_on(request, after):
        return redirect("next_game")
    return _answer(request, public_id, form)


def _goes_on(request: SiteRequest, after: Snapshot) -> bool:
    """Return whether a player who has moved would like to go on to another game, and can.

    A player whose move has ended the game stays to see the result.
    """
    if not after.game.is_running or not request.user.is_authenticated or not request.user.goes_on:
        return False
    mine = selectors.find_turns(request.user).mine
    return after.game.is_over_days and bool(mine) and after.game.pk not in mine


def _answer(request: SiteRequest, public_id: str, form: FormState) -> HttpResponse:
    is_refused = bool(form.refusal or form.readings)
    if not is_refused and not request.htmx:
        return redirect("game", public_id)
    return game_page(
        request, find_game(request, public_id), form, status=422 if is_refused else 200
    )


@post_only
@never_cache
@login_required
@limit_posts("play")
def pick(request: PlayerRequest, public_id: str) -> HttpResponse:
    """Pick the secret card."""
    arrived_at = arrival_of(request)
    found = find_game(request, public_id)
    card = services.ANY_CARD if "any" in request.POST else request.POST.get("card", "")
    value = request.POST.get("value", "")
    form = FormState()
    try:
        services.pick_secret(
            found.game.pk, user_id=request.user.pk, card=card, value=value, arrived_at=arrived_at
        )
    except services.Refused as refused:
        form = FormState(cards=(card,), refusal=tell_refusal(refused), clause=refused.clause)
    return _answer(request, public_id, form)


@post_only
@never_cache
@login_required
@limit_posts("play")
def table_settings(request: PlayerRequest, public_id: str) -> HttpResponse:
    """Change how tables look and sound."""
    find_game(request, public_id)
    form = TableSettingsForm(request.POST)
    if form.is_valid():
        change_table_settings(request.user, **form.cleaned_data)
    return _answer(request, public_id, FormState())


@post_only
@never_cache
@limit_posts("clock")
def clock(request: SiteRequest, public_id: str) -> HttpResponse:
    """Let a browser whose clock has reached zero ask for what happens next."""
    found = find_game(request, public_id)
    services.expire_turn(found.game.pk)
    return _answer(request, public_id, FormState())


@post_only
@never_cache
@login_required
@limit_posts("play")
def quit_game(request: PlayerRequest, public_id: str) -> HttpResponse:
    """Forfeit the game, or leave a lesson."""
    found = find_game(request, public_id)
    form = FormState()
    try:
        services.quit_game(found.game.pk, user_id=request.user.pk)
        if found.game.lesson:
            return redirect("lessons")
    except services.Refused as refused:
        form = FormState(refusal=tell_refusal(refused))
    return _answer(request, public_id, form)
