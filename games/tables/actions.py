"""The buttons of the table: which of them may be pressed, and why the others may not."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from games.models import Game
from games.rules import IllegalMove
from games.tables.shapes import ActionView
from games.tables.trackers import AnyVariant


def view_actions(game: Game, state: Any, viewer: int | None) -> tuple[ActionView, ...]:
    if state is None or viewer is None or game.status != Game.Status.PLAYING:
        return ()
    variant = game.rules
    if game.to_move != viewer:
        return _no_actions(variant)
    used = {name for name, _, is_used in variant.lifelines(state, viewer) if is_used}
    actions = []
    for name, label in variant.actions:
        reason = f"You have used your {label.lower()} already." if name in used else ""
        if name == "pass" and not reason:
            reason = _why_no_pass(variant, state)
        actions.append(ActionView(name, label, not reason, reason))
    return tuple(actions)


@lru_cache(maxsize=8)
def _no_actions(variant: AnyVariant) -> tuple[ActionView, ...]:
    return tuple(
        ActionView(name, label, False, "It is not your turn.") for name, label in variant.actions
    )


def _why_no_pass(variant: AnyVariant, state: Any) -> str:
    try:
        variant.parse(state, "pass")
    except IllegalMove as illegal:
        return str(illegal)
    return ""
