"""Blocks and mutes."""

from __future__ import annotations

from accounts import barriers
from accounts.models import Barrier, User
from games.services import pair_again, separate


def keep_away(user: User, other: User, kind: str) -> None:
    """Block or mute a person, who is not told. Raises `BarrierRefused`."""
    barriers.put_up(user, other, kind)
    if kind == Barrier.Kind.BLOCK:
        separate(user, other)
    else:
        pair_again(user, other)


def let_near(user: User, other: User) -> None:
    """Undo a block or a mute."""
    barriers.take_down(user, other)
    pair_again(user, other)
