"""The last round is solved as trying out everything does."""

import random

import pytest

from games import rules
from games.computer import choose
from games.rules.cards import PACK

OPTIONS = {"trifecta": {}, "casino": {"target": None}, "royal": {}}


def try_everything(game, state, side):
    """Return the best lead that a side can reach, a game that is won counting a little more."""
    if state.to_move is None:
        totals = game.totals(state)
        outcome = game.outcome(state)
        assert outcome is not None
        won = 0.25 * ((outcome[0] == (side,)) - (outcome[0] == (1 - side,)))
        return float(totals[side] - totals[1 - side]) + won
    values = [try_everything(game, game.play(state, move), side) for move in game.moves(state)]
    return max(values) if state.to_move == side else min(values)


def last_cards(name, seed):
    """Return a position with two cards in each hand, four on the table and all others captured."""
    chance = random.Random(seed)
    deck = chance.sample(PACK, len(PACK))
    more = {"target": None} if name == "casino" else {}
    if name == "trifecta":
        more = {"passed": [1, 2], "secrets": ["7H", "5C"]}
    split = chance.randrange(16, 28)
    return {
        "variant": name,
        "hands": [deck[:2], deck[2:4]],
        "table": [{"cards": [card]} for card in deck[4:8]],
        "captured": [deck[8 : 8 + split], deck[8 + split :]],
        "last_capture": 0,
        **more,
    }


@pytest.mark.parametrize("name", OPTIONS)
def test_the_solution_is_the_best_of_all_ways(name):
    game = rules.variant(name)
    for seed in range(12):
        state = game.position(last_cards(name, seed))
        if len(list(game.moves(state))) < 2:
            continue
        choice = choose(game.document(state, 0), "master", seed, 10**6, 60)
        leads = game.totals(state)
        for move, value in choice.alternatives:
            best = try_everything(game, game.play(state, move), 0)
            assert value == pytest.approx(best - float(leads[0] - leads[1]))
        assert {move for move, _ in choice.alternatives} == set(game.moves(state))
        assert choice.worlds == 1


def test_a_solution_that_costs_too_much_is_given_up():
    position = last_cards("casino", 3)
    state = rules.variant("casino").position(position)
    choice = choose(rules.variant("casino").document(state, 0), "master", 1, 20, 60)
    assert choice.failure == ""
    assert choice.level == "master"
