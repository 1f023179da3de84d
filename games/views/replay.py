"""Games move by move: finished games, the visitor's own running games, and games from files."""

from __future__ import annotations

from itertools import zip_longest
from typing import Final

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import has_four_colours
from games import presenters, selectors
from games.live.fragments import render_replay
from games.messages.language import current_language
from games.models import Game
from games.presenters import Replay, ReplayView
from games.rules import IllegalMove
from games.services.uploads import load_upload
from games.snapshots import Snapshot
from games.views.requests import SiteRequest, find_game

MOVES_SHOWN: Final = "X-Moves-Shown"
"""The header in which a replay page says which moves it lists already; see replay.js."""
LAST: Final = "last"
"""What a link asks for in place of the number of the newest step."""


@never_cache
@require_safe
def replay(request: SiteRequest, public_id: str, step: int | None = None) -> HttpResponse:
    """Show a step of a finished game, or of a running game to its players."""
    snapshot = find_game(request, public_id)
    try:
        found = presenters.replay_game(snapshot, request.user.pk)
    except Game.DoesNotExist:
        raise Http404 from None
    return _answer(request, found, snapshot, reverse("replay", args=[public_id]), step)


@never_cache
@require_safe
def line(
    request: SiteRequest, public_id: str, branch: int, step: int | None = None
) -> HttpResponse:
    """Show a step of what may be expected after a better move than the one played at `branch`."""
    snapshot = find_game(request, public_id)
    try:
        game = presenters.replay_game(snapshot, request.user.pk)
        found = presenters.replay_line(snapshot, game, branch)
    except (Game.DoesNotExist, IllegalMove):
        raise Http404 from None
    path = reverse("replay_line", args=[public_id, branch])
    return _answer(request, found, snapshot, path, step, whole=game)


@never_cache
@require_safe
def record_replay(request: SiteRequest, token: str, step: int | None = None) -> HttpResponse:
    """Show a step of a game that was read from a file."""
    record = load_upload(token)
    if record is None:
        raise Http404
    path = reverse("record_replay", args=[token])
    played_here = selectors.find_recorded_game(record, request.user)
    return _answer(
        request, presenters.replay_record(record), None, path, step, played_here=played_here
    )


def _answer(
    request: SiteRequest,
    found: Replay,
    snapshot: Snapshot | None,
    path: str,
    step: int | None,
    *,
    played_here: Game | None = None,
    whole: Replay | None = None,
) -> HttpResponse:
    """Answer with the fragment when htmx asked, else with the whole page around it.

    `played_here` is the game of this site that a file tells, `whole` the game that a line leaves.
    """
    if step is None:
        return _redirect_to_step(request, path, last=len(found.steps) - 1)
    perspective = request.GET.get("view", "")
    try:
        view = presenters.view_replay(found, path=path, step=step, perspective=perspective)
    except IndexError:
        raise Http404 from None
    is_part = request.htmx and not request.htmx.history_restore_request
    analysed, analysis_state = _find_analysed(snapshot, found, step)
    fragment = render_replay(
        view,
        language=current_language(),
        four_colours=has_four_colours(request.user),
        analysed=analysed,
        analysis_state=analysis_state,
        moves_shown=request.headers.get(MOVES_SHOWN, "") if is_part else "",
    )
    if is_part:
        return HttpResponse(fragment)
    if whole is not None:
        view = presenters.view_replay(whole, path=path, step=0, perspective=perspective)
    return _page(request, view, fragment, snapshot, analysis_state, played_here)


def _find_analysed(
    snapshot: Snapshot | None, found: Replay, step: int
) -> tuple[presenters.AnalysedView | None, str]:
    """Return the analysis of the step, and the state of the analysis of the game."""
    if snapshot is None or found.viewer is not None:
        return None, "none"
    analysis = selectors.find_analysis(snapshot.game)
    if found.branch:
        return None, presenters.analysis_state(analysis)
    analysed = presenters.view_analysed_step(snapshot, analysis, found, step)
    return analysed, presenters.analysis_state(analysis)


def _page(
    request: SiteRequest,
    view: ReplayView,
    fragment: str,
    snapshot: Snapshot | None,
    analysis_state: str,
    played_here: Game | None,
) -> HttpResponse:
    pages = [page for _, page in presenters.player_links(snapshot)] if snapshot else []
    context = {
        "game": snapshot.game if snapshot else None,
        "played_here": played_here,
        "players": list(zip_longest(view.names, pages, fillvalue="")),
        "replay": view,
        "analysis_state": analysis_state,
        "replay_html": mark_safe(fragment),  # noqa: S308 (an autoescaped template made it)
    }
    return render(request, "replay/replay.html", context)


def _redirect_to_step(request: SiteRequest, path: str, *, last: int) -> HttpResponse:
    """Redirect the slider's form, and links without a step, to the address of a step."""
    asked = request.GET.get("step", "")
    step = int(asked) if asked.isdecimal() and len(asked) < 6 else 0
    if asked == LAST:
        step = last
    query = request.GET.copy()
    query.pop("step", None)
    return redirect(f"{path}{step}/" + (f"?{query.urlencode()}" if query else ""))
