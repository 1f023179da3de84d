"""The tallies of the players' results: those stored, and the same counted from the games."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db.models import Count, Q, QuerySet, Sum

from accounts.models import User
from games.models import Game, Seat, Tally
from games.selectors.access import Viewer

Key = tuple[int, int | None, str]
"""A player, the viewer of private games or None, and a variant."""
Results = dict[str, int]
"""How many games ended in each result. A result that never came is left out."""


def find_results(player: User, viewer: Viewer) -> list[tuple[str, int, int, int]]:
    """Return, for each variant, how many games that the viewer may see the player won, lost, drew.

    Its cost does not depend on the number of games.
    """
    seen = Q(viewer=None) if viewer.pk is None else Q(viewer=None) | Q(viewer_id=viewer.pk)
    counted = Tally.objects.filter(seen, player=player).values("variant").order_by("variant")
    sums = counted.annotate(*(Sum(result) for result in Seat.Result.values))
    return list(sums.values_list("variant", *(f"{name}__sum" for name in ("won", "lost", "drawn"))))


def stored_tallies(players: Collection[int]) -> dict[Key, Results]:
    """Return the stored tallies of these players."""
    return {
        (tally.player_id, tally.viewer_id, tally.variant): {
            result: number for result in Seat.Result.values if (number := getattr(tally, result))
        }
        for tally in Tally.objects.filter(player__in=players)
    }


def count_tallies(players: Collection[int]) -> dict[Key, Results]:
    """Count the tallies of these players from all their finished games."""
    seats = Seat.objects.filter(user__in=players, game__status=Game.Status.FINISHED).order_by()
    seats = seats.exclude(game__kind=Game.Kind.LESSON)
    public = seats.filter(game__kind__in=Game.PUBLIC)
    private = seats.exclude(game__kind__in=Game.PUBLIC)
    fields = ("user", "game__variant", "result")
    counted: dict[Key, Results] = {}
    for player, variant, result, number in _count(public, *fields):
        counted.setdefault((player, None, variant), {})[result] = number
    for player, variant, result, viewer, number in _count(private, *fields, "game__seats__user"):
        if viewer is not None:
            counted.setdefault((player, viewer, variant), {})[result] = number
    return counted


def _count(seats: QuerySet[Any], *fields: str) -> Any:
    return seats.values_list(*fields).annotate(number=Count("pk"))
