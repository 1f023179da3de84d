"""The same players choose the same, so that stored choices can be repeated."""

import hashlib

from games.computer import LEVELS, PLAYERS_VERSION, choose
from tests.rules.test_every_variant import SETUPS

CHOSEN = {
    1: "4eb94fe5ac7b1a1d8e2f019face2e36fabb5f4263c501fa7c6cd2009be6d8bed",
    # Master counts a hidden secret card by chance: at none of these views.
    2: "4eb94fe5ac7b1a1d8e2f019face2e36fabb5f4263c501fa7c6cd2009be6d8bed",
}
"""For each version of the players a name for what they chose."""


def every_choice():
    """Yield what each level chooses for which view, early, halfway and late in a game of each."""
    for setup in SETUPS:
        states = [state for state, _ in setup.walk(1) if state.to_move is not None]
        for step in (4, len(states) // 2, -6):
            view = setup.game.document(states[step], states[step].to_move)
            for level in LEVELS:
                choice = choose(view, level, seed=5, seconds=60)
                yield f"{setup} {choice.view_hash} {level} {choice.move}"


def test_players_that_choose_otherwise_have_another_version():
    chosen = hashlib.sha256("\n".join(every_choice()).encode()).hexdigest()
    assert CHOSEN.get(PLAYERS_VERSION) == chosen, "raise PLAYERS_VERSION and add what was chosen"
