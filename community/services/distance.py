"""Blocks and mutes."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from accounts import barriers
from accounts.models import Barrier, User
from games.services import pair_again, separate
from notices import outbox


def keep_away(user: User, other: User, kind: str) -> None:
    """Block or mute a person, who is not told. Raises `BarrierRefused`, `User.DoesNotExist`."""
    barriers.put_up(user, other, kind)
    if kind == Barrier.Kind.BLOCK:
        separate(user, other)
    else:
        pair_again(user, other)
    _withdraw_offers(user, other, kind)


def _withdraw_offers(user: User, other: User, kind: str) -> None:
    """Have nobody told any more of what has been sent across the block or mute."""
    now = timezone.now()
    with transaction.atomic():
        outbox.withdraw_offers(user.pk, by=other.pk, now=now)
        if kind == Barrier.Kind.BLOCK:
            outbox.withdraw_offers(other.pk, by=user.pk, now=now)


def let_near(user: User, other: User) -> None:
    """Undo a block or a mute."""
    barriers.take_down(user, other)
    pair_again(user, other)
