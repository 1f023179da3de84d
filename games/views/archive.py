"""The archive of finished games."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.time_zones import name_time_zone
from games import presenters
from games.forms.archive import ArchiveForm
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
    show = asked.get("show") or (MINE if request.user.is_authenticated else PUBLIC)
    form = ArchiveForm({**asked, "show": show})
    found = None
    if form.is_valid():
        edges = {name: asked.get(name, "") for name in ("before", "after")}
        found = presenters.view_archive(request.user, form.search, **edges)
    zone = name_time_zone(timezone.get_current_timezone_name(), timezone.now())
    context = {"form": form, "mine": show == MINE, "found": found, "zone": zone}
    return render(request, "archive/archive.html", context)
