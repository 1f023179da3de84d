"""The turn composer: what a selection would do before it is played."""

from __future__ import annotations

from django.http import Http404, HttpResponse, HttpResponseBadRequest
from django.views.decorators.cache import never_cache

from accounts.limits import LocalLimit
from games import presenters, selectors
from games.forms.selection import BadForm, read_choice
from games.live.fragments import render_answers, render_composer
from games.messages.language import current_language
from games.models import Game
from games.views.requests import SiteRequest, post_only

questions = LocalLimit("compose")


# A post, although it changes nothing: addresses end up in logs, and cards of a hand must not.
@post_only
@never_cache
def compose(request: SiteRequest, public_id: str) -> HttpResponse:
    """Show a player what the chosen cards would do."""
    if not questions.accepts(request):
        return HttpResponse(status=429)  # the page keeps what it shows, and asks again later
    try:
        snapshot = selectors.find_newest(public_id, request.user)
    except Game.DoesNotExist:
        raise Http404 from None
    try:
        cards, piles = read_choice(request.POST)
    except BadForm as bad_form:
        return HttpResponseBadRequest(str(bad_form), content_type="text/plain")
    composer = presenters.compose_selection(snapshot, request.user.pk, cards, piles)
    if composer is None:
        raise Http404
    return HttpResponse(render_composer(snapshot.game, composer, language=current_language()))


@post_only
@never_cache
def answers(request: SiteRequest, public_id: str) -> HttpResponse:
    """Give the player to move the answers to what is likely to be chosen, before it is."""
    if not questions.accepts(request):
        return HttpResponse(status=429)
    try:
        snapshot = selectors.find_newest(public_id, request.user)
    except Game.DoesNotExist:
        raise Http404 from None
    likely = presenters.answer_likely_choices(snapshot, request.user.pk)
    if likely is None:
        raise Http404
    found = render_answers(snapshot, likely, language=current_language())
    if not found:
        return HttpResponse(status=204)
    return HttpResponse(found, content_type="application/json")
