"""The line that may be expected after a move: how the round goes on with the cards as they lie."""

from __future__ import annotations

from typing import Final

from games.computer import choose
from games.rules.state import State
from games.rules.variant import AnyVariant

LEVEL: Final = "club"
"""The level that plays every seat, each from its own view: its budget alone keeps it quick."""
MOST: Final = 8
"""The most moves of a line, the first one included."""


def expect_line(variant: AnyVariant, state: State, move: str, seed: int) -> tuple[str, ...]:
    """Return a move, in notation, and what may follow it until the end of the round.

    `state` is the whole state before the move.
    """
    line, round_number = [move], variant.round_number(state)
    state = variant.play(state, move)
    while (
        len(line) < MOST
        and state.to_move is not None
        and variant.round_number(state) == round_number
    ):
        choice = choose(variant.document(state, state.to_move), LEVEL, seed)
        line.append(choice.move)
        state = variant.play(state, choice.move)
    return tuple(line)
