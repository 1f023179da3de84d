"""Static files from the same process, and games that this release can not show."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from whitenoise.middleware import WhiteNoiseMiddleware

from games.rules import UnknownRules


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """Answer with a static file in one piece; an ASGI server would collect a stream anyway."""

    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> HttpResponse:
        found = static_file.get_response(request.method, request.META)
        content = b""
        if found.file is not None:
            with found.file as file:
                content = file.read()
        response = HttpResponse(content, status=int(found.status))
        del response["content-type"]
        for key, value in found.headers:
            response[key] = value
        return response


class UnknownRulesMiddleware:
    """Say plainly that a game's rules are not known here; they came with another release."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, UnknownRules):
            return None
        return render(request, "unknown_rules.html", {"sentence": error.sentence}, status=503)
