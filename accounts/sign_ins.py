"""Sign-ins: which user a session belongs to, and whether that is still so.

A page is checked at each request. A socket remembers its sign-in instead, and the sign-in is
checked with each move.
"""

from collections.abc import Collection
from functools import cache
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.db.models import Exists
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.models import User
from config.statements import KeptQuery

_KEY, _USER, _PASSWORD = "key", -1, "password"  # stand in kept queries


class SignIn(NamedTuple):
    """The stored values that must stay unchanged for a user to remain logged in.

    A session that was saved again may still be the user's: `is_standing` reads it.
    """

    session_key: str
    user_id: int
    password: str
    session_data: str = ""


class SignInEnded(Exception):
    """A sign-in is no longer valid."""


def find_session(session_key: str) -> Session | None:
    """Return the stored session with that key if it has not ended, or None."""
    if not session_key.isprintable():
        return None  # PostgreSQL fails on a NUL byte instead of finding nothing
    session = _sessions().first({_KEY: session_key})
    if session is None or session.expire_date <= timezone.now():
        return None
    return session


def read_sign_in(session_key: str) -> tuple[User, SignIn] | None:
    """Return the user who is logged in with a session, checked as for a page request, or None."""
    session = find_session(session_key)
    if session is None:
        return None
    held = session.get_decoded()
    if held.get(BACKEND_SESSION_KEY) not in settings.AUTHENTICATION_BACKENDS:
        return None
    user = _active_users().first({_USER: int(held.get(SESSION_KEY, 0))})
    if user is None or not is_session_hash(held.get(HASH_SESSION_KEY, ""), user):
        return None
    return user, SignIn(session_key, user.pk, user.password, session.session_data)


def is_session_hash(text: str, user: User) -> bool:
    """Return whether a text is the user’s session hash, with the secret key or an older one."""
    hashes = (user.get_session_auth_hash(), *user.get_session_auth_fallback_hash())
    return any(constant_time_compare(text, each) for each in hashes)


def check_standing(sign_in: SignIn) -> None:
    """Check, as for a page request, that a sign-in is still valid. Raises `SignInEnded`."""
    if not is_standing(sign_in):
        raise SignInEnded


def is_standing(sign_in: SignIn) -> bool:
    """Return whether a sign-in is still valid, in one query."""
    session = _standing_sessions().first(
        {_KEY: sign_in.session_key, _USER: sign_in.user_id, _PASSWORD: sign_in.password}
    )
    return (
        session is not None
        and session.expire_date > timezone.now()
        and session.get_decoded().get(SESSION_KEY) == str(sign_in.user_id)
    )


def ended_sign_ins(sign_ins: Collection[SignIn]) -> set[SignIn]:
    """Return the sign-ins that are no longer valid.

    The user has logged out, was banned or deleted, or has a new password, or the session has
    expired. This catches sockets that missed the message to close, with two queries however
    many sign-ins there are.
    """
    sessions = Session.objects.filter(
        session_key__in={sign_in.session_key for sign_in in sign_ins},
        expire_date__gt=timezone.now(),
    )
    users = User.objects.filter(pk__in={sign_in.user_id for sign_in in sign_ins}, is_active=True)
    keys = set(sessions.values_list("session_key", flat=True))
    people = set(users.values_list("pk", "password"))
    return {
        sign_in
        for sign_in in sign_ins
        if sign_in.session_key not in keys or (sign_in.user_id, sign_in.password) not in people
    }


@cache
def _sessions() -> KeptQuery[Session]:
    return KeptQuery(Session.objects.filter(session_key=_KEY))


@cache
def _active_users() -> KeptQuery[User]:
    return KeptQuery(User.objects.filter(pk=_USER, is_active=True))


@cache
def _standing_sessions() -> KeptQuery[Session]:
    person = User.objects.filter(pk=_USER, password=_PASSWORD, is_active=True)
    return KeptQuery(Session.objects.filter(Exists(person), session_key=_KEY))
