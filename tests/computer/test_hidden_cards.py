"""No computer player's choice depends on a card that its seat can not know."""

import random

import pytest

from games.computer import LEVELS, choose_move
from tests.rules.test_every_variant import every_variant, redeal


@every_variant
@pytest.mark.parametrize("level", LEVELS)
def test_the_choice_is_the_same_when_hidden_cards_are_dealt_differently(setup, level):
    chance = random.Random(4)
    game = setup.game
    for seed in setup.seeds(8):
        for state, _ in setup.walk(seed):
            seat = state.to_move
            if seat is None or not state.hands[seat]:
                continue
            other = redeal(game, state, seat, chance)
            views = [game.document(one, seat) for one in (state, other)]
            choices = [str(choose_move(view, random.Random(seed), level)) for view in views]
            assert choices[0] == choices[1]
            assert str(game.parse(state, choices[0])) == choices[0]
