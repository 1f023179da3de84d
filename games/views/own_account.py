"""What people may do with the data stored about them."""

from __future__ import annotations

import datetime as dt
import json
from copy import copy

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError, transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.module_loading import import_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.barriers import barriers_document
from accounts.limits import refusal_of
from accounts.models import User
from accounts.reauthentication import proof_required
from accounts.services import account_document, erase_user
from games import presenters, services
from games.messages import notices
from games.views.requests import PlayerRequest
from notices.calendar import feed_document
from notices.devices import devices_document
from notices.own_data import notices_document
from notices.webhooks import webhooks_document

TRIES = 10
"""How often an account is to be erased that gets a seat or anything else meanwhile."""


@never_cache
@login_required
@require_safe
def download(request: PlayerRequest) -> HttpResponse:
    """Send people everything that is stored about them, as a JSON file."""
    if refusal := refusal_of(request, "download"):
        return refusal
    document = {
        "account": account_document(request.user),
        "blocked_and_muted": barriers_document(request.user),
        "calendar": feed_document(request.user),
        "webhooks": webhooks_document(request.user),
        "notices": notices_document(request.user),
        "results": presenters.own_results_document(request.user),
        "pace": presenters.own_pace_document(request.user),
        "vacations": presenters.own_vacations_document(request.user),
        "devices": devices_document(request.user),
        "games": presenters.own_games_document(request.user),
        **{name: import_string(path)(request.user) for name, path in settings.OWN_DATA.items()},
    }
    response = HttpResponse(
        json.dumps(document, indent=2, ensure_ascii=False, default=dt.datetime.isoformat),
        content_type="application/json",
    )
    response["Content-Disposition"] = 'attachment; filename="my-games.json"'
    return response


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@proof_required
def delete_account(request: PlayerRequest) -> HttpResponse:
    """Leave the running games, then erase the account.

    The account stays open until it is erased, so whatever fails on the way can be tried again.
    """
    if request.method != "POST":
        return render(request, "accounts/delete.html")
    games: set[int] = set()
    cause: IntegrityError | None = None
    for _ in range(TRIES):
        left = services.leave_all_games(request.user)
        games |= left.games
        # Whatever is stored for the account in the same moment, it is tried again without that.
        try:
            if _erase(request.user, stuck=left.stuck):
                break
        except IntegrityError as error:
            cause = error
    else:
        raise RuntimeError(
            "an account cannot be erased, because something is always stored for it"
        ) from cause
    logout(request)  # only now: a guest could not log in again to repeat what has failed
    services.show_anew(games)
    messages.success(request, notices.account_deleted())
    return redirect(settings.LOGOUT_REDIRECT_URL)


@transaction.atomic
def _erase(user: User, *, stuck: set[int]) -> bool:
    """Erase an account, unless it is in other games than those; return whether it is erased."""
    if not services.hold_games(user) <= stuck:
        return False
    services.delete_practice(stuck)
    erase_user(copy(user))  # a copy, because what is erased loses the id that the log-out needs
    return True
