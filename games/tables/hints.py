"""Hints: the players who may ask for one, and what the computer player is told for it."""

from __future__ import annotations

from dataclasses import dataclass

from games.messages.moves import tell_play
from games.messages.text import EMPTY, Text
from games.models import Game, Seat
from games.snapshots import Snapshot
from games.tables.operations import ComputerTurn, describe_turn, read_snapshot


@dataclass(frozen=True, slots=True)
class HintView:
    """A hint as its player sees it; `words` are "" before it is asked for or found."""

    game_id: str
    is_asked: bool = False
    words: Text = EMPTY


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


def view_hint(snapshot: Snapshot, user_id: int | None, text: str | None) -> HintView:
    """Return a hint, given the move in notation: "" while it is thought of, None unasked."""
    seat = seat_for_hints(snapshot, user_id)
    game, variant = snapshot.game, snapshot.game.rules
    if text is None or seat is None or not may_take_hint(snapshot, user_id):
        return HintView(game.public_id)
    words = EMPTY
    if text:
        seen = variant.mask(snapshot.state, seat.index)
        words = tell_play(variant.explain(seen, variant.parse(seen, text)))
    return HintView(game.public_id, is_asked=True, words=words)
