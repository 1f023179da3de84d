"""Planning the next turn of a game over days: a page of its own, on which nothing is played."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.limits import limit
from accounts.models import has_four_colours
from games import presenters, services
from games.forms.selection import BadForm, read_condition, read_selection
from games.live.fragments import render_draft
from games.messages.language import current_language
from games.messages.refusals import tell_refusal
from games.presenters import FormState
from games.presenters.plans import PlansView
from games.snapshots import Snapshot
from games.views.requests import PlayerRequest, SiteRequest, find_game, post_only


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@limit("play")
def plans(request: PlayerRequest, public_id: str) -> HttpResponse:
    """Show a player's plans and the table to compose one on, and add one."""
    found = find_game(request, public_id)
    view = presenters.view_plans(found, request.user)
    if view is None:
        return _show_result(request, found)
    if request.method != "POST":
        return _page(request, found, view, request.GET.get("when", ""))
    try:
        condition, selection = read_condition(request.POST), read_selection(request.POST)
    except BadForm as bad_form:
        return _page(request, found, view, "", FormState(refusal=str(bad_form)))
    chosen = selection.hand, selection.piles
    try:
        services.make_plan(
            found.game.pk, user_id=request.user.pk, condition=condition, selection=selection
        )
    except services.ChoiceNeeded as choice:
        return _page(request, found, view, condition, FormState(*chosen, readings=choice.moves))
    except services.MoveRefused as refused:
        form = FormState(*chosen, refusal=tell_refusal(refused), clause=refused.clause)
        found = find_game(request, public_id)
        return _page(request, found, presenters.view_plans(found, request.user), condition, form)
    return redirect("plans", public_id)


def _page(
    request: PlayerRequest,
    found: Snapshot,
    view: PlansView | None,
    condition: str,
    form: FormState | None = None,
) -> HttpResponse:
    """Answer with the page; what was sent and not done makes it a refusal."""
    seat = found.seat_of(request.user.pk)
    draft, fragment = None, ""
    if seat is not None and view is not None and view.can_add:
        draft = presenters.draft_plan(found, seat.index, condition, form or FormState())
        fragment = render_draft(
            draft, language=current_language(), four_colours=has_four_colours(request.user)
        )
    context = {
        "game": found.game,
        "title": found.game.rules.title,
        "view": view,
        "draft": draft,
        "refusal": form.refusal if form else "",
        "draft_html": mark_safe(fragment),  # noqa: S308 (an autoescaped template made it)
    }
    return render(request, "plans/plans.html", context, status=422 if form else 200)


@never_cache
@require_safe
def plans_here(request: SiteRequest, public_id: str) -> HttpResponse:
    """Answer a table that has changed with what it says of the player's plans.

    After a log-out, an open page of a public game still asks; there is nothing left to say.
    """
    found = find_game(request, public_id)
    context = {"game": found.game, "plans": presenters.view_plans(found, request.user)}
    return render(request, "plans/_at_table.html", context)


@post_only
@never_cache
@login_required
@limit("play")
def cancel_plans(
    request: PlayerRequest, public_id: str, plan_id: int | None = None
) -> HttpResponse:
    """Remove all plans for the next turn, or one of them.

    Lead to the page of plans or to the table: whichever the form was on, if it still is.
    """
    found = find_game(request, public_id)
    try:
        services.cancel_plans(found.game.pk, user_id=request.user.pk, plan_id=plan_id)
    except services.NotSeated:
        raise Http404 from None
    can_stay = presenters.view_plans(find_game(request, public_id), request.user) is not None
    return redirect("plans" if "stay" in request.POST and can_stay else "game", public_id)


@post_only
@never_cache
@login_required
@limit("play")
def only_moves(request: PlayerRequest, public_id: str) -> HttpResponse:
    """Choose whether the site plays for the player when there is only one legal move."""
    found = find_game(request, public_id)
    is_on = "on" in request.POST
    try:
        services.choose_only_moves(found.game.pk, user_id=request.user.pk, is_on=is_on)
    except services.MoveRefused:
        return _show_result(request, find_game(request, public_id))
    return redirect("plans", public_id)


def _show_result(request: PlayerRequest, found: Snapshot) -> HttpResponse:
    """Lead a player to the table if the game has ended meanwhile; nobody else could plan there."""
    if not found.game.has_ended or found.seat_of(request.user.pk) is None:
        raise Http404
    return redirect("game", found.game.public_id)
