"""Why a move is good or bad, in sentences."""

from __future__ import annotations

from typing import Any

from games.messages.reasons import tell_reason
from games.messages.text import Text
from games.presenters.boards import board_of
from games.rules.state import State
from games.rules.variant import AnyVariant

MOST = 2
"""The most sentences about a move: what matters less is left out."""


def tell_reasons(
    variant: AnyVariant, seen: State, move: Any, whole: State | None = None
) -> tuple[Text, ...]:
    """Return why a legal move is good or bad, in the state that its player sees.

    `whole` is that state with all cards open, once the game is over.
    """
    reasons = board_of(variant).find_reasons(variant, seen, move, whole)
    return tuple(tell_reason(reason, variant) for reason in reasons[:MOST])
