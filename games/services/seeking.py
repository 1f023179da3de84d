"""The queue: players who wait for an opponent are paired, and called if they are elsewhere."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.live.notifications import announce_lists
from games.models import AcceptedTime, Game, Queue, Seat, is_live
from games.services.dealing import open_game
from games.services.places import (
    CALL_LASTS,
    Offer,
    check_offer,
    claim_place,
    create_game,
    is_elsewhere,
    sit_down,
    times_at,
)
from games.services.refusals import SeatRefused
from games.services.waiting import QUEUE_PLACE_LAPSES_AFTER
from games.services.writing import lock_game, save_change
from games.snapshots import Snapshot


def play_now(user: User, *, variant: str, move_times: Iterable[int], value: str = "") -> Game:
    """Pair the user with a player who waits for the same game, or start waiting.

    Any of the move times will do; two players get the longest that both accept. The game is for two
    players, with the usual options. `value` is the browser's own random part of the shuffle: up to
    64 hexadecimal digits, or "". Returns the game. Raises `SeatRefused` if a time is not offered or
    live games are mixed with games over days, `AlreadyPlaying`.
    """
    times = sorted(set(move_times))
    offers = [check_offer(Offer(variant=variant, move_time=time)) for time in times]
    if not offers:
        raise SeatRefused("unknown_move_time")
    if len({is_live(time) for time in times}) > 1:
        raise SeatRefused("mixed_move_times")
    Queue.objects.get_or_create(variant=variant)
    game = None
    while game is None:
        game = _pair_or_wait(user, offers[-1], times, value, now=timezone.now())
    return game


@transaction.atomic
def _pair_or_wait(
    user: User, offer: Offer, times: list[int], value: str, *, now: dt.datetime
) -> Game | None:
    """Pair the user or start waiting; None if somebody else has just taken the place found."""
    Queue.objects.select_for_update().get(variant=offer.variant)
    mine = _place_of(user, offer.variant, times)
    if mine is not None:
        return mine
    found = _find_waiting(user, offer.variant, times, now=now)
    claim_place(user, move_time=offer.move_time, joining=found.pk if found else None, now=now)
    if found is None:
        game = create_game(user, offer, kind=Game.Kind.QUEUE, now=now)
        place = lock_game(game.pk)
        return sit_down(place, user=user, value=value, accepts=times, now=now).game
    snapshot = lock_game(found.pk)
    common = set(times) & set(times_at(snapshot.game))
    if not _has_place(snapshot) or not common or snapshot.seat_of(user.pk) is not None:
        return None
    snapshot.game.move_time = max(common)
    return sit_down(snapshot, user=user, value=value, accepts=times, now=now).game


def _place_of(user: User, variant: str, times: list[int]) -> Game | None:
    """Return where the user waits already for this game with just these times."""
    places = Game.objects.filter(
        status=Game.Status.WAITING, kind=Game.Kind.QUEUE, variant=variant, seats__user=user
    )
    for place in places.order_by("created_at"):
        accepted = AcceptedTime.objects.filter(seat__game=place, seat__user=user)
        if [each.move_time for each in accepted] == times:
            return place
    return None


def _find_waiting(user: User, variant: str, times: list[int], *, now: dt.datetime) -> Game | None:
    """Return where somebody waits who accepts one of the times, or None.

    Players who have the page of their place open come first, and then whoever has waited longest.
    """
    accepting = AcceptedTime.objects.filter(move_time__in=times)
    waiting = (
        Game.objects.filter(
            status=Game.Status.WAITING,
            kind=Game.Kind.QUEUE,
            variant=variant,
            called_until=None,
            seen_at__gt=now - QUEUE_PLACE_LAPSES_AFTER,
            seats__in=accepting.values("seat"),
        )
        .exclude(seats__user=user)
        .prefetch_related("seats")
        .order_by("created_at")
    )

    def must_be_called(game: Game) -> bool:
        return any(is_elsewhere(game, seat, now=now) for seat in game.seats.all())

    return min(waiting, key=must_be_called, default=None)


def _has_place(snapshot: Snapshot) -> bool:
    return snapshot.game.status == Game.Status.WAITING and len(snapshot.seats) == 1


def come_to_game(game_id: int, *, user: User) -> None:
    """Begin a game to which the user was called from another page.

    If the opponent has meanwhile gone to another page, the opponent is called instead. Does nothing
    if the opponent has given up the seat, or if the game has begun. Raises `SeatRefused` if the
    opponent could not wait any longer.
    """
    now = timezone.now()
    with transaction.atomic():
        snapshot = lock_game(game_id)
        game = snapshot.game
        if snapshot.seat_of(user.pk) is None:
            raise SeatRefused("came_too_late")
        if game.status == Game.Status.CANCELLED:
            raise SeatRefused("table_closed")
        if game.called_until is None or game.host_id != user.pk:
            return
        opponent = next(seat for seat in snapshot.seats if seat.user_id != user.pk)
        if is_elsewhere(game, opponent, now=now):
            _call_opponent(snapshot, opponent, now=now)
        else:
            open_game(snapshot, now=now)


def _call_opponent(snapshot: Snapshot, opponent: Seat, *, now: dt.datetime) -> None:
    """Let the player who has come wait for the opponent, who has left the page."""
    game = snapshot.game
    Seat.objects.filter(game=game).exclude(pk=opponent.pk).update(seen_at=now)
    game.host, game.called_until = opponent.user, now + CALL_LASTS
    game.save(update_fields=["host"])
    save_change(snapshot)
    announce_lists(seat.user_id for seat in snapshot.seats)
