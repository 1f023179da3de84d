"""Games move by move: finished games, the visitor's own running games, and games from files."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any, Final

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.safestring import mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_htmx.http import replace_url

from accounts.models import has_four_colours
from games import presenters, selectors
from games.live.fragments import render_replay
from games.live.showcase import render_steps
from games.messages.language import current_language
from games.models import Game
from games.presenters import Replay, ReplayView
from games.rules import IllegalMove
from games.services.uploads import load_upload
from games.snapshots import Snapshot
from games.views.requests import SiteRequest, find_game

MOVES_SHOWN: Final = "X-Moves-Shown"
"""The header in which a replay page says which moves it lists already; see replay.js."""
DAY: Final = 86_400
LAST: Final = "last"
"""What a link asks for in place of the number of the newest step."""
SINCE: Final = "since"
"""The same for that of the last move of the player who looks back."""


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
    found = presenters.replay_upload(token, record)
    played_here = selectors.find_recorded_game(record, request.user)
    return _answer(request, found, None, path, step, played_here=played_here)


@never_cache
@require_safe
def recorded_game(request: SiteRequest, step: int | None = None) -> HttpResponse:
    """Show a step of the recorded game of the lobby."""
    path = reverse("recorded_game")
    return _answer(request, presenters.recorded_replay(), None, path, step, is_recorded=True)


@require_safe
def recorded_steps(request: SiteRequest) -> HttpResponse:
    """Send all steps of the recorded game as the lobby shows them one after the other.

    Their address holds a mark of what they show, so that browsers may keep them.
    """
    colours = has_four_colours(request.user)
    steps = render_steps(current_language(), four_colours=colours)
    response = HttpResponse(steps, content_type="application/json")
    patch_cache_control(response, private=True, max_age=DAY)
    return response


def _answer(
    request: SiteRequest,
    found: Replay,
    snapshot: Snapshot | None,
    path: str,
    step: int | None,
    *,
    played_here: Game | None = None,
    whole: Replay | None = None,
    is_recorded: bool = False,
) -> HttpResponse:
    """Answer with the fragment when htmx asked, else with the whole page around it.

    `played_here` is the game of this site that a file tells, `whole` the game that a line leaves.
    `is_recorded` says that the file is the site's own. A redirect to the step asked for would cost
    a fragment a second round trip, so it comes at once, on the replay's own page with the address
    to show.
    """
    is_part = request.htmx and not request.htmx.history_restore_request
    address = ""
    if step is None:
        step = _find_step(request, found)
        address = _address_of_step(request, path, step)
        if not is_part:
            return redirect(address)
    perspective = request.GET.get("view", "")
    seat = snapshot.seat_of(request.user.pk) if snapshot else None
    own = seat.index if seat else 0
    try:
        view = presenters.view_replay(found, path=path, step=step, perspective=perspective, own=own)
    except IndexError:
        raise Http404 from None
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
        part = HttpResponse(fragment)
        is_shown = bool(address) and view.is_over and request.htmx.target == "replay"
        return replace_url(part, address) if is_shown else part
    if whole is not None:
        view = presenters.view_replay(whole, path=path, step=0, perspective=perspective, own=own)
    origin = {"played_here": played_here, "is_recorded": is_recorded}
    return _page(request, view, fragment, snapshot, analysis_state, origin)


def _find_analysed(
    snapshot: Snapshot | None, found: Replay, step: int
) -> tuple[presenters.AnalysedView | None, str]:
    """Return the analysis of the step, and the state of the analysis of the game."""
    if snapshot is None or found.viewer is not None:
        return None, "none"
    analysis = selectors.find_analysis(snapshot.game)
    if found.branch:
        return None, presenters.analysis_state(snapshot, analysis)
    analysed = presenters.view_analysed_step(snapshot, analysis, found, step)
    return analysed, presenters.analysis_state(snapshot, analysis)


def _page(
    request: SiteRequest,
    view: ReplayView,
    fragment: str,
    snapshot: Snapshot | None,
    analysis_state: str,
    origin: dict[str, Any],
) -> HttpResponse:
    pages = [page for _, page in presenters.player_links(snapshot)] if snapshot else []
    context = {
        "game": snapshot.game if snapshot else None,
        **origin,
        "players": list(zip_longest(view.names, pages, fillvalue="")),
        "replay": view,
        "analysis_state": analysis_state,
        "replay_html": mark_safe(fragment),  # noqa: S308 (an autoescaped template made it)
    }
    return render(request, "replay/replay.html", context)


def _find_step(request: SiteRequest, found: Replay) -> int:
    """Return the step that the slider's form, or a link without a step, asks for."""
    asked = request.GET.get("step", "")
    if asked == LAST:
        return found.last
    if asked == SINCE:
        return found.last_own
    return int(asked) if asked.isdecimal() and len(asked) < 6 else 0


def _address_of_step(request: SiteRequest, path: str, step: int) -> str:
    query = request.GET.copy()
    query.pop("step", None)
    return f"{path}{step}/" + (f"?{query.urlencode()}" if query else "")
