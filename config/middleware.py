"""Two small middlewares for the way this site is served."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.decorators import sync_only_middleware
from whitenoise.middleware import WhiteNoiseMiddleware


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """Answer with a static file in one piece; an ASGI server would collect a stream anyway."""

    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> HttpResponse:
        found = static_file.get_response(request.method, request.META)
        with found.file or open("/dev/null", "rb") as file:
            response = HttpResponse(file.read(), status=int(found.status))
        del response["content-type"]
        for key, value in found.headers:
            response[key] = value
        return response


@sync_only_middleware
def one_thread(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Change nothing: being synchronous and innermost, it keeps the whole chain in one thread."""
    return get_response
