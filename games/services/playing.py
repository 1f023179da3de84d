"""What happens at a table: picks, moves, the clock, and quitting."""

from __future__ import annotations

import datetime as dt
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.sign_ins import SignIn, check_standing
from config.metrics import LATENESS
from games.models import Event, Game, Seat, SecretPick
from games.rules import IllegalMove, shuffle
from games.rules.state import State
from games.rules.variant import AnyMove, AnyVariant
from games.services.computers import record_choice
from games.services.dealing import deal_game, is_value
from games.services.outage import is_resting
from games.services.pausing import resume_clock
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
    PickRefused,
    Refused,
    StaleTable,
    TimeRanOut,
)
from games.services.telling import withdraw_picks
from games.services.vacations import begins_vacations, leave_instead
from games.services.writing import (
    finish_game,
    lock_game,
    lock_game_for_move,
    save_change,
    start_turn,
)
from games.snapshots import Snapshot, counts_as_move, lesson_step, newest

# A move that arrived within the grace may still wait for the lock: the clock and everybody else
# let it pass first.
EXPIRY_MARGIN = dt.timedelta(seconds=2)


ANY_CARD = "any"
"""What is sent in place of a secret card by a player who would rather not choose one."""
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
    if game.status in (Game.Status.FINISHED, Game.Status.CANCELLED):
        raise GameOver
    if game.status != Game.Status.PLAYING or snapshot.state is None:
        raise NotStarted
    # For somebody else a turn ends as for the sweep: a move in time may still wait for the lock.
    if _is_late(game, arrived_at if game.to_move == seat else timezone.now() - EXPIRY_MARGIN):
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
    after = record_turn(
        snapshot,
        checked.state,
        kind=Event.Kind.MOVE,
        seat=seat,
        text=checked.text,
        now=timezone.now(),
    )
    return after, None


def _is_late(game: Game, arrived_at: dt.datetime) -> bool:
    """Return whether the time had run out when a move arrived, and may end the turn by itself."""
    return game.is_overdue(arrived_at) and not is_resting(now=timezone.now())


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
        meant = find_moves(variant, snapshot.recent[-len(newest_events)], selection)
    except IllegalMove:
        return False
    return last.text in map(str, meant)


def find_moves(variant: AnyVariant, state: State, selection: Selection) -> Sequence[AnyMove]:
    """Return the moves that a selection may mean. Raises IllegalMove."""
    if selection.text:
        return [variant.parse(state, selection.text)]
    return variant.compose(state, selection.action, selection.hand, selection.piles)


def _check_move(snapshot: Snapshot, selection: Selection) -> CheckedMove:
    """Return the move that a selection means, or raise a `MoveRefused`."""
    if selection.action == TYPED:
        raise MoveRefused("nothing_typed")
    try:
        moves = find_moves(snapshot.game.rules, snapshot.dealt, selection)
    except IllegalMove as illegal:
        raise IllegalPlay(illegal) from illegal
    if len(moves) > 1:
        raise ChoiceNeeded(tuple(moves))
    step = lesson_step(snapshot)
    if step is not None and str(moves[0]) not in step.moves:
        raise OffLesson(says=step.says)
    state = snapshot.game.rules.play_legal(snapshot.state, moves[0])
    return CheckedMove(snapshot, str(moves[0]), state)


@begins_vacations
def pick_secret(
    game_id: int, *, user_id: int, card: str, value: str = "", arrived_at: dt.datetime
) -> None:
    """Store a player's secret card with its salt and commitment; deal after the last pick.

    `value` is the browser's own random part of the shuffle: up to 64 hexadecimal digits, or "".
    `ANY_CARD` leaves the choice to the site. Picking the same card again does nothing, nor does
    any card after a first pick. Raises `PickRefused` or `NotSeated`.
    """
    with transaction.atomic():
        snapshot = lock_game(game_id)
        seat = snapshot.seat_of(user_id)
        if seat is None or seat.user is None or not seat.user.is_active:
            raise NotSeated
        if card == ANY_CARD and snapshot.game.rules.opening_moves:
            made = snapshot.picks.get(seat.index)
            card = made.card if made else secrets.choice(snapshot.game.rules.safe_picks())
        refusal = _pick(snapshot, seat.index, card=card, value=value, arrived_at=arrived_at)
    if refusal is not None:
        raise refusal


@begins_vacations
def pick_computer_secret(
    game_id: int, *, seat: int, card: str, recipe: Mapping[str, Any] | None = None
) -> None:
    """Store a computer player's secret card."""
    with transaction.atomic():
        snapshot = lock_game(game_id)
        if not snapshot.seats[seat].computer:
            raise NotSeated
        was_made = seat in snapshot.picks
        refusal = _pick(snapshot, seat, card=card, value="", arrived_at=timezone.now())
        if recipe is not None and refusal is None and not was_made:
            record_choice(recipe, pick=SecretPick.objects.get(seat=snapshot.seats[seat]))
    if refusal is not None:
        raise refusal


def _pick(
    snapshot: Snapshot, seat: int, *, card: str, value: str, arrived_at: dt.datetime
) -> Refused | None:
    game = snapshot.game
    made = snapshot.picks.get(seat)
    if made is not None and made.card == card:
        return None
    if made is not None:
        raise PickRefused("already_picked", game.rules.pick_clause)
    if game.status != Game.Status.PICKING:
        raise PickRefused("no_picks_now", game.rules.pick_clause)
    try:
        game.rules.check_pick(card)
    except IllegalMove as illegal:
        raise PickRefused("illegal_pick", illegal.clause, reason=illegal.fact) from illegal
    if not is_value(value):
        raise PickRefused("bad_random_value")
    now = timezone.now()
    if _is_late(game, arrived_at):
        if _is_late(game, now - EXPIRY_MARGIN):  # picks of others in time may wait for the lock
            leave_instead(game, snapshot.seats, picked=snapshot.picks, now=now)
            _end_picking(snapshot, now=now)
        return PickRefused("pick_time_over", game.rules.pick_time_clause)
    after = store_pick(snapshot, seat, card=card, value=value, now=now)
    after = replace(after, seats=resume_clock(game, after.seats, index=seat, at=now))
    if len(after.picks) == len(after.seats):
        deal_game(after, now=now)
    else:
        if not any(s.level for s in after.seats if s.index not in after.picks):
            game.computer_moves_at = None
        save_change(after)
        withdraw_picks(game, [snapshot.seats[seat]], now=now)
    return None


def store_pick(
    snapshot: Snapshot, seat: int, *, card: str, value: str, now: dt.datetime
) -> Snapshot:
    """Store a secret card with its salt and commitment, and return the game with it."""
    salt = secrets.token_bytes(32)
    pick = SecretPick.objects.create(
        seat=snapshot.seats[seat],
        card=card,
        salt=salt,
        commitment=shuffle.pick_commitment(salt, card),
        picked_at=now,
    )
    pick.seat.value = value
    pick.seat.save(update_fields=["value"])
    return replace(snapshot, picks={**snapshot.picks, seat: pick})


def _end_picking(snapshot: Snapshot, *, now: dt.datetime) -> None:
    """End the time to pick: cancel the game if nobody picked, else pick for those who did not."""
    if not snapshot.picks:
        finish_game(snapshot, reason="picks_ran_out", now=now)
        return
    for seat in snapshot.seats:
        if seat.index not in snapshot.picks:
            card = secrets.choice(snapshot.game.rules.safe_picks())
            snapshot = store_pick(snapshot, seat.index, card=card, value="", now=now)
    deal_game(snapshot, now=now)


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
            _end_picking(snapshot, now=now)
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
    return record_turn(
        snapshot,
        game.rules.timeout(state),
        kind=Event.Kind.TIMEOUT,
        seat=game.to_move,
        now=now,
    )


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
        if seat is None or snapshot.game.status in (Game.Status.FINISHED, Game.Status.CANCELLED):
            return
        if snapshot.state is None:
            raise NotStarted
        resign_seat(snapshot, seat, now=timezone.now())


def resign_seat(snapshot: Snapshot, seat: Seat, *, now: dt.datetime) -> None:
    """Write the resignation of a seat of a locked game."""
    record_turn(
        snapshot,
        snapshot.game.rules.resign(snapshot.state, seat.index),
        kind=Event.Kind.RESIGNATION,
        seat=seat.index,
        now=now,
    )
