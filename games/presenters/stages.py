"""How far a game is: the round or the deck that is played."""

from __future__ import annotations

from functools import lru_cache

from games.messages.turns import tell_stage
from games.models import Event
from games.rules.facts import Fact
from games.rules.state import State
from games.rules.variant import AnyVariant
from games.snapshots import Snapshot


def counts_decks(variant: AnyVariant, state: State) -> bool:
    """Return whether the game is a match of several decks, each of which is counted."""
    return variant.deals_decks and variant.goal(state) is not None


def find_stage(snapshot: Snapshot) -> str:
    """Return how far the game is, with the number of its deck in a match of several."""
    game = snapshot.game
    if snapshot.state is None:
        return ""
    stage = _stage(game.rules, snapshot.state)
    if not counts_decks(game.rules, snapshot.state):
        return tell_stage(stage)
    decks = 1 + sum(event.kind == Event.Kind.RESHUFFLE for event in snapshot.events)
    return tell_stage(stage, decks)


def is_new_stage(snapshot: Snapshot, told: int) -> bool:
    """Return whether the stage began with the events that the viewer is told of, or the deal."""
    if snapshot.state is None:
        return False
    if not told:
        return True
    variant = snapshot.game.rules
    stage = _stage(variant, snapshot.state)
    return any(_stage(variant, state) != stage for state in snapshot.recent[-told:])


@lru_cache(maxsize=1024)
def _stage(variant: AnyVariant, state: State) -> Fact | None:
    """Return `variant.stage`, remembered: a table asks about the same states again and again."""
    return variant.stage(state)
