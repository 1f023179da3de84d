"""Find the games that a viewer may see, and read their current snapshots."""

from __future__ import annotations

from functools import cache

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from config.statements import KeptQuery, Statement, fetch_rows
from games.models import Game, Seat
from games.snapshots import Snapshot, newest, read_seats, recall, remember, take_snapshot

Viewer = User | AnonymousUser
_VIEWER, _VIEWED, _NAME = -1, -2, "<name>"  # stand in kept queries for ids and a game's name


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
    game = _visible(viewer.pk is not None).first({_NAME: public_id, _VIEWER: viewer.pk})
    if game is None:
        raise Game.DoesNotExist
    snapshot = take_snapshot(game, read_seats(game))
    remember(snapshot)
    return snapshot


def find_game_before(public_id: str, viewer: Viewer) -> Game | None:
    """Return the game of which this viewer was asked to play a rematch that has been cancelled."""
    if viewer.pk is None or not public_id.isprintable():
        return None
    cancelled = Game.objects.filter(public_id=public_id, status=Game.Status.CANCELLED)
    return Game.objects.filter(rematches__in=cancelled, seats__user=viewer.pk).first()


@cache
def _visible(is_signed_in: bool) -> KeptQuery[Game]:
    games = visible_games(User(pk=_VIEWER) if is_signed_in else AnonymousUser())
    return KeptQuery(games.select_related("invited").filter(public_id=_NAME))


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
        for (version,) in fetch_rows(_version(), {_VIEWED: known.game.pk}):
            if recalled := recalled_game(public_id, viewer, version=version):
                return recalled
    return find_game(public_id, viewer)


@cache
def _version() -> Statement:
    return Game.objects.filter(pk=_VIEWED).values_list("version").query.sql_with_params()
