"""How reliably and how quickly the players play, counted as games end."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from functools import cache

from django.db import transaction
from django.db.models import F

from config.statements import KeptUpdate, save_row
from games.models import PACE_BOUNDS, Event, Pace, Seat, no_moves
from games.snapshots import Snapshot

_PLAYER, _FINISHED, _LATE = -1, -2, -3  # stand in a kept statement
Count = Callable[[Collection[int]], Mapping[int, tuple[int, int, int, Sequence[int]]]]


def count_pace(snapshot: Snapshot, players: Mapping[int, Seat]) -> None:
    """Add a finished game to what is counted of its players, in the transaction that ends it.

    `players` are the seats of people by user id, in ascending order. A lesson counts for nobody,
    nor does a game without another person.
    """
    game = snapshot.game
    if game.lesson or sum(not seat.computer for seat in snapshot.seats) < 2:
        return
    for player, seat in players.items():
        late = _count(snapshot, seat, Event.Kind.TIMEOUT)
        has_quit = _count(snapshot, seat, Event.Kind.RESIGNATION) > 0
        is_finished = not (seat.stand_in or has_quit or late >= game.rules.max_violations)
        counted: dict[Hashable, int] = {_PLAYER: player, _FINISHED: int(is_finished), _LATE: late}
        if not _one_more_game().apply(counted):
            Pace.objects.bulk_create([Pace(player_id=player)], ignore_conflicts=True)
            _one_more_game().apply(counted)
        if game.is_over_days and not seat.stand_in:
            _count_moves(player, snapshot.events, seat)


@cache
def _one_more_game() -> KeptUpdate:
    return KeptUpdate(
        Pace.objects.filter(player=_PLAYER),
        begun=F("begun") + 1,
        finished=F("finished") + _FINISHED,
        violations=F("violations") + _LATE,
    )


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
    """Lock the rows of these players, one after the other in order, and create those missing.

    A game that ends takes them in the same order. To create all missing rows first could end in a
    deadlock with it.
    """
    locked = []
    for player in sorted(players):
        Pace.objects.bulk_create([Pace(player_id=player)], ignore_conflicts=True)
        locked.append(Pace.objects.select_for_update().get(player=player))
    return locked


def _count(snapshot: Snapshot, seat: Seat, kind: str) -> int:
    return sum(event.kind == kind and event.seat == seat.index for event in snapshot.events)


def _count_moves(player: int, events: Sequence[Event], seat: Seat) -> None:
    """Add the moves of a seat to the row of its player, which counting the game has locked."""
    pace = Pace.objects.get(player=player)
    for event in events:
        if event.kind == Event.Kind.MOVE and event.seat == seat.index and event.seconds > 0:
            pace.moves[bisect_left(PACE_BOUNDS, event.seconds)] += 1
    save_row(pace, "moves")
