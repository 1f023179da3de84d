"""A hint as its player sees it."""

from __future__ import annotations

from dataclasses import dataclass

from games.messages import notices
from games.messages.moves import tell_play
from games.messages.text import EMPTY, Text
from games.presenters.boards import board_of
from games.presenters.reasons import tell_reasons
from games.selectors.hints import may_take_hint, seat_for_hints
from games.snapshots import Snapshot


@dataclass(frozen=True, slots=True)
class HintView:
    """A hint as its player sees it; `words` are "" before it is asked for or found.

    `refusal` says why it was not asked for. `reasons` are sentences about the move. `cards` of the
    hand and `piles` by their keys, or a stack by its id, are what the player would choose for it.
    """

    game_id: str
    is_asked: bool = False
    refusal: str = ""
    words: Text = EMPTY
    reasons: tuple[Text, ...] = ()
    cards: tuple[str, ...] = ()
    piles: tuple[str, ...] = ()


def view_hint(snapshot: Snapshot, user_id: int | None, text: str | None) -> HintView:
    """Return a hint, given the move in notation: "" while it is thought of, None unasked."""
    seat = seat_for_hints(snapshot, user_id)
    game, variant = snapshot.game, snapshot.game.rules
    if seat is None or not may_take_hint(snapshot, user_id):
        return HintView(game.public_id, refusal=notices.hints_are_for_own_turn())
    if text is None:
        return HintView(game.public_id)
    if not text:
        return HintView(game.public_id, is_asked=True)
    seen = variant.mask(snapshot.state, seat.index)
    move = variant.parse(seen, text)
    cards, piles = board_of(variant).find_choice(seen, move)
    return HintView(
        game.public_id,
        is_asked=True,
        words=tell_play(variant.explain(seen, move)),
        reasons=tell_reasons(variant, seen, move),
        cards=cards,
        piles=piles,
    )
