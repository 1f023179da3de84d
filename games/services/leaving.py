"""Leaving what waits or is played: by a click, a block or a log-out, and with the account."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection
from typing import NamedTuple

from django.db import DatabaseError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import User
from games.announcing import announce_lists
from games.models import LIVE, Game, Seat
from games.rules import UnknownRules
from games.services.places import leave_table
from games.services.playing import resign_seat
from games.services.refusals import NotSeated, SeatRefused
from games.services.writing import finish_game, lock_game
from games.snapshots import Snapshot

logger = logging.getLogger(__name__)


def leave_game(game_id: int, *, user: User) -> None:
    """Leave before the deal: free the seat where others wait too, else cancel the game.

    Whoever is invited, or asked for a rematch, declines in the same way. Leaving a cancelled game
    does nothing. Raises `NotSeated`, and `SeatRefused` once the cards are dealt.
    """
    with transaction.atomic():
        snapshot = lock_game(game_id)
        game, seat = snapshot.game, snapshot.seat_of(user.pk)
        if seat is None and not game.asks(user.pk):
            raise NotSeated
        if game.status == Game.Status.CANCELLED:
            return
        if game.status == Game.Status.FINISHED:
            raise SeatRefused("game_over")
        if game.status not in (Game.Status.WAITING, Game.Status.PICKING):
            raise SeatRefused("cards_dealt")
        leave_table(snapshot, user=user, now=timezone.now())


def separate(user: User, other: User) -> None:
    """Part two players after a block: nothing that waits for both of them begins any more.

    Invitations and requests for rematches between them end, and the user gets up from waiting
    tables that both have joined. What they are playing already goes on. Their lobbies read again
    what each may see of the other.
    """
    mine = Seat.objects.filter(user=user).values("game")
    theirs = Seat.objects.filter(user=other).values("game")
    waiting = Game.objects.filter(status=Game.Status.WAITING)
    # Without the two it would not be the same table, so nobody else goes on waiting for it either.
    _end_tables(waiting.filter(Game.asking(user.pk), Game.asking(other.pk)))
    together = (
        Q(pk__in=mine, invited=other)
        | Q(pk__in=theirs, invited=user)
        | (Q(pk__in=mine) & Q(pk__in=theirs))
    )
    _leave_tables(waiting.filter(together), user)
    announce_lists([user.pk, other.pk], in_lobby=False)


def leave_at_log_out(user: User) -> None:
    """Give up the player's live places in the queue: nobody is to be paired there.

    A place that another browser of the player keeps ends too; nothing tells the one from the other.
    A guest, who cannot log in again, leaves all tables that wait, and declines invitations and
    rematches.
    """
    waiting = Game.objects.filter(status=Game.Status.WAITING)
    seated = Q(pk__in=Seat.objects.filter(user=user).values("game"))
    if user.is_guest:
        _leave_tables(waiting.filter(seated | Game.asking(user.pk)), user)
    else:
        _leave_tables(waiting.filter(LIVE, seated, kind=Game.Kind.QUEUE), user)


def _leave_tables(waiting: QuerySet[Game], user: User) -> None:
    """Leave each of these tables, or decline to play there."""
    _change_tables(waiting, lambda table: leave_table(table, user=user, now=timezone.now()))


def _end_tables(waiting: QuerySet[Game]) -> None:
    """End each of these tables; nobody is told because of whom."""
    _change_tables(waiting, lambda table: finish_game(table, reason="declined", now=timezone.now()))


def _change_tables(waiting: QuerySet[Game], change: Callable[[Snapshot], object]) -> None:
    """Change each of these tables, locked, if it is still among them by then."""
    for game_id in waiting.order_by("pk").values_list("pk", flat=True):
        with transaction.atomic():
            snapshot = lock_game(game_id)
            if waiting.filter(pk=game_id).exists():
                change(snapshot)


class Left(NamedTuple):
    """The ids of the games that somebody was to leave, and of those that could not be left."""

    games: set[int]
    stuck: set[int]


def leave_all_games(user: User, *, tell: Callable[[int], None] | None = None) -> Left:
    """Leave every unfinished game and decline every invitation, before the account is deleted.

    `tell` is called with the id of each game that is forfeited, in the same transaction.

    Games that are being played are forfeited. One that this release cannot play is passed over: the
    clock ends it once a release can, and `delete_practice` deletes it if nobody else plays. Games
    that go on without the user show the name until `show_anew` is called for them.

    Raises DatabaseError when the database fails; what has been left by then stays left.
    """
    seated = Q(status__in=Game.UNFINISHED, pk__in=Seat.objects.filter(user=user).values("game"))
    invited = Q(Game.asking(user.pk), status=Game.Status.WAITING)
    left = Left(set(Game.objects.filter(seated | invited).values_list("pk", flat=True)), set())
    for game_id in sorted(left.games):
        try:
            _leave(game_id, user=user, tell=tell)
        except DatabaseError:
            raise  # the fault is not the game's, and the next try may leave it
        except Exception as error:  # noqa: BLE001
            # One broken game must not keep the player in all the others. The error's own words
            # stay out of the log: they may name cards.
            left.stuck.add(game_id)
            level = logging.WARNING if isinstance(error, UnknownRules) else logging.ERROR
            kind = type(error).__name__
            logger.log(level, "game %d: player %d has not left it: %s", game_id, user.pk, kind)
    return left


def delete_practice(game_ids: Collection[int]) -> None:
    """Delete those of these games in which only computer players are left once a user has gone."""
    kinds = (Game.Kind.COMPUTER, Game.Kind.LESSON)
    Game.objects.filter(pk__in=game_ids, kind__in=kinds).delete()


@transaction.atomic
def _leave(game_id: int, *, user: User, tell: Callable[[int], None] | None) -> None:
    snapshot = lock_game(game_id)
    game, seat = snapshot.game, snapshot.seat_of(user.pk)
    status = game.status
    if status == Game.Status.PLAYING and seat is not None:
        resign_seat(snapshot, seat, now=timezone.now())
        if tell is not None:
            tell(game_id)
    elif status == Game.Status.WAITING and game.players > 2 and game.asks(user.pk):
        # A rematch is for all who have played. Nobody is told because of whom it ends.
        finish_game(snapshot, reason="declined", now=timezone.now())
    elif status in (Game.Status.WAITING, Game.Status.PICKING) and (
        seat is not None or game.asks(user.pk)
    ):
        leave_table(snapshot, user=user, now=timezone.now())


def hold_games(user: User) -> set[int]:
    """Lock the games that an erased account changes, then the user, in the caller's transaction.

    Those at which the user sits and which are not over: one that ends at the same moment could
    count a result of an account that no longer exists. And those that name the user: two who have
    invited each other may go at once, and must not wait for each other.

    Return the games that the user has not left, now that no other tab can take a seat: those at
    which the user sits, and to which the user is invited.
    """
    seats = Seat.objects.filter(user=user)
    seated = Q(status__in=Game.UNFINISHED, pk__in=seats.values("game"))
    games = Game.objects.select_for_update(no_key=True).order_by("pk")
    list(games.filter(seated | Q(host=user) | Q(invited=user)).values_list("pk"))
    # After a second click nobody is found.
    list(User.objects.select_for_update().filter(pk=user.pk).values_list("pk"))
    sits = seated & Q(pk__in=seats.filter(stand_in="").values("game"))
    is_invited = Q(Game.asking(user.pk), status=Game.Status.WAITING)
    return set(Game.objects.filter(sits | is_invited).values_list("pk", flat=True))
