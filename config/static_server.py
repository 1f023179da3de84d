"""Static files as an ASGI application: answered at once, without a thread of their own."""

from __future__ import annotations

import io
from typing import Any

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound
from django.middleware.security import SecurityMiddleware
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

from config.middleware import permissions_policy_middleware
from config.origin import Application


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """Answer with a static file in one piece; an ASGI server would collect a stream anyway."""

    @staticmethod
    def serve(  # type: ignore[override] # whitenoise’s own middleware takes a request here, too
        static_file: StaticFile, request: HttpRequest
    ) -> HttpResponse:
        # Whoever asks for a part gets the whole: WhiteNoise refuses one of a single byte.
        request.META.pop("HTTP_RANGE", None)
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


class StaticFiles:
    """Answer requests for static files, and leave all others to the application."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self._files = StaticFilesMiddleware(HttpResponseNotFound)
        self._answer = SecurityMiddleware(permissions_policy_middleware(self._files))

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        is_led_to_https = settings.SECURE_SSL_REDIRECT and scope["scheme"] != "https"
        if is_led_to_https or not self._has(scope["path"]):
            await self.application(scope, receive, send)
            return
        while (message := await receive()).get("more_body"):
            pass  # what is received is counted
        if message["type"] == "http.disconnect":
            return
        response: Any = self._answer(ASGIRequest(scope, io.BytesIO()))
        headers = [(name.encode(), value.encode()) for name, value in response.items()]
        start = {"type": "http.response.start", "status": response.status_code, "headers": headers}
        await send(start)
        await send({"type": "http.response.body", "body": response.content})

    def _has(self, path: str) -> bool:
        if self._files.autorefresh:  # with DEBUG, files come and go
            return self._files.find_file(path) is not None
        return path in self._files.files
