"""The line that may be expected after a move: legal, within the round, and told by views alone."""

import random

from games.thinking import expect_line
from games.thinking.lines import MOST
from tests.rules.test_every_variant import Setup, every_variant

POSITIONS = 4


@every_variant
def test_a_line_is_legal_and_ends_with_its_round(setup: Setup) -> None:
    game, chance = setup.game, random.Random(3)
    states = [s for s, _ in setup.walk(2) if s.to_move is not None and s.hands[s.to_move]]
    for state in chance.sample(states, POSITIONS):
        first = str(chance.choice(list(game.moves(state))))
        line = expect_line(game, state, first, seed=1)
        assert line[0] == first
        assert line == expect_line(game, state, first, seed=1)
        rounds = []
        for text in line:
            rounds.append(game.round_number(state))
            state = game.play(state, text)
        assert len(set(rounds)) == 1
        is_over = state.to_move is None or game.round_number(state) != rounds[0]
        assert len(line) <= MOST
        assert is_over or len(line) == MOST
