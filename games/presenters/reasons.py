"""Why a move is good or bad, in sentences."""

from __future__ import annotations

from games.messages.reasons import tell_reason
from games.messages.text import Text
from games.presenters.boards import board_of
from games.rules.reasons import DidHold, Reason
from games.rules.state import State
from games.rules.variant import AnyMove, AnyVariant

MOST = 2
"""The most sentences about a move: what matters less is left out."""


def tell_reasons(
    variant: AnyVariant, seen: State, move: AnyMove, whole: State | None = None
) -> tuple[Text, ...]:
    """Return why a legal move is good or bad, in the state that its player sees.

    `whole` is that state with all cards open, once the game is over.
    """
    return tuple(text for _, text in _tell_all(variant, seen, move, whole)[:MOST])


def tell_differences(
    variant: AnyVariant, seen: State, made: AnyMove, best: AnyMove, whole: State
) -> tuple[tuple[Text, ...], tuple[Text, ...]]:
    """Return why a move was worse than another one: the reasons for each that differ."""
    first, second = (_tell_all(variant, seen, move, whole) for move in (made, best))
    shared = {text for _, text in first} & {text for _, text in second}
    return _leave_out(shared, first), _leave_out(shared, second)


def _tell_all(
    variant: AnyVariant, seen: State, move: AnyMove, whole: State | None
) -> list[tuple[Reason, Text]]:
    reasons = board_of(variant).find_reasons(variant, seen, move, whole)
    return [(reason, tell_reason(reason, variant)) for reason in reasons]


def _leave_out(shared: set[Text], told: list[tuple[Reason, Text]]) -> tuple[Text, ...]:
    """Return the sentences that are not shared; what the opponent held belongs to that before."""
    kept, is_kept = [], True
    for reason, text in told:
        if not isinstance(reason, DidHold):
            is_kept = text not in shared
        if is_kept:
            kept.append(text)
    return tuple(kept[:MOST])
