"""The queue: players who wait for an opponent are paired, and called if they are elsewhere."""

from __future__ import annotations

import datetime as dt
import logging
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations, islice

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.barriers import find_blocks, find_company
from accounts.models import User
from config import storage
from games import rules
from games.announcing import announce_lists
from games.clocks import TimeControl, by_length
from games.models import LIVE, AcceptedTime, Game, Queue, Seat
from games.services.abandoning import check_pause
from games.services.dealing import open_game
from games.services.outage import is_resting
from games.services.places import (
    CALL_LASTS,
    Offer,
    change_variant,
    check_offer,
    claim_place,
    create_game,
    has_closed_account,
    is_elsewhere,
    sit_down,
    times_at,
)
from games.services.refusals import SeatRefused
from games.services.waiting import is_anybody_waiting, place_lapses_after
from games.services.writing import finish_game, lock_game, save_change
from games.snapshots import Snapshot

logger = logging.getLogger(__name__)

SLOW_PLACES_LIMIT = 10
"""In how many places a player can wait for games over days at the same time."""
PLACES_TRIED = 5
"""After how many places at which there is no seat after all a player looks no further."""
PAIRS_AT_ONCE = 20
"""How many pairs one sweep tries, because running clocks have to wait for it."""
PAIRED_AMONG = 100
"""Among how many live places the sweep looks for players who are left side by side."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody in the queue would play: at any of the times, the longest of which is offered.

    With `any_game`, the variant of the offer is only the first choice.
    """

    offer: Offer
    times: tuple[TimeControl, ...]
    any_game: bool

    @property
    def first_choice(self) -> str:
        """What the player would rather play, or "" if nothing else will do."""
        return self.offer.variant if self.any_game else ""

    def variant_at(self, place: Game) -> str:
        """Return what is played at a place: if any game will do, what is wanted there."""
        return place.variant if self.any_game else self.offer.variant

    def fits(self, other: Wish) -> bool:
        """Return whether there is a game at a time that both would play."""
        has_game = self.any_game or other.any_game or self.offer.variant == other.offer.variant
        return has_game and not set(self.times).isdisjoint(other.times)


def play_now(
    user: User,
    *,
    variant: str,
    move_times: Iterable[int | TimeControl],
    any_game: bool = False,
    value: str = "",
) -> Game:
    """Pair the user with a player who waits for the same game, or start waiting.

    Any of the times will do; a number is a time for each turn, without a bank. Two players get the
    longest that both accept. With `any_game`, any other game will do too: they play the one that
    the other player wants, or if any game will do for both, the first choice of whoever waits. The
    game is for two players, with the usual options. `value` is the browser's own random part of the
    shuffle: up to 64 hexadecimal digits, or "". Returns the game. Raises `SeatRefused` if a time is
    not offered, if live games are mixed with games over days, or if the user waits in too many
    places, or has a pause; `AlreadyPlaying`.
    """
    given = {each if isinstance(each, TimeControl) else TimeControl(each) for each in move_times}
    times = sorted(given, key=by_length)
    offers = [check_offer(Offer(variant=variant, time=time)) for time in times]
    if not offers:
        raise SeatRefused("unknown_move_time")
    if len({time.is_live for time in times}) > 1:
        raise SeatRefused("mixed_move_times")
    wish = Wish(offers[-1], tuple(times), any_game)
    queues = sorted(rules.VARIANTS) if any_game else [variant]
    for each in queues:
        Queue.objects.get_or_create(variant=each)
    tried: set[int] = set()
    game = None
    while game is None:
        game = _pair_or_wait(user, wish, queues, value, tried, now=timezone.now())
    return game


@transaction.atomic
def _pair_or_wait(
    user: User, wish: Wish, queues: list[str], value: str, tried: set[int], *, now: dt.datetime
) -> Game | None:
    """Pair the user or start waiting; None if the place found has just become one for others.

    Places that were `tried` are passed over; the place found is added to them.
    """
    # In one order, so that nobody waits for each other.
    for each in queues:
        Queue.objects.select_for_update().get(variant=each)
    mine = _place_of(user, wish)
    if mine is not None:
        return mine
    found = _find_waiting(user, wish, tried, now=now) if len(tried) < PLACES_TRIED else None
    is_live = wish.offer.time.is_live
    if is_live:
        check_pause(user, now=now)
    claim_place(user, time=wish.offer.time, joining=found.pk if found else None, now=now)
    if found is None:
        if not is_live:
            _check_slow_places(user)
        place = lock_game(create_game(user, wish.offer, kind=Game.Kind.QUEUE, now=now).pk)
    else:
        place = lock_game(found.pk)
        tried.add(found.pk)
        if not _has_place(place, wish, user=user):
            return None
        if place.seats[0].user_id in find_company(user).apart:
            return None  # a block was put up while this waited for the lock
        _agree(place.game, wish.times, wish.variant_at(place.game))
    return sit_down(
        place,
        user=user,
        value=value,
        accepts=wish.times,
        first_choice=wish.first_choice,
        now=now,
    ).game


def _agree(place: Game, times: Iterable[TimeControl], variant: str) -> None:
    """Let the game at a locked place be one that suits whoever joins the player there, too."""
    place.move_time, place.bank = max(times_at(place).intersection(times), key=by_length)
    change_variant(place, variant)


def _check_slow_places(user: User) -> None:
    """Refuse one more place to wait for a game over days if the user has as many as are allowed."""
    places = Game.objects.filter(
        status=Game.Status.WAITING, kind=Game.Kind.QUEUE, seats__user=user
    ).exclude(LIVE)
    if places.count() >= SLOW_PLACES_LIMIT:
        raise SeatRefused("too_many_places", count=SLOW_PLACES_LIMIT)


def _place_of(user: User, wish: Wish) -> Game | None:
    """Return where the user waits already for just this."""
    mine = Seat.objects.filter(user=user, first_choice=wish.first_choice)
    places = Game.objects.filter(
        status=Game.Status.WAITING, kind=Game.Kind.QUEUE, pk__in=mine.values("game")
    )
    if not wish.any_game:
        places = places.filter(variant=wish.offer.variant)
    for place in places.order_by("created_at"):
        if times_at(place, user=user) == set(wish.times):
            return place
    return None


def _find_waiting(user: User, wish: Wish, tried: set[int], *, now: dt.datetime) -> Game | None:
    """Return where somebody waits who accepts the game and one of the times, or None.

    Players who have the page of their place open come first, and then whoever has waited longest.
    """
    any_of_them = Q()
    for time in wish.times:
        any_of_them |= Q(move_time=time.move_time, bank=time.bank)
    accepting = AcceptedTime.objects.filter(any_of_them)
    same_game = Q(variant__in=rules.VARIANTS)
    if not wish.any_game:
        same_game = Q(variant=wish.offer.variant) | ~Q(seats__first_choice="")
    waiting = (
        _open_places(is_live=wish.offer.time.is_live, now=now)
        .filter(same_game, seats__in=accepting.values("seat"))
        .exclude(pk__in=tried)
        .exclude(seats__user=user)
        .exclude(seats__user__in=find_company(user).apart)
        .prefetch_related("seats")
    )

    def must_be_called(game: Game) -> bool:
        return any(is_elsewhere(game, seat, now=now) for seat in game.seats.all())

    return min(waiting, key=must_be_called, default=None)


def _open_places(*, is_live: bool, now: dt.datetime) -> QuerySet[Game]:
    """Return where people wait who can be paired, whoever has waited longest first."""
    return Game.objects.filter(
        status=Game.Status.WAITING,
        kind=Game.Kind.QUEUE,
        called_until=None,
        host__is_active=True,
        seen_at__gt=now - place_lapses_after(is_live=is_live),
    ).order_by("created_at")


def _has_place(snapshot: Snapshot, wish: Wish, *, user: User) -> bool:
    """Return whether another player waits alone, for a game that is wanted."""
    if not _is_alone(snapshot) or snapshot.seat_of(user.pk) is not None:
        return False
    return _wish_of(snapshot.game, snapshot.seats[0]).fits(wish)


def _is_alone(snapshot: Snapshot) -> bool:
    """Return whether one player waits at a locked place, whose account is not just being closed."""
    if snapshot.game.status != Game.Status.WAITING or len(snapshot.seats) != 1:
        return False
    return not has_closed_account(snapshot)


def _wish_of(place: Game, seat: Seat) -> Wish:
    """Return what the player would play who waits alone at a place."""
    times = sorted({each.time for each in seat.accepted_times.all()}, key=by_length)
    times = times or [place.time]
    offer = Offer(variant=place.variant, time=times[-1])
    return Wish(offer, tuple(times), seat.first_choice != "")


def pair_waiting(*, now: dt.datetime) -> None:
    """Pair players who wait for the same live game, each at a place of their own.

    That happens when an opponent does not come, or gets up, after somebody else has begun to wait.
    Whoever has the page of the place open keeps it, and calls the other; if both have, it is
    whoever has waited longer. One call tries at most `PAIRS_AT_ONCE`.
    """
    if is_resting(now=now) or not is_anybody_waiting():
        return
    places = _open_places(is_live=True, now=now).filter(LIVE, variant__in=rules.VARIANTS)
    _pair_among(places[:PAIRED_AMONG], now=now)


@transaction.atomic
def pair_again(user: User, other: User) -> None:
    """Pair two players who wait for the same games over days: there was a block between them.

    Those who wait for live games are found by the next sweep. Their lobbies read again what each
    may see of the other.
    """
    # Whoever begins to wait meanwhile may still know of the block.
    list(Queue.objects.select_for_update().order_by("variant"))
    now = timezone.now()
    places = _open_places(is_live=False, now=now).filter(
        ~LIVE, variant__in=rules.VARIANTS, host__in=(user, other)
    )
    _pair_among(places, now=now)
    announce_lists([user.pk, other.pk], in_lobby=False)


def _pair_among(waiting: QuerySet[Game], *, now: dt.datetime) -> None:
    paired: set[int] = set()
    fitting = (
        (keeping.pk, leaving.pk)
        for keeping, leaving in _find_side_by_side(waiting, now=now)
        if paired.isdisjoint((keeping.pk, leaving.pk))
    )
    for places in islice(fitting, PAIRS_AT_ONCE):
        with (
            storage.contained(logger, "places %d and %d were not paired", *places),
            suppress(SeatRefused),  # either may still be paired with somebody else
        ):
            _bring_together(*places, now=now)
            paired.update(places)


def _find_side_by_side(places: QuerySet[Game], *, now: dt.datetime) -> Iterator[tuple[Game, Game]]:
    """Yield the places of players who fit together: first the one that is kept."""
    waiting = places.prefetch_related("seats__accepted_times")
    alone = [(place, seats[0]) for place in waiting if len(seats := place.seats.all()) == 1]
    alone.sort(key=lambda found: is_elsewhere(*found, now=now))
    if len(alone) < 2:
        return
    blocked = find_blocks([seat.user_id for _, seat in alone if seat.user_id is not None])
    for (keeping, one), (leaving, other) in combinations(alone, 2):
        if is_elsewhere(keeping, one, now=now):
            return  # and so is everybody who follows
        if one.user_id is None or other.user_id is None:
            continue  # deleted just now
        if one.user_id == other.user_id:
            continue  # over days, one player waits in several places
        is_wanted = _wish_of(keeping, one).fits(_wish_of(leaving, other))
        if is_wanted and not blocked.intersection(
            ((one.user_id, other.user_id), (other.user_id, one.user_id))
        ):
            yield keeping, leaving


@transaction.atomic
def _bring_together(keeping_id: int, leaving_id: int, *, now: dt.datetime) -> None:
    """Call the player who waits at one place to the other, if both still wait there."""
    locked = {game_id: lock_game(game_id) for game_id in sorted((keeping_id, leaving_id))}
    keeping, leaving = locked[keeping_id], locked[leaving_id]
    if not _is_alone(leaving) or not _is_alone(keeping):
        return
    seat, user, opponent = leaving.seats[0], leaving.seats[0].user, keeping.seats[0]
    if user is None or is_elsewhere(keeping.game, opponent, now=now):
        return
    wish = _wish_of(leaving.game, seat)
    if not _has_place(keeping, wish, user=user):
        return
    variant = wish.variant_at(keeping.game)
    if opponent.first_choice and leaving.game.created_at < keeping.game.created_at:
        variant = leaving.game.variant  # whoever has waited longer chooses
    if keeping.game.is_live:
        check_pause(user, now=now)
    finish_game(leaving, reason="paired", by=user.pk, now=now)
    claim_place(user, time=keeping.game.time, joining=keeping_id, now=now)
    _agree(keeping.game, wish.times, variant)
    sit_down(
        keeping,
        user=user,
        is_here=False,
        value=seat.value,
        accepts=wish.times,
        first_choice=seat.first_choice,
        now=now,
    )


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
