"""How this site proves to push services who it is (VAPID, RFC 8292)."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from email.utils import parseaddr
from functools import cache
from typing import TYPE_CHECKING

from django.conf import settings

if TYPE_CHECKING:
    from py_vapid import Vapid


def public_key() -> str:
    """Return the key that browsers bind their subscriptions to, or "" if the site has none."""
    return _public_key(settings.VAPID_KEY) if settings.VAPID_KEY else ""


def private_key() -> Vapid:
    """Return the key that signs what is sent."""
    return _private_key(settings.VAPID_KEY)


def make_claims() -> dict[str, str | int]:
    """Return whom a push service may contact: always new, because pywebpush writes into it."""
    address = parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
    contact = settings.PUBLIC_URL if settings.PRODUCTION else f"mailto:{address}"
    return {"sub": contact}


@cache
def _private_key(text: str) -> Vapid:
    from py_vapid import Vapid  # it takes long to load, and only sending needs it

    key: Vapid = Vapid.from_string(text)
    # Its own check refuses addresses with a port, and hosts without a dot.
    key.conf["no-strict"] = True
    return key


@cache
def _public_key(text: str) -> str:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    public = _private_key(text).public_key.public_bytes(
        Encoding.X962, PublicFormat.UncompressedPoint
    )
    return urlsafe_b64encode(public).decode().rstrip("=")
