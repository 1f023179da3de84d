"""Players in the queue: a viewer's own places, and others who wait."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cache

from django.db.models import QuerySet

from config.statements import KeptQuery
from games.clocks import TimeControl, by_length
from games.models import LIVE, Game, Seat
from games.selectors.listed import with_accepted_times, with_seats

SEEKS_SHOWN = 20
CANDIDATES = 100
"""Among how many places those of players whom a viewer knows are looked for."""


def own_seeks(user_id: int) -> list[Game]:
    """Return where a player waits in the queue, the oldest place first."""
    mine = Seat.objects.filter(user_id=user_id, finished_at=None)
    places = Game.objects.filter(
        status=Game.Status.WAITING, kind=Game.Kind.QUEUE, pk__in=mine.values("game")
    )
    return with_accepted_times(with_seats(list(places.order_by("created_at"))))


def open_seeks(
    *,
    besides: int | None = None,
    apart: Collection[int] = (),
    variants: Iterable[str] | None = None,
) -> list[Game]:
    """Return where others wait in the queue with a free seat, whoever waits longest first.

    Those who wait for a live game come before all others, because they are here now; there are
    at most so many of each.

    `besides` is the player who looks, `apart` are those whom this player does not meet; `variants`
    are the games looked for, by default all.
    """
    places = _open_places()
    if variants is not None:
        places = places.filter(variant__in=set(variants))
    if besides is not None:
        places = places.exclude(seats__user_id=besides)
    if apart:
        places = places.exclude(host__in=apart)
    live, slow = places.filter(LIVE)[:SEEKS_SHOWN], places.exclude(LIVE)[:SEEKS_SHOWN]
    return with_accepted_times(with_seats([*live, *slow]))


def find_places() -> list[Game]:
    """Return more of them, of all games and whoever waits there, without their seats."""
    return [place for kept in _kept_places() for place in kept.fetch()]


@cache
def _kept_places() -> tuple[KeptQuery[Game], ...]:
    places = _open_places()
    return tuple(
        KeptQuery(each[:CANDIDATES]) for each in (places.filter(LIVE), places.exclude(LIVE))
    )


def _open_places() -> QuerySet[Game]:
    # The condition on seen_at holds for all of them: it lets an index be used.
    places = Game.objects.filter(
        status=Game.Status.WAITING,
        kind=Game.Kind.QUEUE,
        seen_at__isnull=False,
        called_until=None,
        host__is_active=True,
    )
    return places.select_related("host__pace").order_by("created_at")


def accepted_times(game: Game, seats: Iterable[Seat]) -> list[TimeControl]:
    """Return the time controls that a player in the queue accepts, the shortest first."""
    times = {each.time for seat in seats for each in seat.accepted_times.all()}
    return sorted(times, key=by_length) or [game.time]


def is_any_game_welcome(seats: Sequence[Seat]) -> bool:
    """Return whether the player who waits alone at a place in the queue would play any game."""
    return len(seats) == 1 and seats[0].first_choice != ""
