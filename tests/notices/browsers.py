"""A browser that is sent notifications: its keys, and what it reads in a request."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.utils import timezone

from accounts.models import User
from notices.models import Device

VAPID_KEY = "2QIUMfB4dMbSD9JLG4Qc6KXQLcSZjvEHHVbNYhnQ8vM"
KEY = ec.derive_private_key(7, ec.SECP256R1())
AUTH = bytes(range(16))


def in_base64(content: bytes) -> str:
    return urlsafe_b64encode(content).decode().rstrip("=")


P256DH = in_base64(KEY.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))
ENDPOINT = "https://push.example.org/send/abc"
SUBSCRIPTION = {"endpoint": ENDPOINT, "p256dh": P256DH, "auth": in_base64(AUTH)}


def make_device(user: User, endpoint: str = ENDPOINT, **changes: Any) -> Device:
    given = SUBSCRIPTION | {"name": "Phone", "language": "en", "endpoint": endpoint}
    return Device.objects.create(user=user, added_at=timezone.now(), **given | changes)


def read_request(request: bytes) -> tuple[dict[str, str], Any]:
    """Return the headers of a request in small letters, and its message, decrypted."""
    head, _, body = request.partition(b"\r\n\r\n")
    lines = [line.partition(": ") for line in head.decode().split("\r\n")[1:]]
    headers = {name.lower(): value for name, _, value in lines}
    text = http_ece.decrypt(body, private_key=KEY, auth_secret=AUTH, version="aes128gcm")
    return headers, json.loads(text)


def claims_in(headers: dict[str, str]) -> Any:
    """Return what the site says about itself to the push service."""
    token = headers["authorization"].partition("t=")[2].partition(",")[0]
    middle = token.split(".")[1]
    return json.loads(urlsafe_b64decode(middle + "=" * (-len(middle) % 4)))
