"""What all lists of games read of a game: its place, its seats and their players."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import lru_cache
from typing import TypeVar

from django.db.models import Max, Model, OuterRef, QuerySet, Subquery, prefetch_related_objects

from config.statements import KeptQuery, meanings_of, stand_ins
from games.models import Game, Round, Seat

KEPT = 256
"""For how many different numbers of games a query is kept."""
Found = TypeVar("Found", bound=Model)


def listed(games: QuerySet[Game]) -> QuerySet[Game]:
    """Return games with what lists show of them, except their seats; the newest first."""
    rounds = Round.objects.filter(deck__game=OuterRef("pk")).order_by()
    newest = rounds.values("deck__game").annotate(newest=Max("index")).values("newest")
    games = games.select_related("invited").annotate(newest_round=Subquery(newest))
    return games.order_by("-created_at")


def with_seats(games: list[Game]) -> list[Game]:
    """Read the seats of games with their players, by one query, and return the games."""
    seated: dict[int, list[Seat]] = {game.pk: [] for game in games}
    for seat in fetch_of(_seats_of, seated):
        seated[seat.game_id].append(seat)
    for game in games:
        game.seated = seated[game.pk]
    return games


@lru_cache(maxsize=KEPT)
def _seats_of(number: int) -> KeptQuery[Seat]:
    seats = Seat.objects.filter(game__in=stand_ins(number)).select_related("user")
    return KeptQuery(seats.order_by("game_id", "index"))


def with_accepted_times(seeks: list[Game]) -> list[Game]:
    """Read the times that are accepted at places in the queue, whose seats have been read."""
    prefetch_related_objects([seat for game in seeks for seat in game.seated], "accepted_times")
    return seeks


def fetch_of(kept: Callable[[int], KeptQuery[Found]], ids: Collection[int]) -> list[Found]:
    """Return what a query that is kept for each number of ids finds for these, nothing for none."""
    return kept(len(ids)).fetch(meanings_of(ids)) if ids else []
