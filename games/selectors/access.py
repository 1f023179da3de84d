"""Find the games that a viewer may see, and read their current snapshots."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from games.models import Game, Seat
from games.snapshots import Snapshot, newest, recall, remember, take_snapshot

Viewer = User | AnonymousUser


def visible_games(viewer: Viewer) -> QuerySet[Game]:
    """Return the games that this viewer may see.

    Anyone may see a public game. Only its players may see a private game; while it is waiting, so
    may the invited player or, at a table by link, anyone who knows its address.
    """
    may = Q(kind__in=Game.PUBLIC) | Q(kind=Game.Kind.LINK, status=Game.Status.WAITING)
    if viewer.pk is not None:
        mine = Seat.objects.filter(game=OuterRef("pk"), user_id=viewer.pk)
        may |= Q(Exists(mine)) | Q(invited_id=viewer.pk)
    return Game.objects.filter(may)


def find_game(public_id: str, viewer: Viewer) -> Snapshot:
    """Return the snapshot of a game that this viewer may see.

    Raises `Game.DoesNotExist` if there is no such game or the viewer may not see it.
    """
    if not public_id.isprintable():
        raise Game.DoesNotExist  # PostgreSQL fails on a NUL byte instead of finding nothing
    game = visible_games(viewer).select_related("invited").get(public_id=public_id)
    return _snapshot_of(game)


def recalled_game(public_id: str, viewer: Viewer, *, version: int) -> Snapshot | None:
    """Return the snapshot of exactly that version if that costs no query, else None.

    Also return None unless the viewer certainly may see the game; `find_game` decides then.
    """
    snapshot = recall(public_id, version)
    if snapshot is None or not (snapshot.game.is_public or snapshot.seat_of(viewer.pk)):
        return None
    return snapshot


def find_newest(public_id: str, viewer: Viewer) -> Snapshot:
    """Return the same as `find_game`, in one small query if this process has the newest version."""
    known = newest(public_id)
    if known is not None:
        version = Game.objects.values_list("version", flat=True).get(pk=known.game.pk)
        if recalled := recalled_game(public_id, viewer, version=version):
            return recalled
    return find_game(public_id, viewer)


def _snapshot_of(game: Game) -> Snapshot:
    seats = list(game.seats.select_related("user").order_by("index"))
    snapshot = take_snapshot(game, seats)
    remember(snapshot)
    return snapshot
