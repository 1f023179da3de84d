"""Headers, the visitor’s language, clean pages, log-ins, and games of another release."""

from collections.abc import Callable

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.utils.cache import add_never_cache_headers, patch_vary_headers
from django_htmx.middleware import HtmxDetails

from config.alternates import language_of_address
from games.messages.facts import tell_fact
from games.messages.language import language_of, speak
from games.rules import UnknownRules


def permissions_policy_middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Tell browsers which of their abilities no page of this site uses."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers["Permissions-Policy"] = settings.PERMISSIONS_POLICY
        return response

    return middleware


def keep_private_middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Have browsers keep no page of somebody who is logged in: each names its reader.

    Otherwise a step back would show it after a log-out. What may be kept says so itself.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if settings.SESSION_COOKIE_NAME in request.COOKIES and "Cache-Control" not in response:
            add_never_cache_headers(response)
        return response

    return middleware


def language_of_request(request: HttpRequest) -> str:
    """Return the language to answer in: that of the address, or else the visitor’s."""
    return language_of_address(request) or language_of(
        request.COOKIES, request.headers.get("Accept-Language", "")
    )


def language_middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Answer every request in its visitor's language; with one language there is no choice."""
    if len(settings.LANGUAGES) == 1:
        raise MiddlewareNotUsed

    def middleware(request: HttpRequest) -> HttpResponse:
        language = language_of_request(request)
        request.LANGUAGE_CODE = language
        with speak(language):
            response = get_response(request)
        response.headers.setdefault("Content-Language", language)
        patch_vary_headers(response, ("Accept-Language", "Cookie"))
        return response

    return middleware


def clean_page_middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Let no page repeat a NUL byte that was sent: it shows the sign that browsers show for one."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        kind = response.get("Content-Type", "")
        is_page = kind.startswith("text/html") and not response.streaming
        page = response.content if is_page else b""
        if b"\0" in page:
            response.content = page.replace(b"\0", "\ufffd".encode())
        return response

    return middleware


def log_in_on_its_page_middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Have htmx open the page to log in on, as the browser does with a redirect.

    Otherwise a page that stays open after a log-out would show that page inside itself.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        asked, _, _ = response.get("Location", "").partition("?")
        details = HtmxDetails(request)
        if details and asked == resolve_url(settings.LOGIN_URL):
            shown = _page_of(details) or request.get_full_path()
            del response["Location"]
            response.status_code = 200
            response["HX-Redirect"] = redirect_to_login(shown)["Location"]
        return response

    return middleware


def _page_of(details: HtmxDetails) -> str | None:
    """Return the path of the page that shows what htmx asks for, if it is one of this site."""
    try:
        return details.current_url_abs_path
    except ValueError:  # somebody has made the address up
        return None


class UnknownRulesMiddleware:
    """Say plainly that a game needs rules that this release does not know."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, UnknownRules):
            return None
        sentence = tell_fact(error.fact)
        return render(request, "unknown_rules.html", {"sentence": sentence}, status=503)
