"""Computer players of one version make the same choices, so that stored ones can be repeated."""

import hashlib
from collections.abc import Iterator

import pytest

from games import rules
from games.computer import LEVELS, PLAYERS_VERSION, choose
from tests.rules.test_every_variant import SETUPS

VERSION = 4
CHOSEN = {
    "trifecta": "aa046251b7d8d6cd47b2e29cf0394a6ba7fdff3f767eea38db0db1472d9b1bd4",
    "casino": "4f77d7a2c2a7d4c392eaf42ee33b361ca2b48d92bae03ac71a62bdba41e563e3",
    "spade": "dbba1053056779b1f85c6b167c37c95936bcacc764a0daccdb7badbd288351e7",
    "royal_casino": "1de6bade69483e67740558e582922d875e2d10bb3b688cadec8602ae3270a66f",
    "royal": "eb63ede06c4d104ee1913e2ac7e349df64adb270ad3110f49c3bd42dfa486a11",
    "triple_four": "2c85a82a5fbcd32f03eaed3cef56146484c39d36980524a623838a66363994b8",
}
"""A version of the computer players, and a hash of their choices in each game.

A new game adds its own hash, and the version stays.
"""
POSITIONS = 16
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
        "raise PLAYERS_VERSION unless the game is new, and write down both"
    )
