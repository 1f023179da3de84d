"""Tables and seats at them: opening a table, and taking its seats before the cards are dealt."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.barriers import are_apart
from accounts.models import User
from games.clocks import TimeControl
from games.models import AcceptedTime, Game, Seat
from games.services.abandoning import check_pause
from games.services.places import (
    Offer,
    check_offer,
    check_practice,
    claim_place,
    create_game,
    has_closed_account,
    sit_down,
)
from games.services.refusals import NotSeated, SeatRefused
from games.services.telling import tell_invited
from games.services.writing import lock_game, save_change


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
    asked: Collection[User] = (),
    counts_vacation: bool = True,
    seat: int | None = None,
    value: str = "",
) -> Game:
    """Create a waiting game: open to all, by link, or for one invited player.

    `asked` are the others who are asked for a rematch of several.

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
        people = [*asked, invited] if invited is not None else list(asked)
        claim_place(user, time=time, joining=None, asked=people, now=now)
        # Only now: from here on, a block waits for the invitation and ends it, and the invited
        # cannot delete the account in between.
        if people and not _can_ask(user, people):
            raise SeatRefused("not_all_to_be_invited" if asked else "not_to_be_invited")
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
        tell_invited(game, [each.pk for each in people], by=user.pk, now=now)
        return game


def _can_ask(user: User, people: Sequence[User]) -> bool:
    """Return whether these accounts are open, and no block stands between the user and them."""
    # Read again: the players of a game that is over may be remembered from before.
    ids = [each.pk for each in people]
    are_open = User.objects.filter(pk__in=ids, is_active=True).count() == len(ids)
    return are_open and not are_apart(user.pk, ids)


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
        claim_place(user, time=time, joining=None, now=now)
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
        joined = Game.objects.only("move_time", "bank").get(pk=game_id)
        if Seat.objects.filter(game_id=game_id, user=user).exists():
            _change_seat(game_id, user=user, index=seat)
            return
        claim_place(user, time=joined.time, joining=game_id, now=now)
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
