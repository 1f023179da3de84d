"""Messages to a user's open sockets.

Sockets are told to close when a session may have ended; browsers that are still logged in
reconnect by themselves. Tables are told when the user's table settings have changed.
"""

from typing import Any

from allauth.account.signals import password_changed, password_reset, password_set
from django.contrib.auth.signals import user_logged_out
from django.db import transaction

from accounts.models import User
from config import groups


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
    groups.send(groups.user_group(user_id), {"type": kind})
