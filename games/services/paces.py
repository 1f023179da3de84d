"""How reliably and how quickly the players play, counted as games end."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Mapping, Sequence

from django.db import transaction

from games.models import PACE_BOUNDS, Event, Game, Pace, Seat, no_moves
from games.snapshots import Snapshot

Count = Callable[[Collection[int]], Mapping[int, tuple[int, int, int, Sequence[int]]]]


def count_pace(snapshot: Snapshot) -> None:
    """Add a finished game to what is counted of its players, in the transaction that ends it.

    A lesson counts for nobody, nor does a game without another person.
    """
    game = snapshot.game
    if game.kind == Game.Kind.LESSON or sum(not seat.computer for seat in snapshot.seats) < 2:
        return
    # Read again, because an account may have been erased since the seats were cached.
    seated = game.seats.filter(user__isnull=False).values_list("user_id", "index")
    players = dict(seated.order_by("user_id"))
    for pace in _lock_paces(players):
        seat = snapshot.seats[players[pace.player_id]]
        late = _count(snapshot, seat, Event.Kind.TIMEOUT)
        has_quit = _count(snapshot, seat, Event.Kind.RESIGNATION) > 0
        pace.begun += 1
        pace.finished += not (seat.stand_in or has_quit or late >= game.rules.max_violations)
        pace.violations += late
        if game.is_over_days and not seat.stand_in:
            _add_moves(pace, snapshot.events, seat)
        pace.save()


def recount_paces(players: Collection[int], *, count: Count) -> None:
    """Store what `count` returns of these players. Games that end meanwhile are not lost."""
    with transaction.atomic():
        paces = _lock_paces(players)
        counted = count(players)
        for pace in paces:
            pace.begun, pace.finished, pace.violations, moves = counted.get(
                pace.player_id, (0, 0, 0, no_moves())
            )
            pace.moves = list(moves)
            pace.save()


def _lock_paces(players: Collection[int]) -> list[Pace]:
    """Lock the rows of these players, always in the same order, and create those missing."""
    Pace.objects.bulk_create(
        (Pace(player_id=player) for player in sorted(players)), ignore_conflicts=True
    )
    locked = Pace.objects.select_for_update().filter(player__in=players)
    return list(locked.order_by("player_id"))


def _count(snapshot: Snapshot, seat: Seat, kind: str) -> int:
    return sum(event.kind == kind and event.seat == seat.index for event in snapshot.events)


def _add_moves(pace: Pace, events: Sequence[Event], seat: Seat) -> None:
    for event in events:
        if event.kind == Event.Kind.MOVE and event.seat == seat.index and event.seconds > 0:
            pace.moves[bisect_left(PACE_BOUNDS, event.seconds)] += 1
