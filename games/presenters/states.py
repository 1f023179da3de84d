"""The states of a game as one viewer may know them."""

from __future__ import annotations

from functools import lru_cache

from games.models import Game
from games.presenters.counted import find_new_deck
from games.presenters.shapes import HappenedView
from games.rules.state import State
from games.rules.variant import AnyVariant
from games.snapshots import Snapshot


def masked_state(snapshot: Snapshot, viewer: int | None) -> State | None:
    """Return what the viewer may know; when the game is over nothing is hidden any more."""
    state: State | None = snapshot.state
    if state is None or snapshot.game.status == Game.Status.FINISHED:
        return state
    return mask(snapshot.game.rules, state, viewer)


@lru_cache(maxsize=1024)
def mask(variant: AnyVariant, state: State, viewer: int | None) -> State:
    """Return `variant.mask`, remembered: the state after one move is that before the next.

    Equal states may differ in the order of what was captured, which two shuffled games never do.
    """
    masked: State = variant.mask(state, viewer)
    return masked


def state_since(snapshot: Snapshot, viewer: int | None, told: int) -> State | None:
    """Return how it stood before the events that the viewer is told of, None if there are none.

    Where a new deck was dealt among them it is the state after that deal.
    """
    dealt = find_new_deck(snapshot, viewer)
    ago = told if dealt is None else min(told, dealt - 1)
    return snapshot.recent[-ago] if ago else None


def since_last_deck(
    happened: tuple[HappenedView, ...], snapshot: Snapshot, viewer: int | None
) -> tuple[HappenedView, ...]:
    """Leave out what came before the last move of a deck that was counted."""
    dealt = find_new_deck(snapshot, viewer)
    return happened if dealt is None else happened[-dealt - 1 :]
