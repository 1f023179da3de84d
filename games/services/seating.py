"""Taking and leaving seats before the cards are dealt, and rematches."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from django.db import DatabaseError, transaction
from django.db.models import Q
from django.utils import timezone

from accounts.barriers import are_apart
from accounts.models import User
from games.clocks import TimeControl
from games.live.notifications import announce_lists
from games.models import AcceptedTime, Game, Seat
from games.rules import UnknownRules
from games.services.abandoning import check_pause
from games.services.places import (
    Offer,
    check_offer,
    check_practice,
    claim_place,
    create_game,
    has_closed_account,
    leave_table,
    sit_down,
)
from games.services.playing import resign_seat
from games.services.refusals import NotSeated, SeatRefused
from games.services.telling import tell_invited
from games.services.writing import lock_game, save_change
from games.snapshots import Snapshot

logger = logging.getLogger(__name__)


def open_table(
    user: User,
    *,
    variant: str,
    move_time: int,
    kind: str,
    bank: int = 0,
    players: int = 2,
    options: Mapping[str, Any] | None = None,
    invited: User | None = None,
    rematch_of: Game | None = None,
    counts_vacation: bool = True,
    seat: int | None = None,
    value: str = "",
) -> Game:
    """Create a waiting game: open to all, by link, or for one invited player.

    With a `bank`, the move time is what each turn adds to it. Both are in seconds. Vacations can
    count in games over days only. Raises `SeatRefused` for an unknown offer or an invitation to
    oneself, `AlreadyPlaying`.
    """
    time = TimeControl(move_time, bank)
    offer = check_offer(Offer(variant=variant, time=time, players=players, options=options or {}))
    if kind not in (Game.Kind.OPEN, Game.Kind.LINK, Game.Kind.INVITATION):
        raise SeatRefused("no_such_access")
    if (kind == Game.Kind.INVITATION) != (invited is not None):
        raise SeatRefused("nobody_invited")
    if invited == user:
        raise SeatRefused("invited_self")
    if invited is not None and offer.players != 2:
        raise SeatRefused("invitation_for_two")
    now = timezone.now()
    if kind == Game.Kind.OPEN and time.is_live:
        check_pause(user, now=now)
    with transaction.atomic():
        claim_place(user, is_live=time.is_live, joining=None, now=now)
        # Only now: from here on, a block waits for the invitation and ends it.
        if invited is not None and not _can_invite(user, invited):
            raise SeatRefused("not_to_be_invited")
        game = create_game(
            user,
            offer,
            kind=kind,
            invited=invited,
            rematch_of=rematch_of,
            counts_vacation=counts_vacation,
            now=now,
        )
        game = sit_down(lock_game(game.pk), index=seat, user=user, value=value, now=now).game
        if invited is not None:
            tell_invited(game, [invited.pk], by=user.pk, now=now)
        return game


def _can_invite(user: User, invited: User) -> bool:
    # Read again: the players of a game that is over may be remembered from before.
    is_open = User.objects.filter(pk=invited.pk, is_active=True).exists()
    return is_open and not are_apart(user.pk, [invited.pk])


def play_computer(
    user: User,
    *,
    variant: str,
    move_time: int,
    levels: Sequence[str],
    bank: int = 0,
    options: Mapping[str, Any] | None = None,
    rematch_of: Game | None = None,
    seat: int = 0,
    value: str = "",
) -> Game:
    """Start a game against computer players at once, one of each of these levels.

    The levels sit clockwise from the user's seat. The move time may be `NO_TIMER`; it and the
    `bank` are otherwise as for `open_table`, and so is what is raised.
    """
    time = TimeControl(move_time, bank)
    given = Offer(variant=variant, time=time, players=len(levels) + 1, options=options or {})
    offer = check_offer(given, is_timed=False)
    now = timezone.now()
    with transaction.atomic():
        claim_place(user, is_live=time.is_live, joining=None, now=now)
        check_practice(user)
        Seat.objects.filter(
            user=user, game__status=Game.Status.WAITING, game__kind=Game.Kind.QUEUE
        ).update(seen_at=None)  # while they wait, they are at this table
        game = create_game(user, offer, kind=Game.Kind.COMPUTER, rematch_of=rematch_of, now=now)
        snapshot = sit_down(lock_game(game.pk), index=seat, user=user, value=value, now=now)
        for place, level in enumerate(levels, seat + 1):
            snapshot = sit_down(snapshot, index=place % game.players, computer=level, now=now)
        return snapshot.game


def join_game(
    game_id: int,
    *,
    user: User,
    seat: int | None = None,
    time: TimeControl | None = None,
    value: str = "",
) -> None:
    """Take a free seat of a waiting game, by default the first; change to it from another seat.

    `time` is one of those that a player in the queue accepts, by default the longest. Raises
    `SeatRefused` when the seat is taken or reserved for someone else, or the account of a player
    there was closed; `AlreadyPlaying`.
    """
    now = timezone.now()
    with transaction.atomic():
        is_live = Game.objects.only("move_time", "bank").get(pk=game_id).is_live
        if Seat.objects.filter(game_id=game_id, user=user).exists():
            _change_seat(game_id, user=user, index=seat)
            return
        claim_place(user, is_live=is_live, joining=game_id, now=now)
        snapshot = lock_game(game_id)
        game = snapshot.game
        if any(each.user_id == user.pk for each in snapshot.seats):
            return  # taken by the same click in another tab, while this one waited for the lock
        if game.status == Game.Status.CANCELLED:
            raise SeatRefused("table_closed")
        if game.status != Game.Status.WAITING:
            raise SeatRefused("seat_taken")
        if has_closed_account(snapshot):
            raise SeatRefused("somebody_leaves")
        if game.is_live and game.is_public:
            check_pause(user, now=now)
        if game.invited_id is not None and game.invited_id != user.pk:
            raise SeatRefused("for_another_player")
        if game.kind == Game.Kind.QUEUE and time is not None:
            accepted = AcceptedTime.objects.filter(seat__game=game)
            if not accepted.filter(move_time=time.move_time, bank=time.bank).exists():
                raise SeatRefused("unknown_move_time")
            game.move_time, game.bank = time
        accepts = [game.time] if game.kind == Game.Kind.QUEUE else []
        sit_down(snapshot, index=seat, user=user, value=value, accepts=accepts, now=now)


def _change_seat(game_id: int, *, user: User, index: int | None) -> None:
    """Move a waiting player to another free seat, to choose a partner."""
    snapshot = lock_game(game_id)
    seat = snapshot.seat_of(user.pk)
    if index is None or seat is None or seat.index == index:
        return
    if snapshot.game.status != Game.Status.WAITING:
        raise SeatRefused("seats_are_final")
    if index not in range(snapshot.game.players) or any(
        each.index == index for each in snapshot.seats
    ):
        raise SeatRefused("seat_taken")
    Seat.objects.filter(pk=seat.pk).update(index=index)
    seat.index = index
    seats = sorted(snapshot.seats, key=lambda each: each.index)
    save_change(replace(snapshot, seats=tuple(seats)))


def seat_computers(game_id: int, *, user: User, levels: Mapping[int, str]) -> None:
    """Give free seats of a waiting game to computer players; the game begins when none is left.

    `levels` are the levels by seat. Raises `NotSeated` for anyone but the host, `SeatRefused` when
    a seat is taken or the table is for people only, `AlreadyPlaying`.
    """
    now = timezone.now()
    with transaction.atomic():
        snapshot = lock_game(game_id)
        game = snapshot.game
        if game.host_id != user.pk:
            raise NotSeated("only_host")
        if game.status != Game.Status.WAITING:
            raise SeatRefused("game_begun")
        if game.kind not in (Game.Kind.OPEN, Game.Kind.LINK):
            raise SeatRefused("for_people")
        if has_closed_account(snapshot):
            raise SeatRefused("somebody_leaves")
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        check_practice(user, but=game_id)
        for index, level in sorted(levels.items()):
            snapshot = sit_down(snapshot, index=index, computer=level, now=now)


def leave_game(game_id: int, *, user: User) -> None:
    """Leave before the deal: free the seat where others wait too, else cancel the game.

    The invited player declines in the same way. Leaving a cancelled game does nothing. Raises
    `NotSeated`, and `SeatRefused` once the cards are dealt.
    """
    with transaction.atomic():
        snapshot = lock_game(game_id)
        game, seat = snapshot.game, snapshot.seat_of(user.pk)
        if seat is None and game.invited_id != user.pk:
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

    Invitations between them end, and the user gets up from waiting tables that both have joined.
    What they are playing already goes on.
    """
    with transaction.atomic():
        # Whoever is sitting down, or inviting, has locked their own row. Wait until that is stored:
        # from here on the block itself refuses it.
        both = User.objects.filter(pk__in=(user.pk, other.pk)).order_by("pk")
        list(both.select_for_update(no_key=True))
    mine = Seat.objects.filter(user=user).values("game")
    theirs = Seat.objects.filter(user=other).values("game")
    waiting = Game.objects.filter(status=Game.Status.WAITING).filter(
        Q(pk__in=mine, invited=other)
        | Q(pk__in=theirs, invited=user)
        | (Q(pk__in=mine) & Q(pk__in=theirs))
    )
    now = timezone.now()
    for game_id in waiting.order_by("pk").values_list("pk", flat=True):
        with transaction.atomic():
            snapshot = lock_game(game_id)
            if waiting.filter(pk=game_id).exists():
                leave_table(snapshot, user=user, now=now)


def announce_distance(user: User, other: User) -> None:
    """Have the lobbies of two people read again what each may see of the other."""
    announce_lists([user.pk, other.pk], in_lobby=False)


class Left(NamedTuple):
    """The ids of the games that somebody was to leave, and of those that could not be left."""

    games: set[int]
    stuck: set[int]


def leave_all_games(user: User, *, tell: Callable[[int], None] | None = None) -> Left:
    """Leave every unfinished game and decline every invitation, before the account is deleted.

    `tell` is called with the id of each game that is left, in the transaction that leaves it.

    Games that are being played are forfeited. One that this release cannot play is passed over: the
    clock ends it once a release can, and `delete_practice` deletes it if nobody else plays. Games
    that go on without the user show the name until `show_anew` is called for them.

    Raises DatabaseError when the database fails; what has been left by then stays left.
    """
    seated = Q(status__in=Game.UNFINISHED, pk__in=Seat.objects.filter(user=user).values("game"))
    invited = Q(status=Game.Status.WAITING, invited=user)
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
    seat, status = snapshot.seat_of(user.pk), snapshot.game.status
    if status == Game.Status.PLAYING and seat is not None:
        resign_seat(snapshot, seat, now=timezone.now())
    elif status in (Game.Status.WAITING, Game.Status.PICKING) and (
        seat is not None or snapshot.game.invited_id == user.pk
    ):
        leave_table(snapshot, user=user, now=timezone.now())
    else:
        return  # meanwhile it has ended, or the user has left it
    if tell is not None:
        tell(game_id)


def offer_rematch(game_id: int, *, user: User) -> Game:
    """Return the rematch of a finished game: created by the first to ask, joined by the others.

    Everyone gets the same seat again, so that partners stay partners. Against computer players
    alone it begins at once.
    """
    with transaction.atomic():
        snapshot = lock_game(game_id)
        game, seat = snapshot.game, snapshot.seat_of(user.pk)
        if seat is None:
            raise NotSeated
        if game.status not in (Game.Status.FINISHED, Game.Status.CANCELLED):
            raise SeatRefused("not_over")
        made = Game.objects.filter(rematch_of=game).first()
        if made is not None and made.status == Game.Status.CANCELLED:
            Game.objects.filter(pk=made.pk).update(rematch_of=None)
            made = None
        if made is None:
            made = _create_rematch(snapshot, user)
            save_change(snapshot)
    if made.status == Game.Status.WAITING:
        is_free = not made.seats.filter(index=seat.index).exists()
        join_game(made.pk, user=user, seat=seat.index if is_free else None)
        made.refresh_from_db()
    elif not made.seats.filter(user=user).exists():
        raise SeatRefused("seat_taken")  # it began without this player, who may not see it
    return made


def _create_rematch(snapshot: Snapshot, user: User) -> Game:
    game = snapshot.game
    own = next(seat.index for seat in snapshot.seats if seat.user_id == user.pk)
    others = sorted(
        (seat for seat in snapshot.seats if seat.index != own),
        key=lambda seat: (seat.index - own) % game.players,
    )
    if not others:
        raise SeatRefused("nobody_joined")
    people = [seat.user for seat in others if seat.user is not None]
    levels = [seat.computer for seat in others if seat.computer]
    if len(people) + len(levels) < len(others):
        raise SeatRefused("account_gone")
    same: dict[str, Any] = {
        "variant": game.variant,
        "move_time": game.move_time,
        "bank": game.bank,
        "options": game.options,
        "rematch_of": game,
    }
    if len(levels) == game.players - 1:
        return play_computer(user, levels=levels, seat=own, **same)
    same["counts_vacation"] = game.counts_vacation
    if game.players == 2:
        return open_table(user, kind=Game.Kind.INVITATION, invited=people[0], seat=own, **same)
    asked = [person.pk for person in people]
    if are_apart(user.pk, asked):
        raise SeatRefused("not_to_be_invited")
    made = open_table(user, kind=Game.Kind.LINK, players=game.players, seat=own, **same)
    tell_invited(made, asked, by=user.pk, now=timezone.now())
    if levels:
        check_practice(user)
    for seat in others:
        if seat.computer:
            sit_down(
                lock_game(made.pk), index=seat.index, computer=seat.computer, now=timezone.now()
            )
    return made
