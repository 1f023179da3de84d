"""The note beside the clock: what will happen when the move time runs out."""

from __future__ import annotations

import pytest

from games import rules
from games.messages.names import Names
from games.models import Game
from games.presenters.clock import clock_note


def note(violations: int, *, viewer: int | None) -> str:
    """Return the note beside the clock of Alice, at seat 0."""
    game = Game(variant="trifecta", status=Game.Status.PLAYING, to_move=0)
    state = rules.variant("trifecta").position(
        {
            "variant": "trifecta",
            "hands": [["3H"], ["4H"]],
            "table": [],
            "violations": [violations, 0],
        }
    )
    return clock_note(game, state, Names(("Alice", "Bob"), viewer))


@pytest.mark.parametrize(("viewer", "rival"), [(0, "Bob"), (1, "you"), (None, "Bob")])
def test_a_violation_gives_the_opponent_a_point_6_2(viewer: int | None, rival: str) -> None:
    assert note(3, viewer=viewer) == f"If time runs out: 1 point to {rival} (violation 4 of 5)"


@pytest.mark.parametrize(
    ("viewer", "words"), [(0, "you forfeit"), (1, "Alice forfeits"), (None, "Alice forfeits")]
)
def test_the_fifth_violation_forfeits_6_3(viewer: int | None, words: str) -> None:
    assert note(4, viewer=viewer) == f"If time runs out, {words} the game"
