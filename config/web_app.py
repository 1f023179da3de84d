"""What lets a browser install the site: the manifest, the service worker, the offline page."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_safe

from config.release_mark import release_mark
from games.messages import shortcuts
from games.messages.language import current_language

LIGHT, DARK, GREEN = "#f5f2ea", "#111614", "#14553d"
"""The colours of pages by day and by night, as in site.css, and of the icon."""
ICONS = {"site.svg": "any", "site-192.png": "192x192", "site-512.png": "512x512"}
MASKABLE = {"site-maskable-512.png": "512x512"}
TYPES = {"svg": "image/svg+xml", "png": "image/png"}
OFFLINE_FILES = ("css/site.css", "icons/site.svg", "js/dom.js", "js/offline.js")
"""What the offline page consists of."""
CARDS = "cards/"
SERVICE_WORKER = settings.BASE_DIR / "static" / "js" / "service-worker.js"


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """Tell browsers what the installed site is called, how it looks and where it begins."""
    next_game, play = reverse("next_game"), f"{reverse('home')}#play"
    answer = {
        "id": "/",
        "name": settings.SITE_NAME,
        "short_name": settings.SITE_NAME,
        "description": shortcuts.description(),
        "lang": current_language(),
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "categories": ["games"],
        "theme_color": LIGHT,
        "background_color": GREEN,
        "color_scheme_dark": {"theme_color": DARK, "background_color": GREEN},
        "icons": [*_icons(ICONS, "any"), *_icons(MASKABLE, "maskable")],
        "shortcuts": [
            {"name": shortcuts.next_game(), "url": next_game, "icons": _icons(ICONS, "any")},
            {"name": shortcuts.play_now(), "url": play, "icons": _icons(ICONS, "any")},
        ],
    }
    return JsonResponse(answer, content_type="application/manifest+json")


def _icons(sizes: dict[str, str], purpose: str) -> list[dict[str, str]]:
    return [
        {
            "src": static(f"icons/{name}"),
            "sizes": size,
            "type": TYPES[name.rpartition(".")[2]],
            "purpose": purpose,
        }
        for name, size in sizes.items()
    ]


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """Send the service worker from the root, since it may only see addresses below its own.

    It begins with what it has to know of this release, so browsers take each release for a new one.
    """
    script = f"self.site = {json.dumps(_release())};\n{_script()}"
    answer = HttpResponse(script, content_type="text/javascript; charset=utf-8")
    answer["Cache-Control"] = "no-cache"
    return answer


def _release() -> dict[str, Any]:
    return {
        "cache": f"files-{release_mark()}",
        "offline": reverse("offline"),
        "renew": reverse("renew_device"),
        "files": [static(name) for name in OFFLINE_FILES],
        "static": settings.STATIC_URL,
        "name": settings.SITE_NAME,
        "cards": settings.STATIC_URL + CARDS,
    }


@cache
def _script() -> str:
    return SERVICE_WORKER.read_text()


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Show what browsers keep for when the site cannot be reached: the same for every visitor."""
    return render(request, "offline.html")
