"""The turn composer: what the chosen cards would do, told before anything is played."""

from __future__ import annotations

from collections.abc import Sequence

from games.models import Game
from games.presenters.boards import board_of
from games.presenters.shapes import ComposerView
from games.snapshots import Snapshot


def compose_selection(
    snapshot: Snapshot, user_id: int | None, cards: Sequence[str], piles: Sequence[str]
) -> ComposerView | None:
    """Return what the user's selection would do, or None when the user plays no running game."""
    game, seat = snapshot.game, snapshot.seat_of(user_id)
    if seat is None or game.status != Game.Status.PLAYING:
        return None
    state = game.rules.mask(snapshot.state, seat.index)
    return board_of(game.rules).view_composer(game.rules, state, seat.index, cards, piles)
