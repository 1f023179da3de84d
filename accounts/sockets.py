"""Close a person's sockets when their sign-in ends; those still signed in come back by themselves.

These are the only signals the project listens to: Django and allauth log people out and change
their passwords, and this is how they say so.
"""

from typing import Any

from allauth.account.signals import password_changed, password_reset, password_set
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.contrib.auth.signals import user_logged_out
from django.db import transaction

from accounts.models import User


def close_sockets(user_id: int) -> None:
    """Tell every open socket of this person to close, once the change is committed."""
    transaction.on_commit(lambda: _send_close(user_id), robust=True)


def connect() -> None:
    """Listen to the signals after which a person's sockets must close."""
    for signal in (user_logged_out, password_changed, password_set, password_reset):
        signal.connect(_sign_in_ended, dispatch_uid="accounts.sockets")


def _sign_in_ended(sender: Any, user: User | None = None, **kwargs: Any) -> None:
    if user is not None and user.pk is not None:
        close_sockets(user.pk)


def _send_close(user_id: int) -> None:
    layer = get_channel_layer()
    if layer is not None:
        async_to_sync(layer.group_send)(f"user.{user_id}", {"type": "close.socket"})
