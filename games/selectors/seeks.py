"""Players in the queue: a viewer's own places, and others who wait."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db.models import QuerySet

from games.clocks import TimeControl, by_length
from games.models import LIVE, Game, Seat

SEEKS_SHOWN = 20


def own_seeks(user_id: int) -> list[Game]:
    """Return where a player waits in the queue, the oldest place first."""
    mine = Seat.objects.filter(user_id=user_id, finished_at=None)
    places = Game.objects.filter(
        status=Game.Status.WAITING, kind=Game.Kind.QUEUE, pk__in=mine.values("game")
    )
    return list(_with_seats(places))


def open_seeks(
    *,
    besides: int | None = None,
    variants: Iterable[str] | None = None,
    most: int = SEEKS_SHOWN,
) -> list[Game]:
    """Return where others wait in the queue with a free seat, whoever waits longest first.

    Those who wait for a live game come before all others, because they are here now; there are
    at most so many of each.

    `besides` is the player who looks; `variants` are the games looked for, by default all.
    """
    # The condition on seen_at holds for all of them: it lets an index be used.
    places = Game.objects.filter(
        status=Game.Status.WAITING,
        kind=Game.Kind.QUEUE,
        seen_at__isnull=False,
        called_until=None,
        host__is_active=True,
    )
    if variants is not None:
        places = places.filter(variant__in=set(variants))
    if besides is not None:
        places = places.exclude(seats__user_id=besides)
    live = list(_with_seats(places.filter(LIVE))[:most])
    return [*live, *_with_seats(places.exclude(LIVE))[:most]]


def times_at(game: Game) -> list[TimeControl]:
    """Return the time controls that a player in the queue accepts, the shortest first."""
    times = {each.time for seat in game.seats.all() for each in seat.accepted_times.all()}
    return sorted(times, key=by_length) or [game.time]


def is_any_game_welcome(seats: Sequence[Seat]) -> bool:
    """Return whether the player who waits alone at a place in the queue would play any game."""
    return len(seats) == 1 and seats[0].first_choice != ""


def _with_seats(places: QuerySet[Game]) -> QuerySet[Game]:
    places = places.select_related("host__pace").order_by("created_at")
    return places.prefetch_related("seats__user", "seats__accepted_times")
