"""Closed accounts: who proves to own one may read why it is closed, and do nothing else."""

from __future__ import annotations

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.http import HttpRequest

from accounts.models import User
from accounts.sign_ins import is_session_hash

PROVED = "closed_account"
"""In the session of a visitor: the id and the session hash of a closed account."""


def prove(request: HttpRequest, user: User) -> None:
    """Note that the visitor has just taken all steps of a log-in to a closed account."""
    request.session.flush()  # the log-in of another closed account may be left in it
    request.session[PROVED] = [user.pk, user.get_session_auth_hash()]


def is_closed(request: HttpRequest) -> bool:
    """Return, without a query, whether the visitor's account was closed or deleted meanwhile."""
    return not request.user.is_authenticated and SESSION_KEY in request.session


def find_closed(request: HttpRequest) -> User | None:
    """Return the closed account that the visitor owns, or None."""
    session = request.session
    if SESSION_KEY in session:  # later than any proof
        number, proof = session[SESSION_KEY], session.get(HASH_SESSION_KEY)
    else:
        number, proof = session.get(PROVED, (None, None))
    user = User.objects.filter(pk=number, is_active=False).first() if number else None
    if user is None or not is_session_hash(proof or "", user):
        return None
    return user
