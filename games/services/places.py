"""Seats at waiting tables: check an offer, make a table, take a seat and leave it."""

from __future__ import annotations

import datetime as dt
import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import Any

from accounts.barriers import are_apart
from accounts.models import User
from config.statements import KeptQuery, meanings_of, stand_ins
from games import rules
from games.announcing import announce_lists
from games.clocks import NO_TIMER, TimeControl, by_length
from games.models import AcceptedTime, Deck, Game, Note, Seat
from games.rules import InvalidPosition, shuffle
from games.services.dealing import is_value, open_game
from games.services.refusals import AlreadyPlaying, SeatRefused
from games.services.writing import announce_rematch, finish_game, lock_game, save_change
from games.snapshots import Snapshot

SLOW_GAMES_LIMIT = 50
"""At how many tables of games over days a player can take a seat.

Places in the queue are limited by themselves. A few games more may come of those.
"""
PRACTICE_LIMIT = 30
"""How many unfinished games with computer players somebody can host."""
AT_THE_TABLE = dt.timedelta(seconds=25)
"""How long ago the page of a waiting table was last open if its player is still there.

Without a socket, the page polls every 15 seconds.
"""
CALL_LASTS = dt.timedelta(seconds=30)
"""How long a player on another page has to come to a live game once an opponent is there."""

_PLAYER = -1  # stands in the kept query for the id


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """What is played at a table: the game, its time control, and the number of players.

    `options` are those that the variant declares. Options with their default may be left out.
    """

    variant: str
    time: TimeControl
    players: int = 2
    options: Mapping[str, Any] = field(default_factory=dict)


def check_offer(offer: Offer, *, is_timed: bool = True) -> Offer:
    """Return the offer in the form that is stored. Raises `SeatRefused` if it is not possible."""
    try:
        variant = rules.variant(offer.variant)
    except KeyError:
        raise SeatRefused("unknown_game") from None
    if not offer.time.is_offered and (is_timed or offer.time != TimeControl(NO_TIMER)):
        raise SeatRefused("unknown_move_time")
    try:
        options = variant.check_options(offer.options, offer.players)
    except InvalidPosition as invalid:
        raise SeatRefused("impossible_table", reason=invalid.fact) from None
    return replace(offer, options=options)


def claim_place(
    user: User,
    *,
    time: TimeControl,
    joining: int | None,
    asked: Collection[User] = (),
    now: dt.datetime,
) -> None:
    """Make sure that the user may take one more seat, inside the caller's transaction.

    Locks the games concerned, in the order of their ids, and then the user and whoever is `asked`
    to play, in that order too. `time` is that of the new game. For a live one, the user leaves the
    live tables at which they are still waiting, including one to which the sweep has just taken
    them. Raises `SeatRefused` if the user's account is closed, and `AlreadyPlaying` if the user has
    as many games over days as are allowed, or plays at another live table.
    """
    seen = _find_mine(user) if time.is_live else []
    concerned = {game.pk for game in seen if game.is_live and _is_waiting(game)}
    if joining is not None:
        concerned.add(joining)
    locked = _locked_games(len(concerned)).fetch(meanings_of(concerned)) if concerned else []
    _lock_people(user, asked)
    mine = _find_mine(user)
    if time.is_live:
        _leave_live_tables(user, mine, locked, joining=joining, now=now)
    elif time.is_over_days:
        _check_slow_games(mine)


@lru_cache(maxsize=16)
def _locked_games(number: int) -> KeptQuery[Game]:
    games = Game.objects.select_for_update(no_key=True)
    return KeptQuery(games.filter(pk__in=stand_ins(number)).order_by("pk"))


def _lock_people(user: User, asked: Collection[User]) -> None:
    """Lock the user and whoever is asked to play. Raises `SeatRefused` if the account is closed."""
    people = {user.pk, *(each.pk for each in asked)}
    found = _locked_people(len(people)).fetch(meanings_of(people))
    if not any(each.pk == user.pk and each.is_active for each in found):
        raise SeatRefused("account_closed")


@lru_cache(maxsize=16)
def _locked_people(number: int) -> KeptQuery[User]:
    # no_key: a notice refers to the user, and must not wait until the seat is taken.
    people = User.objects.select_for_update(no_key=True)
    return KeptQuery(people.filter(pk__in=stand_ins(number)).order_by("pk"))


def _check_slow_games(mine: Sequence[Game]) -> None:
    """Refuse one more game over days to a player who has as many as are allowed.

    Places in the queue do not count.
    """
    places = [game for game in mine if _is_waiting(game) and game.kind == Game.Kind.QUEUE]
    if sum(game.is_over_days and game not in places for game in mine) >= SLOW_GAMES_LIMIT:
        raise AlreadyPlaying("too_many_correspondence_games", count=SLOW_GAMES_LIMIT)


def _leave_live_tables(
    user: User,
    mine: Sequence[Game],
    locked: Sequence[Game],
    *,
    joining: int | None,
    now: dt.datetime,
) -> None:
    """Leave the live tables at which the locked user waits. Raises `AlreadyPlaying` at another."""
    late = {game.pk for game in mine if game.is_live and _is_waiting(game)}
    late -= {joining, *(game.pk for game in locked)}
    if late:
        # Out of order, so do not wait: somebody who has the lock may be waiting for the user.
        found = Game.objects.select_for_update(no_key=True, skip_locked=True).filter(pk__in=late)
        locked = [*locked, *found]
    # Where the user has got up in another tab before the lock, others may sit by now.
    seated = {game.pk for game in mine} - {joining}
    closing = {game.pk for game in locked if game.pk in seated and _is_waiting(game)}
    kept = (game for game in mine if game.is_live and game.pk not in {*closing, joining})
    if (busy := next(kept, None)) is not None:
        raise AlreadyPlaying("at_live_table", public_id=busy.public_id)
    for game_id in sorted(closing):
        get_up(lock_game(game_id), user=user, now=now)


def _is_waiting(game: Game) -> bool:
    return game.status == Game.Status.WAITING


def _find_mine(user: User) -> list[Game]:
    """Return the unfinished games in which the user has a seat, but no lessons."""
    return _mine().fetch({_PLAYER: user.pk})


@cache
def _mine() -> KeptQuery[Game]:
    seats = Seat.objects.filter(user=_PLAYER, stand_in="", finished_at=None)
    games = Game.objects.filter(status__in=Game.UNFINISHED, seats__in=seats)
    fields = ("public_id", "status", "kind", "move_time", "bank")
    return KeptQuery(games.exclude(kind=Game.Kind.LESSON).order_by("pk").only(*fields))


def check_practice(user: User, *, but: int | None = None) -> None:
    """Make sure that a locked user may host one more game with computer players, besides `but`.

    Raises `AlreadyPlaying`. A game that its host has left counts until it is over.
    """
    hosted = Game.objects.filter(host=user, status__in=Game.UNFINISHED, seats__computer__gt="")
    hosted = hosted.exclude(kind=Game.Kind.LESSON).exclude(pk=but or 0).distinct()
    if hosted.count() >= PRACTICE_LIMIT:
        raise AlreadyPlaying("too_many_practice_games", count=PRACTICE_LIMIT)


def create_game(
    user: User,
    offer: Offer,
    *,
    kind: str,
    now: dt.datetime,
    lesson: str = "",
    invited: User | None = None,
    rematch_of: Game | None = None,
    counts_vacation: bool = True,
) -> Game:
    """Store a waiting game with no seat taken, and the commitment to its shuffle.

    Vacations count in games over days only, and there unless `counts_vacation` is false.
    """
    game = Game.objects.create(
        variant=offer.variant,
        rules_version=rules.variant(offer.variant).rules_version,
        players=offer.players,
        options=offer.options,
        kind=kind,
        lesson=lesson,
        host=user,
        invited=invited,
        rematch_of=rematch_of,
        move_time=offer.time.move_time,
        bank=offer.time.bank,
        counts_vacation=counts_vacation and offer.time.is_over_days,
        seen_at=now,
        created_at=now,
    )
    seed = secrets.token_bytes(32)
    Deck.objects.create(
        game=game, recipe=shuffle.VERSION, seed=seed, commitment=shuffle.commitment(seed)
    )
    announce_lists(game.find_asked(), in_lobby=game.is_in_lobby)
    return game


def sit_down(
    snapshot: Snapshot,
    *,
    index: int | None = None,
    user: User | None = None,
    is_here: bool = True,
    computer: str = "",
    value: str = "",
    accepts: Iterable[TimeControl] = (),
    first_choice: str = "",
    now: dt.datetime,
) -> Snapshot:
    """Take a free seat, by default the first, of a locked, waiting game. Open the game when full.

    `accepts` are the time controls that a player in the queue accepts, `first_choice` is what one
    to whom any game will do would rather play. If one of the two there is on another page, because
    the other was there already or this one (`is_here`) has not come yet, that player is called
    first; see `come_to_game`.

    Raises `SeatRefused` if the seat is taken or there is none, or if a block stands between the
    user and somebody at the table.
    """
    # The table before is cached once this commits, if the caller has just changed it: it must stay
    # as it was.
    game = copy(snapshot.game)
    taken = {seat.index for seat in snapshot.seats}
    free = [number for number in range(game.players) if number not in taken]
    if index is None and free:
        index = free[0]
    if index is None or index not in free:
        raise SeatRefused("seat_taken")
    if not is_value(value):
        raise SeatRefused("bad_random_value")
    if user is not None:
        check_company(user, snapshot.seats)
    seat = Seat.objects.create(
        game=game,
        index=index,
        user=user,
        computer=computer,
        value=value,
        first_choice=first_choice,
        seen_at=now if is_here else None,
    )
    AcceptedTime.objects.bulk_create(
        AcceptedTime(seat=seat, move_time=each.move_time, bank=each.bank) for each in accepts
    )
    seats = sorted([*snapshot.seats, seat], key=lambda each: each.index)
    called = next((each for each in seats if is_elsewhere(game, each, now=now)), None)
    after = replace(snapshot, game=game, seats=tuple(seats))
    concerned = [*(each.user_id for each in seats), *game.find_asked()]
    announce_lists(concerned, in_lobby=game.is_in_lobby)
    announce_rematch(game)
    if called is not None:
        game.host, game.called_until = called.user, now + CALL_LASTS
        game.save(update_fields=["host"])
    elif len(seats) == game.players:
        return open_game(after, now=now)
    save_change(after)
    return after


def check_company(user: User, seats: Iterable[Seat]) -> None:
    """Refuse a seat beside somebody from whom a block keeps the user away.

    The refusal says nothing of the block, because whoever is blocked is not told.
    """
    others = [seat.user_id for seat in seats if seat.user_id not in (None, user.pk)]
    if are_apart(user.pk, [each for each in others if each is not None]):
        raise SeatRefused("for_another_player")


def change_variant(game: Game, variant: str) -> None:
    """Let another game be played at a locked place in the queue."""
    if game.variant != variant:
        game.variant, game.rules_version = variant, rules.variant(variant).rules_version
        game.save(update_fields=["variant", "rules_version"])


def times_at(game: Game, *, user: User | None = None) -> set[TimeControl]:
    """Return the times that the players in a place of the queue accept, or one of them does."""
    accepted = AcceptedTime.objects.filter(seat__game=game)
    if user is not None:
        accepted = accepted.filter(seat__user=user)
    return {each.time for each in accepted}


def is_elsewhere(game: Game, seat: Seat, *, now: dt.datetime) -> bool:
    """Return whether a player in the queue for a live game has another page of the site open."""
    if game.kind != Game.Kind.QUEUE or not game.is_live:
        return False
    return seat.seen_at is None or seat.seen_at < now - AT_THE_TABLE


def get_up(snapshot: Snapshot, *, user: User, now: dt.datetime) -> None:
    """Leave a locked, waiting table. Close it if no other person is waiting there."""
    game = snapshot.game
    staying = [seat for seat in snapshot.seats if seat.user_id not in (None, user.pk)]
    if not staying:
        finish_game(snapshot, reason="left", by=user.pk, now=now)
        return
    left = snapshot.seat_of(user.pk)
    Seat.objects.filter(game=game, user=user).delete()
    Note.objects.filter(game=game, author=user).delete()  # without a seat they cannot be read again
    if game.host_id == user.pk:
        game.host = staying[0].user
        if game.called_until is not None and left is not None and left.pk < staying[0].pk:
            game.created_at = game.called_until - CALL_LASTS  # when this player began to wait
        game.save(update_fields=["host", "created_at"])
    game.called_until = None
    if game.kind == Game.Kind.QUEUE:
        game.move_time, game.bank = max(times_at(game), key=by_length, default=game.time)
        change_variant(game, staying[0].first_choice or game.variant)
    seats = tuple(seat for seat in snapshot.seats if seat.user_id != user.pk)
    save_change(replace(snapshot, seats=seats))
    announce_rematch(game)
    concerned = [user.pk, *(seat.user_id for seat in seats), *game.find_asked()]
    announce_lists(concerned, in_lobby=game.is_in_lobby)


def leave_table(snapshot: Snapshot, *, user: User, now: dt.datetime) -> None:
    """Leave a locked game before its cards are dealt, or decline to play it.

    Others who wait at the table go on waiting. Once all seats are taken, or when somebody declines
    who was asked to play, nobody can go on without the user: the game is cancelled.
    """
    is_seated = snapshot.seat_of(user.pk) is not None
    if is_seated and snapshot.game.status == Game.Status.WAITING:
        get_up(snapshot, user=user, now=now)
    else:
        finish_game(snapshot, reason="left" if is_seated else "declined", by=user.pk, now=now)


def has_closed_account(snapshot: Snapshot) -> bool:
    """Return whether a player at a locked table is about to be taken out of it."""
    # Read again: closing an account changes no version of a table.
    players = [seat.user_id for seat in snapshot.seats if seat.user_id is not None]
    return User.objects.filter(pk__in=players, is_active=False).exists()
