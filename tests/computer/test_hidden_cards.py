"""No choice of a computer player depends on a card that its seat cannot know."""

import random

from games.computer import LEVELS, choose
from tests.rules.test_every_variant import Setup, every_variant, redeal

EVERY = 13
"""Only every thirteenth position of a game is dealt differently."""


@every_variant
def test_the_choice_is_the_same_when_hidden_cards_are_dealt_differently(setup: Setup) -> None:
    chance = random.Random(4)
    game, met = setup.game, set[int]()
    for seed in setup.seeds(2):
        for number, (state, _) in enumerate(setup.walk(seed)):
            seat = state.to_move
            if seat is None or not state.hands[seat] or (number % EVERY and seat in met):
                continue
            met.add(seat)
            other = redeal(game, state, seat, chance)
            views = [game.document(one, seat) for one in (state, other)]
            for level in LEVELS:
                # A high cap on the time: otherwise a busy machine could cut one of the two short.
                choices = [choose(view, level, seed, 40).move for view in views]
                assert choices[0] == choices[1]
                assert str(game.parse(state, choices[0])) == choices[0]
    assert met == set(range(setup.players))
