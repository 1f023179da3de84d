"""A hint as its player sees it."""

from __future__ import annotations

from dataclasses import dataclass

from games.messages.moves import tell_play
from games.messages.text import EMPTY, Text
from games.selectors.hints import may_take_hint, seat_for_hints
from games.snapshots import Snapshot


@dataclass(frozen=True, slots=True)
class HintView:
    """A hint as its player sees it; `words` are "" before it is asked for or found."""

    game_id: str
    is_asked: bool = False
    words: Text = EMPTY


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
