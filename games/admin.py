"""Games and audits in the admin: to look at, never to change, and no card of a running game."""

from typing import Any

from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest

from games.models import Game, Move, Seat, Verification


class ReadOnly:
    """No adding, changing or deleting: games are written by the services alone."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class SeatInline(ReadOnly, admin.TabularInline):
    model = Seat
    fields = ("index", "user", "computer", "stand_in", "result", "total")


class MoveInline(ReadOnly, admin.TabularInline):
    model = Move
    fields = ("number", "kind", "seat", "text", "at", "seconds")

    def get_queryset(self, request: HttpRequest) -> Any:
        # A running game's list holds the secret cards, and the order of cards that are to come.
        hidden = Q(text__startswith="secret") | Q(kind=Move.Kind.RESHUFFLE)
        return super().get_queryset(request).exclude(hidden, game__status__in=Game.UNFINISHED)


@admin.register(Game)
class GameAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("public_id", "variant", "kind", "status", "move_time", "created_at", "reason")
    list_filter = ("status", "variant", "kind", "move_time")
    search_fields = ("public_id", "seats__user__username")
    date_hierarchy = "created_at"
    inlines = (SeatInline, MoveInline)


@admin.register(Verification)
class VerificationAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("started_at", "finished_at", "games", "differences", "first_game")
