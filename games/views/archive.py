"""The archive of finished games."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.time_zones import name_time_zone
from games import presenters
from games.forms.archive import ArchiveForm
from games.messages.language import remembered
from games.selectors.archive import MINE, PUBLIC
from games.views.requests import SiteRequest


@never_cache
@require_safe
def archive(request: SiteRequest) -> HttpResponse:
    """Search the visitor's own finished games, or the public ones."""
    asked = {name: str(value) for name, value in request.GET.dict().items() if value}
    if len(asked) < len(request.GET):
        # The address, which people may share, holds only the fields that were filled in.
        return redirect(f"{request.path}?{urlencode(asked)}" if asked else request.path)
    show = asked.get("show")
    if show not in (MINE, PUBLIC):
        show = MINE if request.user.is_authenticated else PUBLIC
    if show == MINE:
        asked.pop("player", None)  # the form of the own games has no such field
    form = ArchiveForm({**asked, "show": show})
    found = None
    if form.is_valid():
        edges = {name: asked.get(name, "") for name in ("before", "after")}
        found = presenters.view_archive(request.user, form.search, **edges)
    is_usual = found is not None and not form.is_narrowed
    search = _render_empty_search(show) if is_usual else _render_search(form, mine=show == MINE)
    zone = name_time_zone(str(timezone.get_current_timezone()), timezone.now())
    context = {
        "form": form,
        "mine": show == MINE,
        "found": found,
        "zone": zone,
        "search_html": search,
    }
    return render(request, "archive/archive.html", context)


@remembered(maxsize=2)
def _render_empty_search(show: str) -> SafeString:
    """Return the form of somebody who has not searched for anything, closed."""
    return _render_search(ArchiveForm({"show": show}), mine=show == MINE, is_open=False)


def _render_search(form: ArchiveForm, *, mine: bool, is_open: bool = True) -> SafeString:
    return render_to_string(
        "archive/_search.html", {"form": form, "mine": mine, "is_open": is_open}
    )
