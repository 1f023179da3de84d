"""The tallies of the players' results, kept up to date as games end."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import cache
from typing import Any

from django.db.models import F

from config.statements import KeptUpdate
from games.models import Game, Seat, Tally

_PLAYER, _VIEWER, _VARIANT = -1, -2, "<variant>"  # stand in kept statements


def count_results(game: Game, players: Mapping[int, Seat]) -> None:
    """Add the results of a finished game to the tallies, in the transaction that ends it.

    `players` are the seats of people by user id, in ascending order. A lesson is no contest: it
    counts for nobody.
    """
    if game.lesson:
        return
    viewers = [None] if game.is_public else list(players)
    # Always in this order: two games of the same players that end at once must not deadlock.
    for player, seat in players.items():
        for viewer in viewers:
            key: dict[Hashable, Any] = {_PLAYER: player, _VIEWER: viewer, _VARIANT: game.variant}
            count = _count_of(seat.result, is_public=game.is_public)
            if not count.apply(key):
                tally = Tally(player_id=player, viewer_id=viewer, variant=game.variant)
                Tally.objects.bulk_create([tally], ignore_conflicts=True)
                count.apply(key)


@cache
def _count_of(result: str, *, is_public: bool) -> KeptUpdate:
    """Return the update that counts one more such result."""
    viewer = None if is_public else _VIEWER
    tallies = Tally.objects.filter(player=_PLAYER, viewer=viewer, variant=_VARIANT)
    return KeptUpdate(tallies, **{result: F(result) + 1})
