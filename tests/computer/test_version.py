"""The same players choose the same, so that stored choices can be repeated."""

import hashlib

from games.computer import LEVELS, PLAYERS_VERSION, choose
from tests.rules.test_every_variant import SETUPS

CHOSEN = {1: "c067228ea94adbb79360f56cc0bd58269b3f44db6d7d7ba41a1d9f571d74ed61"}
"""For each version of the players a name for what they chose."""
STEPS = (4, -6)


def every_choice():
    """Yield what each level chooses, and for which view, early and late in a random game of all."""
    for setup in SETUPS:
        states = [state for state, _ in setup.walk(1) if state.to_move is not None]
        for step in STEPS:
            view = setup.game.document(states[step], states[step].to_move)
            for level in LEVELS:
                choice = choose(view, level, seed=5, seconds=60)
                yield f"{setup} {choice.view_hash} {level} {choice.move}"


def test_players_that_choose_otherwise_have_another_version():
    chosen = hashlib.sha256("\n".join(every_choice()).encode()).hexdigest()
    assert CHOSEN.get(PLAYERS_VERSION) == chosen, "raise PLAYERS_VERSION and add what was chosen"
