"""What happens at a table: moves, the clock, and quitting."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.sign_ins import SignIn, check_standing
from config.metrics import LATENESS
from games.models import Event, Game, Seat
from games.rules import IllegalMove
from games.rules.state import State
from games.rules.variant import AnyMove, AnyVariant
from games.services.computers import record_choice
from games.services.lateness import EXPIRY_MARGIN, is_late
from games.services.outage import is_resting
from games.services.picking import end_picking
from games.services.planned import record_turn
from games.services.quick import store_usual_move
from games.services.refusals import (
    ChoiceNeeded,
    GameOver,
    IllegalPlay,
    MoveRefused,
    NotSeated,
    NotStarted,
    NotYourTurn,
    OffLesson,
    StaleTable,
    TimeRanOut,
)
from games.services.vacations import begins_vacations, leave_instead
from games.services.writing import (
    lock_game,
    lock_game_for_move,
    save_change,
    start_turn,
)
from games.snapshots import Snapshot, counts_as_move, lesson_step, newest

TYPED = "typed"
"""The action of a player who would play a typed move, but has typed none."""


@dataclass(frozen=True, slots=True)
class Selection:
    """What a player sent: an action on cards and piles, or a move written out in `text`.

    `seen` is the number of moves the player had seen; `hand` are the cards chosen of the hand,
    `piles` are keys of what was chosen on the table ("5D", "2C-6H", "T37").
    """

    seen: int
    text: str = ""
    action: str = ""
    hand: tuple[str, ...] = ()
    piles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckedMove:
    """A legal move as text, the table that it was checked on, and the state after it."""

    before: Snapshot
    text: str
    state: State


@begins_vacations
def make_move(
    game_id: int,
    *,
    user_id: int,
    selection: Selection,
    arrived_at: dt.datetime,
    sign_in: SignIn | None = None,
) -> Snapshot:
    """Play a person's move: check seat, turn, version, clock and rules, write it, announce it.

    `arrived_at` is when the server received it; that moment counts against the deadline. Returns
    the game after it. Repeating the user's last accepted move does nothing. Raises a `MoveRefused`,
    or `SignInEnded` if a sign-in is given that is no longer valid.
    """
    checked = find_usual_move(game_id, user_id=user_id, selection=selection)
    if checked is not None:
        usual = store_usual_move(
            checked.before,
            checked.state,
            user_id=user_id,
            text=checked.text,
            arrived_at=arrived_at,
            sign_in=sign_in,
        )
        if usual is not None:
            return usual
    if sign_in is not None:
        check_standing(sign_in)
    with transaction.atomic():
        snapshot = lock_game_for_move(game_id, user_id=user_id)
        seat = snapshot.seat_of(user_id)
        if seat is None:
            raise NotSeated
        after, refusal = _move(snapshot, seat.index, selection, arrived_at, checked=checked)
    if refusal is not None:
        raise refusal
    return after


def find_usual_move(game_id: int, *, user_id: int, selection: Selection) -> CheckedMove | None:
    """Return a move that may be stored without a lock, checked on the newest table known here.

    Returns None if only the ordinary way can tell what is true. No move of a game over days is
    usual: it may change a bank or end a vacation’s pause, or make a plan come true.
    """
    known = newest(game_id)
    seat = known.seat_of(user_id) if known is not None else None
    if known is None or seat is None or known.game.status != Game.Status.PLAYING:
        return None
    if known.game.is_over_days:
        return None
    if (known.game.to_move, known.game.move_count) != (seat.index, selection.seen):
        return None
    try:
        return _check_move(known, selection)
    except MoveRefused:
        return None


@begins_vacations
def make_computer_move(
    game_id: int,
    *,
    seat: int,
    selection: Selection,
    recipe: Mapping[str, Any] | None = None,
    events: int | None = None,
) -> None:
    """Play a computer player's move, chosen from the table with `selection.seen` moves.

    `events` is the number of events when it was chosen. A player who has left or run out of time
    since then is not a move, but changes the table all the same.
    """
    with transaction.atomic():
        snapshot = lock_game(game_id)
        if not snapshot.seats[seat].level:
            raise NotSeated
        if events is not None and events != snapshot.game.event_count:
            raise StaleTable
        after, refusal = _move(snapshot, seat, selection, timezone.now())
        if recipe is not None and refusal is None and after is not snapshot:
            record_choice(recipe, move=after.events[len(snapshot.events)])
    if refusal is not None:
        raise refusal


def _move(
    snapshot: Snapshot,
    seat: int,
    selection: Selection,
    arrived_at: dt.datetime,
    *,
    checked: CheckedMove | None = None,
) -> tuple[Snapshot, MoveRefused | None]:
    """Write the move, or the violation that takes its place, which is returned with a refusal.

    `checked` is the move if it was checked before the lock: it holds for that state alone.
    """
    game = snapshot.game
    if _repeats_last_move(snapshot, seat, selection):
        return snapshot, None
    if game.has_ended:
        raise GameOver
    if game.status != Game.Status.PLAYING or snapshot.state is None:
        raise NotStarted
    # For somebody else a turn ends as for the sweep: a move in time may still wait for the lock.
    if is_late(game, arrived_at if game.to_move == seat else timezone.now() - EXPIRY_MARGIN):
        leave_instead(game, snapshot.seats, now=timezone.now())
        late_seat = game.to_move
        after = _record_violation(snapshot, now=timezone.now())
        if late_seat == seat:
            return after, _time_ran_out(after, seat)
        return after, NotYourTurn()
    if game.to_move != seat:
        raise NotYourTurn
    if selection.seen != game.move_count:
        raise StaleTable
    if checked is None or checked.before.state is not snapshot.state:
        checked = _check_move(snapshot, selection)
    move = Event(kind=Event.Kind.MOVE, seat=seat, text=checked.text, at=timezone.now())
    return record_turn(snapshot, checked.state, move), None


def _repeats_last_move(snapshot: Snapshot, seat: int, selection: Selection) -> bool:
    """Return whether the selection repeats the last move of this seat.

    A planned move may have answered it at once, of which its player knows nothing yet.
    """
    variant, events = snapshot.game.rules, snapshot.events
    own = [n for n, e in enumerate(events) if e.kind == Event.Kind.MOVE and e.seat == seat]
    if not own or len(events) - own[-1] > len(snapshot.recent):
        return False
    last, newest_events = events[own[-1]], events[own[-1] :]
    since = sum(counts_as_move(variant, event.kind) for event in newest_events)
    if selection.seen != snapshot.game.move_count - since:
        return False
    try:
        meant = _find_moves(variant, snapshot.recent[-len(newest_events)], selection)
    except IllegalMove:
        return False
    return last.text in map(str, meant)


def _find_moves(variant: AnyVariant, state: State, selection: Selection) -> Sequence[AnyMove]:
    """Return the moves that a selection may mean. Raises IllegalMove."""
    if selection.text:
        return [variant.parse(state, selection.text)]
    return variant.compose(state, selection.action, selection.hand, selection.piles)


def find_move(variant: AnyVariant, state: State, selection: Selection) -> AnyMove:
    """Return the legal move that a selection means, or raise a `MoveRefused`."""
    if selection.action == TYPED:
        raise MoveRefused("nothing_typed")
    try:
        moves = _find_moves(variant, state, selection)
    except IllegalMove as illegal:
        raise IllegalPlay(illegal) from illegal
    if len(moves) > 1:
        raise ChoiceNeeded(tuple(moves))
    return moves[0]


def _check_move(snapshot: Snapshot, selection: Selection) -> CheckedMove:
    """Return the move that a selection means, or raise a `MoveRefused`."""
    move = find_move(snapshot.game.rules, snapshot.dealt, selection)
    step = lesson_step(snapshot)
    if step is not None and str(move) not in step.moves:
        raise OffLesson(says=step.says)
    state = snapshot.game.rules.play_legal(snapshot.state, move)
    return CheckedMove(snapshot, str(move), state)


@begins_vacations
def expire_turn(game_id: int, *, now: dt.datetime | None = None) -> bool:
    """Apply one violation if the turn's deadline and grace are over; return whether it did.

    Safe to call any number of times from anywhere: the row is locked and checked again.
    """
    with transaction.atomic():
        snapshot = lock_game(game_id)
        now = now or timezone.now()
        if not snapshot.game.is_running or not snapshot.game.is_overdue(now - EXPIRY_MARGIN):
            return False
        if is_resting(now=now):
            return False
        leave_instead(snapshot.game, snapshot.seats, picked=snapshot.picks, now=now)
        if snapshot.game.status == Game.Status.PICKING:
            end_picking(snapshot, now=now)
        else:
            game = snapshot.game
            assert game.deadline is not None
            LATENESS.observe((now - game.deadline - game.grace).total_seconds())
            _record_violation(snapshot, now=now)
        return True


def _record_violation(snapshot: Snapshot, *, now: dt.datetime) -> Snapshot:
    game, state = snapshot.game, snapshot.dealt
    assert game.to_move is not None
    if game.to_move in game.rules.out(state):
        # A player who dropped out has no more violations: only ask the computer player again.
        start_turn(game, snapshot.seats, to_move=game.to_move, now=now)
        save_change(snapshot)
        return snapshot
    timeout = Event(kind=Event.Kind.TIMEOUT, seat=game.to_move, at=now)
    return record_turn(snapshot, game.rules.timeout(state), timeout)


def _time_ran_out(after: Snapshot, seat: int) -> TimeRanOut:
    """Return the refusal of a late move, with what its violation brought.

    It names the opponents; "" stands for a computer player.
    """
    variant, state = after.game.rules, after.dealt
    if (count := state.violations[seat]) >= variant.max_violations:
        return TimeRanOut("forfeited" if state.is_over else "dropped_out", count=count)
    own = variant.side(state, seat)
    rivals = [other for other in after.seats if variant.side(state, other.index) != own]
    return TimeRanOut(
        "time_ran_out",
        violation=variant.violation(state, seat),
        rivals=tuple(str(other.user or "") for other in rivals),
        is_still_to_move=after.game.to_move == seat,
    )


def quit_game(game_id: int, *, user_id: int) -> None:
    """Forfeit a game that is being played; a repeat does nothing. Before the deal: `leave_game`."""
    with transaction.atomic():
        snapshot = lock_game(game_id)
        seat = snapshot.seat_of(user_id)
        if seat is None and not any(each.user_id == user_id for each in snapshot.seats):
            raise NotSeated
        if seat is None or snapshot.game.has_ended:
            return
        if snapshot.state is None:
            raise NotStarted
        resign_seat(snapshot, seat, now=timezone.now())


def resign_seat(snapshot: Snapshot, seat: Seat, *, now: dt.datetime) -> None:
    """Write the resignation of a seat of a locked game."""
    state = snapshot.game.rules.resign(snapshot.state, seat.index)
    record_turn(snapshot, state, Event(kind=Event.Kind.RESIGNATION, seat=seat.index, at=now))
