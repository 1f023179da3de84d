"""Messages to a user's open sockets.

Sockets are told to close when a session may have ended; browsers that are still logged in
reconnect by themselves. Tables are told when the user's table settings have changed.

The signals by which Django and allauth announce that a user has logged out or has a new password
are the only ones that this project listens to.
"""

from collections.abc import Collection
from functools import lru_cache
from typing import Any, NamedTuple

from allauth.account.signals import password_changed, password_reset, password_set
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.signals import user_logged_out
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists
from django.utils import timezone

from accounts.models import User

_KEY, _USER, _PASSWORD = "key", -1, "password"  # placeholders in the prepared statement


class SignIn(NamedTuple):
    """The stored values that must stay unchanged for a user to remain logged in."""

    session_key: str
    user_id: int
    password: str


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


def is_standing(sign_in: SignIn) -> bool:
    """Return whether a sign-in is still valid, checked as for a page request, in one query."""
    statement, parameters = _look_statement()
    meant = {_KEY: sign_in.session_key, _USER: sign_in.user_id, _PASSWORD: sign_in.password}
    found = Session.objects.raw(statement, [meant.get(given, given) for given in parameters])
    session = next(iter(found), None)
    return (
        session is not None
        and session.expire_date > timezone.now()
        and session.get_decoded().get(SESSION_KEY) == str(sign_in.user_id)
    )


@lru_cache(maxsize=1)
def _look_statement() -> tuple[str, tuple[Any, ...]]:
    """Return the SQL of that query, compiled only once because every move needs it."""
    person = User.objects.filter(pk=_USER, password=_PASSWORD, is_active=True)
    return Session.objects.filter(Exists(person), session_key=_KEY).query.sql_with_params()


def close_sockets(user_id: int) -> None:
    """Tell all of a user's open sockets to close once the transaction is committed."""
    transaction.on_commit(lambda: _send(user_id, "close.socket"), robust=True)


def refresh_tables(user_id: int) -> None:
    """Tell a user's open tables to refresh once the transaction is committed."""
    transaction.on_commit(lambda: _send(user_id, "settings.changed"), robust=True)


def connect() -> None:
    """Listen to the signals after which a user's sockets must close."""
    for signal in (user_logged_out, password_changed, password_set, password_reset):
        signal.connect(_sign_in_ended, dispatch_uid="accounts.sockets")


def _sign_in_ended(sender: Any, user: User | None = None, **kwargs: Any) -> None:
    if user is not None and user.pk is not None:
        close_sockets(user.pk)


def _send(user_id: int, kind: str) -> None:
    layer = get_channel_layer()
    if layer is not None:
        async_to_sync(layer.group_send)(f"user.{user_id}", {"type": kind})
