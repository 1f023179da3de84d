"""The type of the requests that only people who are logged in can send."""

from __future__ import annotations

from django.http import HttpRequest

from accounts.models import User


class PersonRequest(HttpRequest):
    """A request from somebody who is logged in; a decorator has made sure of that."""

    user: User
