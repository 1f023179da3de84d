"""Blocks and mutes that tests begin with."""

from collections.abc import Callable

from accounts.models import Barrier, User
from games import services
from games.models import Game

BLOCK, MUTE = Barrier.Kind.BLOCK, Barrier.Kind.MUTE
Picking = Callable[..., Game]


def invite(host: User, guest: User) -> Game:
    return services.open_table(
        host, variant="trifecta", move_time=259200, kind="invitation", invited=guest
    )


def both_ways(alice: User, bob: User) -> list[tuple[User, User]]:
    return [(alice, bob), (bob, alice)]
