"""Rematches: the same game once more, for those who have played it."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.models import Game
from games.services.places import check_practice, sit_down
from games.services.refusals import NotSeated, SeatRefused
from games.services.seating import join_game, open_table, play_computer
from games.services.writing import lock_game, save_change
from games.snapshots import Snapshot


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
        if not game.has_ended:
            raise SeatRefused("not_over")
        made = game.rematches.exclude(status=Game.Status.CANCELLED).first()
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
    made = open_table(
        user, kind=Game.Kind.LINK, players=game.players, asked=people, seat=own, **same
    )
    if levels:
        check_practice(user)
    for seat in others:
        if seat.computer:
            sit_down(
                lock_game(made.pk), index=seat.index, computer=seat.computer, now=timezone.now()
            )
    return made
