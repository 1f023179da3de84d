"""The choice of a secret card, as one viewer may see it."""

from __future__ import annotations

from games.messages import turns as told
from games.messages.text import EMPTY, Text
from games.models import Game
from games.presenters.boards import board_of
from games.presenters.shapes import PickView
from games.presenters.sheet import pack_rows
from games.rules.state import State
from games.rules.variant import AnyVariant
from games.snapshots import Snapshot


def view_pick(snapshot: Snapshot, viewer: int | None) -> PickView | None:
    """Return what a player picks a secret card from, None before and after."""
    if snapshot.game.status != Game.Status.PICKING:
        return None
    variant, state = snapshot.game.rules, snapshot.state
    view_face = board_of(variant).view_face
    own = snapshot.picks.get(viewer) if viewer is not None else None
    return PickView(
        picked=view_face(variant, state, own.card) if own is not None else None,
        opponent_picked=any(index != viewer for index in snapshot.picks),
        rows=tuple(
            tuple([view_face(variant, state, code) for code in row])
            for row in pack_rows(variant.pack)
        ),
        badges=board_of(variant).view_badges(variant, state),
    )


def own_secret_words(variant: AnyVariant, state: State | None, viewer: int | None) -> Text:
    """Return which secret card a player has; EMPTY before the deal and for everybody else.

    `state` is as the viewer may see it.
    """
    if state is None or viewer is None:
        return EMPTY
    secrets = variant.secret_cards(state)
    card = secrets[viewer] if secrets else None
    return told.tell_own_secret(card) if card is not None else EMPTY
