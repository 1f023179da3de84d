"""How reliably and quickly people play, recounted from the events of their finished games."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from typing import Any

from django.db.models import Case, Count, Exists, F, OuterRef, QuerySet, Value, When

from accounts.models import User
from games import rules
from games.models import LIVE_MOVE_TIME, PACE_BOUNDS, Event, Game, Pace, Seat, no_moves

Counts = tuple[int, int, int, list[int]]
"""The games begun and finished, the violations, and the moves over days by `PACE_BOUNDS`."""


def find_pace(player: User | None) -> Pace | None:
    """Return what is counted of a player, without a query if it was read together with the user.

    None before the end of the player's first game.
    """
    return getattr(player, "pace", None)


def stored_paces(players: Collection[int]) -> dict[int, Counts]:
    """Return what is stored of these players."""
    return {
        pace.player_id: (pace.begun, pace.finished, pace.violations, pace.moves)
        for pace in Pace.objects.filter(player__in=players)
    }


def count_paces(players: Collection[int]) -> dict[int, Counts]:
    """Recount these players by three queries."""
    taken = _seats_of(players)
    ends = (Event.Kind.TIMEOUT, Event.Kind.RESIGNATION)
    faults = Event.objects.filter(kind__in=ends, **_made_at(taken)).order_by()
    found: dict[tuple[int, int], dict[str, int]] = defaultdict(dict)
    for game, seat, kind, number in faults.values_list("game", "seat", "kind").annotate(
        number=Count("pk", distinct=True)
    ):
        found[game, seat][kind] = number
    moves = _count_moves(taken)
    counted: dict[int, Counts] = {}
    for player, game, index, stand_in, variant in taken.values_list(
        "user", "game", "index", "stand_in", "game__variant"
    ):
        begun, finished, violations, made = counted.get(player, (0, 0, 0, moves[player]))
        own = found[game, index]
        has_left = stand_in or "resignation" in own or _is_out(variant, own.get("timeout", 0))
        late = violations + own.get("timeout", 0)
        counted[player] = (begun + 1, finished + (not has_left), late, made)
    return counted


def _seats_of(players: Collection[int]) -> QuerySet[Seat]:
    """Return the players' seats in games that are over and were played with other people."""
    others = Seat.objects.filter(game=OuterRef("game"), computer="").order_by()
    people = others.exclude(index=OuterRef("index"))
    over = Seat.objects.filter(Exists(people), user__in=players, game__status=Game.Status.FINISHED)
    return over.exclude(game__kind=Game.Kind.LESSON).order_by()


def _made_at(seats: QuerySet[Seat]) -> dict[str, Any]:
    """Return what to look for among events to find those of these seats."""
    return {"game__seats__in": seats, "seat": F("game__seats__index")}


def _is_out(variant: str, violations: int) -> bool:
    """Return whether somebody with so many violations has forfeited."""
    known = rules.VARIANTS.get(variant)
    return known is not None and violations >= known.max_violations


def _count_moves(seats: QuerySet[Seat]) -> dict[int, list[int]]:
    """Return how many moves over days each player has made, by how long they took.

    A seat whose player dropped out is left out: a computer player has made moves there. The secret
    picks, which take no time of a turn, are none.
    """
    slow = seats.filter(game__move_time__gt=LIVE_MOVE_TIME, stand_in="")
    bounds = [When(seconds__lte=bound, then=Value(n)) for n, bound in enumerate(PACE_BOUNDS)]
    made = Event.objects.filter(kind=Event.Kind.MOVE, seconds__gt=0, **_made_at(slow)).order_by()
    made = made.annotate(pace=Case(*bounds, default=Value(len(PACE_BOUNDS))))
    moves: dict[int, list[int]] = defaultdict(no_moves)
    for player, pace, number in made.values_list("game__seats__user", "pace").annotate(
        number=Count("pk", distinct=True)
    ):
        moves[player][pace] += number
    return moves
