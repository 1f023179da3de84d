"""The types of what the fixtures and the test client return."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from django.http import HttpResponse
from django.test import Client

from accounts.models import User

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Response
else:
    Response = HttpResponse

LogIn = Callable[[User], Client]
MakeUser = Callable[..., User]


class WithContent(Protocol):
    """Any answer that has been rendered: of a test client or of a view."""

    @property
    def content(self) -> bytes: ...


StripTokens = Callable[[WithContent], bytes]

__all__ = ["LogIn", "MakeUser", "Response", "StripTokens", "WithContent"]
