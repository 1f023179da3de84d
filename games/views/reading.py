"""Pages to read: the rules of the games, and how the site is."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import rules, tables
from games.rulebook import rules_page as read_rules
from games.tables import PLAYED_HERE


@require_safe
def rules_index(request: HttpRequest) -> HttpResponse:
    """List the games that are played here, with their rules."""
    return render(
        request, "rules/index.html", {"variants": [rules.variant(name) for name in PLAYED_HERE]}
    )


@require_safe
def rules_page(request: HttpRequest, variant: str) -> HttpResponse:
    """Show the rules of a game."""
    if variant not in PLAYED_HERE:
        raise Http404
    context = {
        "variant": rules.variant(variant),
        "rules_html": mark_safe(read_rules(variant)),  # noqa: S308 (our own text, HTML off)
    }
    return render(request, f"rules/{variant}.html", context)


@never_cache
@require_safe
def status(request: HttpRequest) -> HttpResponse:
    """Tell anybody how the site is."""
    return render(request, "status.html", {"s": tables.site_status(now=timezone.now())})
