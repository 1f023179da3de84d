"""How people come to a table and leave it before the cards are dealt; rematches."""

from __future__ import annotations

import datetime as dt
import secrets

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from games import rules
from games.models import LIVE_MOVE_TIME, MOVE_TIMES, Deck, Game, Queue, Seat
from games.notifications import announce_lists
from games.rules import shuffle
from games.services.outage import is_site_away
from games.services.playing import resign_seat
from games.services.refusals import AlreadyPlaying, NotSeated, SeatRefused
from games.services.writing import (
    announce_rematch,
    finish_game,
    lock_game,
    save_change,
    start_turn,
)
from games.snapshots import Snapshot, take_snapshot

SLOW_GAMES_LIMIT = 50
QUEUE_PLACE_LAPSES_AFTER = dt.timedelta(seconds=30)
LIVE_TABLE_LAPSES_AFTER = dt.timedelta(minutes=15)
SLOW_TABLE_LAPSES_AFTER = dt.timedelta(days=14)


def play_now(user: User, *, variant: str, move_time: int) -> Game:
    """Pair the user with whoever has waited longest for the same game, or start waiting.

    Returns the game: picking when paired, else waiting. Raises `AlreadyPlaying`.
    """
    _check_offer(variant, move_time)
    now = timezone.now()
    Queue.objects.get_or_create(variant=variant, move_time=move_time)
    with transaction.atomic():
        Queue.objects.select_for_update().get(variant=variant, move_time=move_time)
        waiting = Game.objects.filter(
            status=Game.Status.WAITING,
            kind=Game.Kind.QUEUE,
            variant=variant,
            move_time=move_time,
            seen_at__gt=now - QUEUE_PLACE_LAPSES_AFTER,
        ).order_by("created_at")
        mine = waiting.filter(seats__user=user).first()
        if mine is not None:
            return mine
        longest = waiting.first()
        if longest is not None:
            _claim_place(user, move_time=move_time, joining=longest.pk, now=now)
            snapshot = lock_game(longest.pk)
            if snapshot.game.status == Game.Status.WAITING:
                _seat_player(snapshot, user=user, now=now)
                return snapshot.game
        else:
            _claim_place(user, move_time=move_time, joining=None, now=now)
        return _create_game(
            user, variant=variant, move_time=move_time, kind=Game.Kind.QUEUE, now=now
        )


def open_table(
    user: User,
    *,
    variant: str,
    move_time: int,
    kind: str,
    invited: User | None = None,
    rematch_of: Game | None = None,
) -> Game:
    """Create a waiting game: open to all, by link, or for one invited player.

    Raises `SeatRefused` for an unknown offer or an invitation to oneself, `AlreadyPlaying`.
    """
    _check_offer(variant, move_time)
    if kind not in (Game.Kind.OPEN, Game.Kind.LINK, Game.Kind.INVITATION):
        raise SeatRefused("Choose who may join: anybody, by link, or one player by name.")
    if (kind == Game.Kind.INVITATION) != (invited is not None):
        raise SeatRefused("An invitation names the player it is for.")
    if invited == user:
        raise SeatRefused("You can not play against yourself.")
    now = timezone.now()
    with transaction.atomic():
        _claim_place(user, move_time=move_time, joining=None, now=now)
        return _create_game(
            user,
            variant=variant,
            move_time=move_time,
            kind=kind,
            invited=invited,
            rematch_of=rematch_of,
            now=now,
        )


def play_computer(
    user: User, *, variant: str, move_time: int, level: str, rematch_of: Game | None = None
) -> Game:
    """Start a game against a computer player at once. Raises `AlreadyPlaying`."""
    _check_offer(variant, move_time)
    now = timezone.now()
    with transaction.atomic():
        _claim_place(user, move_time=move_time, joining=None, now=now)
        game = _create_game(
            user,
            variant=variant,
            move_time=move_time,
            kind=Game.Kind.COMPUTER,
            rematch_of=rematch_of,
            now=now,
        )
        _seat_player(lock_game(game.pk), computer=level, now=now)
        game.refresh_from_db()
        return game


def join_game(game_id: int, *, user: User) -> None:
    """Take the free seat of a waiting game. Joining a game one sits in does nothing.

    Raises `SeatRefused` when it is gone or meant for somebody else, `AlreadyPlaying`.
    """
    now = timezone.now()
    with transaction.atomic():
        move_time = Game.objects.values_list("move_time", flat=True).get(pk=game_id)
        if Seat.objects.filter(game_id=game_id, user=user).exists():
            return
        _claim_place(user, move_time=move_time, joining=game_id, now=now)
        snapshot = lock_game(game_id)
        game = snapshot.game
        if snapshot.seat_of(user.pk) is not None:
            return  # taken by the same click in another tab, while this one waited for the lock
        if game.status == Game.Status.CANCELLED:
            raise SeatRefused("This table is closed: the other player has left.")
        if game.status != Game.Status.WAITING:
            raise SeatRefused("Somebody else was faster: the seat is taken.")
        if game.invited_id is not None and game.invited_id != user.pk:
            raise SeatRefused("This table waits for another player.")
        _seat_player(snapshot, user=user, now=now)


def leave_game(game_id: int, *, user: User) -> None:
    """Leave before the deal: the game is cancelled without a result.

    The invited player may decline this way too. Leaving a cancelled game does nothing. Raises
    `NotSeated`, and `SeatRefused` once the cards are dealt.
    """
    with transaction.atomic():
        snapshot = lock_game(game_id)
        game = snapshot.game
        if snapshot.seat_of(user.pk) is None and game.invited_id != user.pk:
            raise NotSeated
        if game.status == Game.Status.CANCELLED:
            return
        if game.status == Game.Status.FINISHED:
            raise SeatRefused("This game is over.")
        if game.status not in (Game.Status.WAITING, Game.Status.PICKING):
            raise SeatRefused("The cards are dealt: quitting now forfeits the game.")
        if game.status == Game.Status.PICKING and snapshot.seat_of(user.pk) is None:
            raise NotSeated
        finish_game(snapshot, reason="left", now=timezone.now())


def leave_all_games(user: User) -> None:
    """Leave every unfinished game and decline every invitation: the account is going.

    Games that are being played are forfeited.
    """
    seated = Q(status__in=Game.UNFINISHED, pk__in=Seat.objects.filter(user=user).values("game"))
    invited = Q(status=Game.Status.WAITING, invited=user)
    for game_id in list(Game.objects.filter(seated | invited).values_list("pk", flat=True)):
        with transaction.atomic():
            snapshot = lock_game(game_id)
            seat = snapshot.seat_of(user.pk)
            if snapshot.game.status == Game.Status.PLAYING and seat is not None:
                resign_seat(snapshot, seat, now=timezone.now())
            elif snapshot.game.status in (Game.Status.WAITING, Game.Status.PICKING):
                finish_game(snapshot, reason="left", now=timezone.now())


def offer_rematch(game_id: int, *, user: User) -> Game:
    """Return the rematch of a finished game: made by the first to ask, joined by the other."""
    with transaction.atomic():
        snapshot = lock_game(game_id)
        game, seat = snapshot.game, snapshot.seat_of(user.pk)
        if seat is None:
            raise NotSeated
        if game.status not in (Game.Status.FINISHED, Game.Status.CANCELLED):
            raise SeatRefused("The game is not over yet.")
        made = Game.objects.filter(rematch_of=game).first()
        if made is not None and made.status == Game.Status.CANCELLED:
            Game.objects.filter(pk=made.pk).update(rematch_of=None)
            made = None
        if made is None:
            made = _create_rematch(snapshot, user)
            save_change(snapshot)
    if made.status == Game.Status.WAITING:
        join_game(made.pk, user=user)
        made.refresh_from_db()
    return made


def _create_rematch(snapshot: Snapshot, user: User) -> Game:
    game = snapshot.game
    others = [seat for seat in snapshot.seats if seat.user_id != user.pk]
    if not others:
        raise SeatRefused("Nobody had joined that game.")
    other = others[0]
    if other.computer:
        return play_computer(
            user,
            variant=game.variant,
            move_time=game.move_time,
            level=other.computer,
            rematch_of=game,
        )
    if other.user is None:
        raise SeatRefused("The other player is gone.")
    return open_table(
        user,
        variant=game.variant,
        move_time=game.move_time,
        kind=Game.Kind.INVITATION,
        invited=other.user,
        rematch_of=game,
    )


def keep_waiting(game_id: int, *, user: User) -> None:
    """Note that the waiting player still has the page open."""
    Game.objects.filter(pk=game_id, status=Game.Status.WAITING, seats__user=user).update(
        seen_at=timezone.now()
    )


def lapse_waiting_games(*, now: dt.datetime) -> int:
    """Cancel waiting games whose player is gone; return how many were."""
    if is_site_away(now=now):
        return 0
    waiting = Game.objects.filter(status=Game.Status.WAITING)
    gone = (
        waiting.filter(kind=Game.Kind.QUEUE, seen_at__lt=now - QUEUE_PLACE_LAPSES_AFTER)
        | waiting.filter(move_time__lte=LIVE_MOVE_TIME, seen_at__lt=now - LIVE_TABLE_LAPSES_AFTER)
        | waiting.filter(created_at__lt=now - SLOW_TABLE_LAPSES_AFTER)
    )
    lapsed = 0
    for game_id in list(gone.values_list("pk", flat=True)):
        with transaction.atomic():
            snapshot = lock_game(game_id)
            if gone.filter(pk=game_id).exists():
                finish_game(snapshot, reason="lapsed", now=now)
                lapsed += 1
    return lapsed


def _check_offer(variant: str, move_time: int) -> None:
    try:
        rules.variant(variant)
    except KeyError:
        raise SeatRefused("There is no such game.") from None
    if move_time not in MOVE_TIMES:
        raise SeatRefused("There is no such move time.")


def _claim_place(user: User, *, move_time: int, joining: int | None, now: dt.datetime) -> None:
    """Make sure that the user may take one more seat, inside the caller's transaction.

    Locks, in this order, the games concerned by id, then the user. A live seat closes the live
    tables at which the user is still waiting.
    """
    mine = Game.objects.filter(status__in=Game.UNFINISHED, seats__user=user)
    live = mine.filter(move_time__lte=LIVE_MOVE_TIME)
    wants_live = move_time <= LIVE_MOVE_TIME
    waiting = live.filter(status=Game.Status.WAITING) if wants_live else live.none()
    concerned = {*waiting.values_list("pk", flat=True), *([joining] if joining else [])}
    locked = list(Game.objects.select_for_update().filter(pk__in=concerned).order_by("pk"))
    # no_key: an invitation refers to its player, and need not wait for who takes a seat.
    if not User.objects.select_for_update(no_key=True).get(pk=user.pk).is_active:
        raise SeatRefused("This account is closed.")
    if not wants_live:
        if mine.filter(move_time__gt=LIVE_MOVE_TIME).count() >= SLOW_GAMES_LIMIT:
            raise AlreadyPlaying(
                f"You have {SLOW_GAMES_LIMIT} slow games already: finish one before the next."
            )
        return
    closing = {
        game.pk for game in locked if game.pk != joining and game.status == Game.Status.WAITING
    }
    busy = live.exclude(pk__in=[*closing, *([joining] if joining else [])]).first()
    if busy is not None:
        raise AlreadyPlaying(
            "You are at a live table already: finish that game first.", public_id=busy.public_id
        )
    for game_id in sorted(closing):
        finish_game(lock_game(game_id), reason="left", now=now)


def _create_game(
    user: User,
    *,
    variant: str,
    move_time: int,
    kind: str,
    now: dt.datetime,
    invited: User | None = None,
    rematch_of: Game | None = None,
) -> Game:
    game = Game.objects.create(
        variant=variant,
        rules_version=rules.variant(variant).rules_version,
        kind=kind,
        invited=invited,
        rematch_of=rematch_of,
        move_time=move_time,
        version=1,
        seen_at=now,
        created_at=now,
    )
    Seat.objects.create(game=game, index=0, user=user)
    seed = secrets.token_bytes(32)
    Deck.objects.create(
        game=game, recipe=shuffle.VERSION, seed=seed, commitment=shuffle.commitment(seed)
    )
    announce_lists([user.pk, invited.pk if invited else None])
    return game


def _seat_player(
    snapshot: Snapshot, *, user: User | None = None, computer: str = "", now: dt.datetime
) -> None:
    """Take the next seat of a locked, waiting game; with the last one the picking begins."""
    game = snapshot.game
    Seat.objects.create(game=game, index=len(snapshot.seats), user=user, computer=computer)
    seats = list(game.seats.select_related("user").order_by("index"))
    game.status = Game.Status.PICKING
    game.seen_at = None
    start_turn(game, seats, to_move=None, now=now)
    save_change(take_snapshot(game, seats))
    announce_lists([*(seat.user_id for seat in seats), game.invited_id])
    announce_rematch(game)
