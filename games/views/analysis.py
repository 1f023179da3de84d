"""What a computer player would play: hints at the table, and the analysis of finished games."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import reswap, retarget

from accounts import limits
from accounts.models import has_four_colours
from games import presenters, selectors, services
from games.live.fragments import render_hint, render_position
from games.messages import notices
from games.messages.language import current_language
from games.models import Game
from games.presenters.analysis import AnalysisView
from games.services import hints
from games.snapshots import Snapshot
from games.views.requests import PlayerRequest, SiteRequest, find_game


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def hint(request: PlayerRequest, public_id: str) -> HttpResponse:
    """Ask for a hint or show it, only to a player who plays against nobody but computer players."""
    snapshot = find_game(request, public_id)
    if selectors.seat_for_hints(snapshot, request.user.pk) is None:
        raise Http404
    if request.method == "POST":
        if not limits.is_within_limit(request, "hint"):
            return _refuse_hint(request, snapshot)
        if selectors.may_take_hint(snapshot, request.user.pk):
            hints.ask_hint(
                snapshot.game.pk,
                request.user.pk,
                snapshot.game.move_count,
                now=timezone.now(),
            )
        if not request.htmx:
            return redirect("hint", public_id)
    return _show_hint(request, snapshot)


def _refuse_hint(request: PlayerRequest, snapshot: Snapshot) -> HttpResponse:
    (rate,) = limits.parse_rates(settings.RATE_LIMITS["hint"])
    refusal = notices.too_many_hints(rate.amount)
    view = presenters.HintView(snapshot.game.public_id, refusal=refusal)
    # htmx shows the one, and no answer with the other.
    return _hint_page(request, snapshot, view, status=422 if request.htmx else 429)


def _show_hint(request: PlayerRequest, snapshot: Snapshot) -> HttpResponse:
    found = selectors.find_hint(snapshot.game.pk, request.user.pk, snapshot.game.move_count)
    return _hint_page(request, snapshot, presenters.view_hint(snapshot, request.user.pk, found))


def _hint_page(
    request: PlayerRequest,
    snapshot: Snapshot,
    view: presenters.HintView,
    *,
    status: int = 200,
) -> HttpResponse:
    fragment = render_hint(view, language=current_language())
    if request.htmx:
        return HttpResponse(fragment, status=status)
    context = {
        "game": snapshot.game,
        "hint": view,
        "hint_html": mark_safe(fragment),  # noqa: S308 (an autoescaped template made it)
    }
    return render(request, "analysis/hint.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def analysis(request: SiteRequest, public_id: str) -> HttpResponse:
    """Show the analysis of a finished game, or ask for it."""
    snapshot = _find_finished(request, public_id)
    if request.method == "POST":
        return _ask_analysis(request, snapshot)
    view = presenters.view_analysis(snapshot, request.user.pk)
    if not request.htmx:
        return _analysis_page(request, snapshot, view)
    context = {"game": snapshot.game, "a": view}
    if view.is_under_way:
        return render(request, "analysis/_progress.html", context)
    # The last question about the progress is answered with the whole analysis.
    answer = render(request, "analysis/_arrived.html", context)
    return retarget(reswap(answer, "outerHTML"), "#analysis")


def _analysis_page(
    request: SiteRequest, snapshot: Snapshot, view: AnalysisView, *, status: int = 200
) -> HttpResponse:
    players = presenters.player_links(snapshot)
    context = {"game": snapshot.game, "players": players, "a": view}
    return render(request, "analysis/analysis.html", context, status=status)


def _ask_analysis(request: SiteRequest, snapshot: Snapshot) -> HttpResponse:
    if not request.user.is_authenticated:
        return redirect("account_login")
    if not limits.is_within_limit(request, "analysis"):
        a_minute, a_day = limits.parse_rates(settings.RATE_LIMITS["analysis"])
        messages.error(request, notices.too_many_analyses(a_minute.amount, a_day.amount))
        view = presenters.view_analysis(snapshot, request.user.pk)
        return _analysis_page(request, snapshot, view, status=429)
    services.ask_analysis(snapshot.game.pk, user=request.user, now=timezone.now())
    return redirect("analysis", snapshot.game.public_id)


@never_cache
@login_required
@require_safe
def learn(request: PlayerRequest, public_id: str, number: int) -> HttpResponse:
    """Show one of the visitor's own mistakes, and judge the move they try in its place."""
    snapshot = _find_finished(request, public_id)
    try:
        mistake = presenters.view_mistake(
            snapshot,
            request.user.pk,
            number,
            tried=request.GET.get("move", ""),
            is_answered="answer" in request.GET,
        )
    except Game.DoesNotExist:
        raise Http404 from None
    replay = presenters.replay_game(snapshot, request.user.pk)
    position = presenters.view_replay(
        replay, path=mistake.path, step=mistake.step, perspective=str(mistake.seat)
    )
    fragment = render_position(
        position, language=current_language(), four_colours=has_four_colours(request.user)
    )
    context = {
        "game": snapshot.game,
        "mistake": mistake,
        "board_name": position.board_name,
        "position_html": mark_safe(fragment),  # noqa: S308 (an autoescaped template made it)
    }
    return render(request, "analysis/learn.html", context)


def _find_finished(request: SiteRequest, public_id: str) -> Snapshot:
    snapshot = find_game(request, public_id)
    if snapshot.game.status != Game.Status.FINISHED or snapshot.state is None:
        raise Http404
    return snapshot
