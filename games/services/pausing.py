"""Clocks that stand still while the player whose turn it is is on vacation.

The deadline always knows what is to come: when a clock stops, its deadline moves by the time until
it goes on (`Seat.paused_until`), and by what is left of that back again when the turn or the
vacation ends early. While several players pick their secret cards, it stands still for all of them
as long as it does for one.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Sequence
from copy import copy

from games.clocks import VACATION_IN_A_GAME
from games.models import Game, Seat

_ZERO, _DAY = dt.timedelta(0), dt.timedelta(days=1)


def awaited_seats(game: Game, seats: Iterable[Seat], picked: Collection[int]) -> list[Seat]:
    """Return the seats of the people whose turn it is; `picked` are those with a secret card."""
    people = [seat for seat in seats if seat.has_person]
    if game.status == Game.Status.PICKING:
        return [seat for seat in people if seat.index not in picked]
    return [seat for seat in people if seat.index == game.to_move]


def pause_clock(
    game: Game, seats: Sequence[Seat], *, picked: Collection[int] = (), at: dt.datetime
) -> tuple[Seat, ...]:
    """Let a clock stand still from that moment on for all who are on vacation.

    Returns the seats; the game is not saved. Called when a turn or a vacation begins; a clock that
    stands still already is left as it is.
    """
    paused = []
    for seat in awaited_seats(game, seats, picked) if game.counts_vacation else ():
        until = _vacation_end(seat, at=at)
        if until > at and not _is_paused(seat, at):
            paused.append(_with_pause(seat, until, seat.vacation + (until - at)))
    return _store(game, seats, paused, at=at)


def resume_clock(
    game: Game, seats: Sequence[Seat], *, index: int, at: dt.datetime
) -> tuple[Seat, ...]:
    """Take back what is left of a pause for one seat, and return the seats. The game is not saved.

    Called when the turn or the vacation of its player ends.
    """
    resumed = []
    for seat in seats:
        if seat.index == index and seat.paused_until is not None and _is_paused(seat, at):
            left = seat.paused_until - at
            # More is left than there was if the clock has been set back since it stopped.
            resumed.append(_with_pause(seat, at, max(_ZERO, seat.vacation - left)))
    return _store(game, seats, resumed, at=at)


def still_until(seats: Iterable[Seat], at: dt.datetime) -> dt.datetime:
    """Return until when a clock stands still, that moment if it does not."""
    return max([at, *(seat.paused_until for seat in seats if seat.paused_until is not None)])


def _vacation_end(seat: Seat, *, at: dt.datetime) -> dt.datetime:
    """Return until when a clock can stand still for a player, in this game."""
    if seat.user is None or seat.user.vacation_until is None:
        return at
    return min(seat.user.vacation_until, at + VACATION_IN_A_GAME - seat.vacation)


def _is_paused(seat: Seat, at: dt.datetime) -> bool:
    return seat.paused_until is not None and seat.paused_until > at


def _with_pause(seat: Seat, until: dt.datetime, vacation: dt.timedelta) -> Seat:
    seat = copy(seat)  # the given one may be cached, and stays as it is
    seat.paused_until, seat.vacation = until, vacation
    return seat


def _store(
    game: Game, seats: Sequence[Seat], changed: Iterable[Seat], *, at: dt.datetime
) -> tuple[Seat, ...]:
    """Store what has changed at the seats, and move the deadline of the game, with its warning."""
    by_index = {seat.index: seat for seat in changed}
    for seat in by_index.values():
        seat.save(update_fields=["paused_until", "vacation"])
    after = tuple(by_index.get(seat.index, seat) for seat in seats)
    moved = still_until(after, at) - still_until(seats, at)
    if game.deadline is not None:
        game.deadline += moved
    if game.warns_at is not None:
        game.warns_at += moved
    elif game.deadline is not None and moved > _ZERO:
        game.warns_at = _warn_again(game.deadline, still_until(after, at), at=at)
    return after


def _warn_again(deadline: dt.datetime, goes_on: dt.datetime, *, at: dt.datetime) -> dt.datetime:
    """Return when to repeat a warning from before a clock stood still: as soon as it goes on.

    If no time is left then, the player is warned a day before.
    """
    return goes_on if goes_on < deadline else max(at, deadline - _DAY)
