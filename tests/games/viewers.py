"""Everybody who may look at a table, and what a browser or socket is sent, as bytes to compare."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.test import Client

from tests.fixtures import Response

TOKEN = re.compile(rb'name="csrfmiddlewaretoken" value="\w+"')


@dataclass(frozen=True)
class Viewer:
    """A viewer: their seat, if any, and their browser."""

    name: str
    user: Any
    seat: int | None
    browser: Client


def list_viewers(
    seated: Mapping[int, Any], *, outsider: Any, make_user: Any, client_of: Any
) -> list[Viewer]:
    """Return the players at these seats, and everybody who has none."""
    keeper = make_user("keeper", is_staff=True, is_superuser=True)
    return [
        *(Viewer(f"seat {seat}", user, seat, client_of(user)) for seat, user in seated.items()),
        Viewer("spectator", outsider, None, client_of(outsider)),
        Viewer("administrator", keeper, None, client_of(keeper)),
        Viewer("logged out", AnonymousUser(), None, Client()),
    ]


def bytes_of(response: HttpResponse | Response) -> bytes:
    """Return an answer with its headers and cookies, without the CSRF tokens."""
    assert response.status_code < 500
    headers = sorted(f"{name}: {value}" for name, value in response.items())
    cookies = sorted(str(morsel) for morsel in response.cookies.values())
    top = "\n".join([str(response.status_code), *headers, *cookies]).encode()
    return top + b"\n\n" + TOKEN.sub(b"", response.content)
