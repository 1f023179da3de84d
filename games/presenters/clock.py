"""The turn: whose it is, how much time is left, and what happens when it is over."""

from __future__ import annotations

import datetime as dt
from collections.abc import Container, Iterable, Sequence

from games.messages import turns as told
from games.messages.names import Names
from games.messages.text import Text, join
from games.models import NO_TIMER, Game, Seat
from games.presenters.sides import find_rivals
from games.presenters.vacations import leaves_rather
from games.rules.state import State
from games.snapshots import Snapshot


def turn_words(snapshot: Snapshot, names: Names) -> str:
    """Return whose turn it is, or "" when it is nobody's."""
    game = snapshot.game
    if game.status == Game.Status.PLAYING and game.to_move is not None:
        seat = snapshot.seats[game.to_move]
        if seat.stand_in:
            return told.turn_of_stand_in(names.name(seat.index))
        return told.tell_turn(names, seat.index, is_computer=bool(seat.computer))
    if game.status == Game.Status.PICKING:
        missing = [seat.index for seat in snapshot.seats if seat.index not in snapshot.picks]
        return told.tell_picking(names, missing)
    return ""


def seconds_left(game: Game, now: dt.datetime) -> float | None:
    """Return the seconds left of the turn, None when no clock runs."""
    if game.deadline is None:
        return None
    return max(0.0, round((game.deadline - now).total_seconds(), 1))


def seat_seconds(game: Game, seat: Seat, *, is_turn: bool, now: dt.datetime) -> float | None:
    """Return the seconds that a player has left: of the turn, or else for the next one.

    None when no clock runs.
    """
    if is_turn or game.deadline is None:
        return seconds_left(game, now)
    return game.time.turn_time(bank=seat.bank).total_seconds()


def seconds_in_all(game: Game) -> int:
    """Return how many seconds the turn had when it began, to show which share of them is left."""
    if game.is_live or game.deadline is None or game.turn_started_at is None:
        return game.move_time
    return round((game.deadline - game.turn_started_at).total_seconds())


def clock_note(
    game: Game,
    seats: Sequence[Seat],
    state: State | None,
    names: Names,
    *,
    picked: Container[int] = (),
    now: dt.datetime,
) -> str:
    """Return what happens when the time of this turn runs out, and what is in the banks.

    Where a vacation would begin instead, which is said elsewhere, that is nothing. `picked` are the
    seats that have a secret card already.
    """
    if game.move_time == NO_TIMER:
        return ""
    variant, seat = game.rules, game.to_move
    if game.status == Game.Status.PICKING:
        late = [seat for seat in seats if seat.index not in picked]
        is_extended = any(leaves_rather(game, each, now=now) for each in late)
        return "" if is_extended else told.warn_of_pick(variant.safe_picks())
    if seat is None or state is None:
        return ""
    notes = []
    # A computer player in the place of somebody who is out has no violations.
    if seat not in variant.out(state) and not leaves_rather(game, seats[seat], now=now):
        notes.append(_warn(game, seat, state, names))
    if game.bank:
        notes.append(_tell_banks(seats, names))
    return join(notes, ". ")


def _warn(game: Game, seat: int, state: State, names: Names) -> Text:
    variant = game.rules
    has_later = not game.is_live and not variant.timeout_plays
    later = game.time.turn_time(bank=dt.timedelta(0), is_later=True) if has_later else None
    return told.warn_of_violation(
        names,
        seat,
        brings=variant.violation(state, seat),
        rivals=find_rivals(variant, state, seat),
        number=state.violations[seat] + 1,
        most=variant.max_violations,
        later=later.total_seconds() if later is not None else None,
    )


def _tell_banks(seats: Iterable[Seat], names: Names) -> Text:
    people = [seat for seat in seats if not seat.level]
    return told.tell_banks(names, [(seat.index, seat.bank.total_seconds()) for seat in people])


def clock_extended_words(game: Game) -> str:
    """Return that an outage of the site made this turn longer, or ""."""
    if not game.clock_extended_by or game.deadline is None:
        return ""
    return told.tell_extension(game.clock_extended_by)
