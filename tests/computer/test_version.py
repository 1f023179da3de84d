"""Computer players of one version make the same choices, so that stored ones can be repeated."""

import hashlib
from collections.abc import Iterator

import pytest

from games import rules
from games.computer import LEVELS, PLAYERS_VERSION, choose
from tests.rules.test_every_variant import SETUPS

VERSION = 4
CHOSEN = {
    "trifecta": "6992b9ee295d2a0345a951776617ccac876d3f8d2b0691462c87d1053a3d5b12",
    "casino": "b211d9528d0efb2e15d1c4d0e13b5280073ab917b9619c7ab44d4bf76c94de4c",
    "spade": "be8e5802237bd8efdcb0cbc673ea28d96c041e7a80b4e8da32b00845427b07c6",
    "royal_casino": "2b380bb99c8cbca70a51a992d1308196953fa1bd18db0b0c1702c13ae5f6de27",
    "royal": "7bd83b3eb19b33ab53911806843b19ffd5ab5b34319a23315c714cb70f964624",
    "triple_four": "c3b2c78dbde3cac2a55571942ccdb210cbee617a5537aa384fcf93fda0e44962",
}
"""A version of the computer players, and a hash of their choices in each game.

A new game adds its own hash, and the version stays.
"""
POSITIONS = 8
BUDGET = 300


def every_choice(name: str) -> Iterator[str]:
    """Yield the choices of each level for views from early to late in a game of each setup."""
    for setup in SETUPS:
        if setup.game.name != name:
            continue
        states = [state for state, _ in setup.walk(1) if state.to_move is not None]
        for state in states[4 :: len(states) // POSITIONS]:
            view = setup.game.document(state, state.to_move)
            for level in LEVELS:
                choice = choose(view, level, seed=5, budget=BUDGET)
                yield f"{setup} {choice.view_hash} {level} {choice.move}"


@pytest.mark.parametrize("name", rules.VARIANTS)
def test_players_that_choose_differently_have_a_new_version(name: str) -> None:
    chosen = hashlib.sha256("\n".join(every_choice(name)).encode()).hexdigest()
    assert (PLAYERS_VERSION, chosen) == (VERSION, CHOSEN.get(name)), (
        f"raise PLAYERS_VERSION unless the game is new, and write down both: {chosen}"
    )
