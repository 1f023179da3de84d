"""Who may see which game, and the game as it stands."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from accounts.models import User
from games.models import Game, Seat
from games.snapshots import Snapshot, recall, remember, take_snapshot

Viewer = User | AnonymousUser


def visible_games(viewer: Viewer) -> QuerySet[Game]:
    """Return the games that this viewer may look at.

    Public games are everybody's. A private game is its players'; while it waits it is also the
    invited player's, or, made by link, anybody's who knows its address.
    """
    may = Q(kind__in=Game.PUBLIC) | Q(kind=Game.Kind.LINK, status=Game.Status.WAITING)
    if viewer.pk is not None:
        mine = Seat.objects.filter(user_id=viewer.pk).values("game_id")
        may |= Q(pk__in=mine) | Q(invited_id=viewer.pk)
    return Game.objects.filter(may)


def find_game(public_id: str, viewer: Viewer) -> Snapshot:
    """Return the snapshot of a game that this viewer may see.

    Raises `Game.DoesNotExist` when there is none or it is none of the viewer's business.
    """
    if not public_id.isprintable():
        raise Game.DoesNotExist  # PostgreSQL fails on a NUL byte instead of finding nothing
    game = visible_games(viewer).select_related("invited").get(public_id=public_id)
    return _snapshot_of(game)


def recalled_game(public_id: str, viewer: Viewer, *, version: int) -> Snapshot | None:
    """Return the snapshot of exactly that version when it costs no query, else None.

    Only for who may certainly see it: for others `find_game` decides.
    """
    snapshot = recall(public_id, version)
    if snapshot is None or not (snapshot.game.is_public or snapshot.seat_of(viewer.pk)):
        return None
    return snapshot


def _snapshot_of(game: Game) -> Snapshot:
    seats = list(game.seats.select_related("user").order_by("index"))
    snapshot = take_snapshot(game, seats)
    remember(snapshot)
    return snapshot
