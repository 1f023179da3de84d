"""Pages to read: the rules of the games and the status of the site."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import has_four_colours
from games import presenters, rules
from games.presenters.rulebook import introduce, introduce_briefly, rules_language
from games.presenters.rulebook import rules_page as read_rules


@require_safe
def rules_index(request: HttpRequest) -> HttpResponse:
    """List the games that are played here, and what each is like."""
    games = [
        {"variant": variant, "introduction": introduce(variant.name)}
        for variant in rules.VARIANTS.values()
    ]
    return render(request, "rules/index.html", {"games": games, "rules_language": rules_language()})


@require_safe
def rules_page(request: HttpRequest, variant: str) -> HttpResponse:
    """Show the rules of a game."""
    if variant not in rules.VARIANTS:
        raise Http404
    text = read_rules(variant, four_colours=has_four_colours(request.user))
    context = {
        "variant": rules.variant(variant),
        "introduction": " ".join(introduce_briefly(variant)),
        "rules_language": rules_language(),
        "rules_html": mark_safe(text),  # noqa: S308 (our own text, HTML off)
    }
    return render(request, f"rules/{variant}.html", context)


@never_cache
@require_safe
def status(request: HttpRequest) -> HttpResponse:
    """Show anyone how the site is doing."""
    return render(request, "status.html", {"s": presenters.site_status(now=timezone.now())})
