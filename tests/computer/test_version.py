"""Computer players of one version make the same choices, so that stored ones can be repeated."""

import hashlib

from games.computer import LEVELS, PLAYERS_VERSION, choose
from tests.rules.test_every_variant import SETUPS

VERSION = 2
CHOSEN = "330fa305f4dac6306fb93f2148644c9776a87b3e97c35df6efe04cbb2305e4dd"
"""A version of the computer players, and a hash of their choices."""
POSITIONS = 16
BUDGET = 300


def every_choice():
    """Yield the choices of each level for views from early to late in a game of each setup."""
    for setup in SETUPS:
        states = [state for state, _ in setup.walk(1) if state.to_move is not None]
        for state in states[4 :: len(states) // POSITIONS]:
            view = setup.game.document(state, state.to_move)
            for level in LEVELS:
                choice = choose(view, level, seed=5, budget=BUDGET, seconds=60)
                yield f"{setup} {choice.view_hash} {level} {choice.move}"


def test_players_that_choose_differently_have_a_new_version():
    chosen = hashlib.sha256("\n".join(every_choice()).encode()).hexdigest()
    assert (PLAYERS_VERSION, chosen) == (VERSION, CHOSEN), (
        "raise PLAYERS_VERSION, and write down both"
    )
