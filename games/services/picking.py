"""Secret cards: picking one before the deal, and the end of the time to pick."""

from __future__ import annotations

import datetime as dt
import secrets
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.models import Game, SecretPick
from games.rules import IllegalMove, shuffle
from games.services.computers import record_choice
from games.services.dealing import deal_game, is_value
from games.services.lateness import EXPIRY_MARGIN, is_late
from games.services.pausing import resume_clock
from games.services.refusals import (
    NotSeated,
    PickRefused,
    Refused,
)
from games.services.telling import withdraw_picks
from games.services.vacations import begins_vacations, leave_instead
from games.services.writing import (
    finish_game,
    lock_game,
    save_change,
)
from games.snapshots import Snapshot

ANY_CARD = "any"
"""What is sent in place of a secret card by a player who would rather not choose one."""


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
    if is_late(game, arrived_at):
        if is_late(game, now - EXPIRY_MARGIN):  # picks of others in time may wait for the lock
            leave_instead(game, snapshot.seats, picked=snapshot.picks, now=now)
            end_picking(snapshot, now=now)
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


def end_picking(snapshot: Snapshot, *, now: dt.datetime) -> None:
    """End the time to pick: cancel the game if nobody picked, else pick for those who did not."""
    if not snapshot.picks:
        finish_game(snapshot, reason="picks_ran_out", now=now)
        return
    for seat in snapshot.seats:
        if seat.index not in snapshot.picks:
            card = secrets.choice(snapshot.game.rules.safe_picks())
            snapshot = store_pick(snapshot, seat.index, card=card, value="", now=now)
    deal_game(snapshot, now=now)
