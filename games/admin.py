"""Games and audits in the admin: read-only, and without the hidden cards of running games."""

from typing import TYPE_CHECKING

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from accounts.admin import ForgivingPages, ReadOnly
from games import rules
from games.models import Event, Game, LevelFailure, Seat, Verification

if TYPE_CHECKING:
    SeatTable = admin.TabularInline[Seat, Game]
    EventTable = admin.TabularInline[Event, Game]
else:
    SeatTable = EventTable = admin.TabularInline


class SeatInline(ReadOnly, SeatTable):
    model = Seat
    fields = ("index", "user", "computer", "stand_in", "result", "total")


class MoveInline(ReadOnly, EventTable):
    model = Event
    fields = ("number", "kind", "seat", "text", "at", "seconds")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Event]:
        """Leave out the events of unfinished games that tell of hidden cards."""
        hidden = _opening_moves() | Q(kind=Event.Kind.RESHUFFLE)
        return super().get_queryset(request).exclude(hidden, game__status__in=Game.UNFINISHED)


def _opening_moves() -> Q:
    """Return the condition on moves made before the deal; they are secret picks.

    Where a game is not known to this release, any of its moves may be one.
    """
    opening = ~Q(game__variant__in=rules.VARIANTS)
    for variant in rules.VARIANTS.values():
        opening |= Q(game__variant=variant.name, number__lte=variant.opening_moves)
    return opening


@admin.register(Game)
class GameAdmin(ReadOnly, ForgivingPages):
    list_display = ("public_id", "variant", "kind", "status", "move_time", "created_at", "reason")
    list_filter = ("status", "variant", "kind", "move_time")
    search_fields = ("public_id", "seats__user__username")
    date_hierarchy = "created_at"
    inlines = (SeatInline, MoveInline)


@admin.register(LevelFailure)
class LevelFailureAdmin(ReadOnly, ForgivingPages):
    list_display = ("variant", "level", "count", "failed_at")


@admin.register(Verification)
class VerificationAdmin(ReadOnly, ForgivingPages):
    list_display = ("started_at", "finished_at", "games", "differences", "first_game")
