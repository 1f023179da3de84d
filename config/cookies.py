"""Cookies whose names begin with `__Host-`, and browsers that still have those from before.

No other host of the same domain can set a cookie of such a name. Guests have no password, so
whoever is logged in with a cookie of an earlier release must stay so: its session is taken over.
That is no way in for others, because new sessions have keys that are refused under the old name.
"""

from __future__ import annotations

from typing import Any

from channels.sessions import CookieMiddleware
from django.conf import settings
from django.http import parse_cookie

from accounts.sessions import is_old_key
from config.origin import Application

OLD_SESSION, OLD_CSRF = "sessionid", "csrftoken"


class TakeOverCookies:
    """Read the cookies of earlier releases under their new names, and give the browser new ones."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        cookies = parse_cookie(_cookie_header(scope["headers"]))
        key = _take_over(cookies, OLD_SESSION, settings.SESSION_COOKIE_NAME)
        csrf = _take_over(cookies, OLD_CSRF, settings.CSRF_COOKIE_NAME)
        taken = {}
        if is_old_key(key):
            taken[settings.SESSION_COOKIE_NAME] = key
        # Over https, what decides about a form is where its page came from.
        if csrf.isascii() and csrf.isalnum():
            taken[settings.CSRF_COOKIE_NAME] = csrf
        if taken:
            scope = scope | {"headers": _with_cookies(scope["headers"], taken)}

        async def send_new(message: Any) -> None:
            if message["type"] == "http.response.start" and is_old_key(key):
                _renew_session(message, key)
            await send(message)

        await self.application(scope, receive, send_new)


def _cookie_header(headers: list[tuple[bytes, bytes]]) -> str:
    return next((value for name, value in headers if name == b"cookie"), b"").decode("latin-1")


def _take_over(cookies: dict[str, str], old: str, new: str) -> str:
    """Return the value of the old cookie, or nothing if there is a new one."""
    return "" if old == new or new in cookies else cookies.get(old, "")


def _with_cookies(
    headers: list[tuple[bytes, bytes]], taken: dict[str, str]
) -> list[tuple[bytes, bytes]]:
    """Return the headers with these cookies, too."""
    more = "".join(f"; {name}={value}" for name, value in taken.items()).encode("latin-1")
    return [(name, value + more if name == b"cookie" else value) for name, value in headers]


def _renew_session(message: Any, key: str) -> None:
    """Set the session's new cookie and remove the old one, unless the page did so itself."""
    message.setdefault("headers", [])
    new = settings.SESSION_COOKIE_NAME
    if not any(
        name.lower() == b"set-cookie" and value.startswith(f"{new}=".encode())
        for name, value in message["headers"]
    ):
        CookieMiddleware.set_cookie(
            message, new, key, max_age=settings.SESSION_COOKIE_AGE, secure=True, httponly=True
        )
    CookieMiddleware.delete_cookie(message, OLD_SESSION)
