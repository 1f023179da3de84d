"""Hints: the players who may ask for one, and what the computer player is told for it."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from games.models import Game, Hint, Seat
from games.selectors.operations import ComputerTurn, describe_turn, read_snapshot
from games.snapshots import Snapshot


def seat_for_hints(snapshot: Snapshot, user_id: int | None) -> Seat | None:
    """Return the seat of a player who may ask for hints: against nobody but computer players."""
    seat = snapshot.seat_of(user_id)
    others = [each for each in snapshot.seats if each is not seat]
    if seat is None or snapshot.game.kind != Game.Kind.COMPUTER:
        return None
    return seat if all(other.computer for other in others) else None


def may_take_hint(snapshot: Snapshot, user_id: int | None) -> bool:
    """Return whether it is the turn of a player who may ask for hints."""
    seat, game = seat_for_hints(snapshot, user_id), snapshot.game
    return seat is not None and game.status == Game.Status.PLAYING and game.to_move == seat.index


def hint_turn(game_id: int, user_id: int, level: str) -> ComputerTurn | None:
    """Return what a computer player in the user's place would be told, None off turn."""
    snapshot = read_snapshot(game_id)
    seat = seat_for_hints(snapshot, user_id)
    if seat is None or not may_take_hint(snapshot, user_id):
        return None
    return describe_turn(snapshot, seat.index, level)


def find_hints(user: User) -> dict[int, dict[str, Any]]:
    """Return the last hint that a user has asked for in each game: after how many moves, and what.

    The move is in notation, "" while it is being looked for.
    """
    hints = Hint.objects.filter(user=user).values_list("game_id", "seen", "text")
    return {game_id: {"after_moves": seen, "move": text} for game_id, seen, text in hints}


def find_hint(game_id: int, user_id: int, seen: int) -> str | None:
    """Return the hinted move, "" until it is found, or None if nobody asked for a hint."""
    hint = Hint.objects.filter(game_id=game_id, user_id=user_id, seen=seen)
    return hint.values_list("text", flat=True).first()
