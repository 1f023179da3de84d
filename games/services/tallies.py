"""The tallies of the players' results, kept up to date as games end."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import cache
from typing import Any

from django.db.models import F, Q

from accounts.models import User
from config.statements import KeptUpdate
from games.models import Game, Seat, Tally

_PLAYER, _VIEWER, _VARIANT = -1, -2, "<variant>"  # stand in kept statements


def count_results(game: Game, players: Mapping[int, Seat]) -> None:
    """Add the results of a finished game to the tallies, in the transaction that ends it.

    `players` are the seats of people by user id, in ascending order. A lesson is no contest: it
    counts for nobody.
    """
    if game.kind == Game.Kind.LESSON:
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


def hold_games(user: User) -> set[int]:
    """Lock the games that an erased account changes, then the user, in the caller's transaction.

    Those at which the user sits and which are not over: one that ends at the same moment could
    count a result of an account that no longer exists. And those that name the user: two who have
    invited each other may go at once, and must not wait for each other.

    Return the games that the user has not left, now that no other tab can take a seat: those at
    which the user sits, and to which the user is invited.
    """
    seats = Seat.objects.filter(user=user)
    seated = Q(status__in=Game.UNFINISHED, pk__in=seats.values("game"))
    games = Game.objects.select_for_update(no_key=True).order_by("pk")
    list(games.filter(seated | Q(host=user) | Q(invited=user)).values_list("pk"))
    # After a second click nobody is found.
    list(User.objects.select_for_update().filter(pk=user.pk).values_list("pk"))
    sits = seated & Q(pk__in=seats.filter(stand_in="").values("game"))
    is_invited = Q(status=Game.Status.WAITING, invited=user)
    return set(Game.objects.filter(sits | is_invited).values_list("pk", flat=True))
