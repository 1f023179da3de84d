"""Known devices: browsers in which somebody has logged in to an account before.

A signed cookie has the random id of the device and one mark for each account. A mark depends on
the account, its password and the device, so nobody can read from it whose it is, it is of no use
with another id, and a new password ends it. Nothing is stored here.
"""

import secrets
from collections.abc import Sequence
from typing import Final, NamedTuple

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponseBase
from django.utils.crypto import salted_hmac

from accounts.models import User

AGE: Final = 400 * 24 * 3600  # as long as browsers keep any cookie
MOST_ACCOUNTS: Final = 5
_SALT: Final = "accounts.devices"


class _Device(NamedTuple):
    id: str
    marks: Sequence[str]


def known_device(request: HttpRequest, users: Sequence[User]) -> str | None:
    """Return the id of the request's device if each of these users has logged in on it before."""
    device = _read_device(request)
    known = bool(users) and all(
        not set(_marks(device.id, user)).isdisjoint(device.marks) for user in users
    )
    return device.id if known else None


def remember_device(request: HttpRequest, response: HttpResponseBase, user: User) -> None:
    """Let the response tell the browser to keep that this user has logged in on it."""
    device = _read_device(request)
    own = _marks(device.id, user)
    marks = [own[0], *(other for other in device.marks if other not in own)][:MOST_ACCOUNTS]
    response.set_cookie(
        settings.DEVICE_COOKIE_NAME,
        signing.dumps([device.id, marks], salt=_SALT),
        max_age=AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _read_device(request: HttpRequest) -> _Device:
    """Return the device that the cookie names, or a new one that nobody has used."""
    try:
        device_id, marks = signing.loads(
            request.COOKIES.get(settings.DEVICE_COOKIE_NAME, ""), salt=_SALT, max_age=AGE
        )
    except signing.BadSignature:
        return _Device(secrets.token_urlsafe(16), ())
    return _Device(device_id, marks)


def _marks(device_id: str, user: User) -> list[str]:
    """Return the marks of a user that count on a device: the newest, and those of older keys."""
    text = f"{device_id}:{user.pk}:{user.password}"
    return [
        salted_hmac(_SALT, text, secret=key, algorithm="sha256").hexdigest()[:32]
        for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    ]
