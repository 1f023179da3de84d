"""What nobody may do at a browser that its owner has left open: allauth asks who it is again."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.decorators import reauthentication_required
from allauth.core.exceptions import ReauthenticationRequired
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect

View = Callable[..., HttpResponseBase]


def proof_required(view: View) -> View:
    """Ask whoever has a password or a second factor for it, unless this was done a moment ago.

    Only the page is opened afterwards. allauth would also send the form that was refused, as if it
    had been confirmed, and would keep the form in the session until then.
    """
    checked = reauthentication_required(view)

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            response: HttpResponseBase = checked(request, *args, **kwargs)
        except ReauthenticationRequired:
            if request.method == "POST":
                return redirect(request.path)
            raise
        return response

    return wrapped
