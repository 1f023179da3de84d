"""The choices of every level in every game: legal, fair, repeatable, quick, and always made."""

import random
import time
from itertools import islice

import pytest

from games import rules
from games.computer import LEVELS, choose, choose_move, players, view_hash
from games.rules.cards import PACK
from tests.rules.test_every_variant import every_variant

SMALL = 60
TINY = 4
GAMES = {"trifecta": 120, "casino": 30, "royal": 120, "triple_four": 4}
"""The number of random games that each level plays with each setup. Long games are fewer."""
DEEP = ("club", "strong", "master")
UNHURRIED = 60.0
"""More seconds than any test takes, so that a busy machine changes no choice."""


def views(setup, seeds, every=1):
    """Yield states of random games in which a seat is to move, each with that seat's view."""
    for seed in seeds:
        for number, (state, _) in enumerate(setup.walk(seed)):
            if state.to_move is not None and number % every == 0:
                yield state, setup.game.document(state, state.to_move)


@every_variant
@pytest.mark.parametrize("place", range(len(LEVELS)), ids=list(LEVELS))
def test_every_choice_is_a_legal_move(setup, place):
    """Check every position of 2,000 games, with a budget small enough for so many."""
    level = list(LEVELS)[place]
    seeds = range(place, GAMES[setup.game.name] * len(LEVELS), len(LEVELS))
    for number, (state, view) in enumerate(views(setup, seeds)):
        budget = TINY if number % 100 else SMALL
        choice = choose(view, level, number, budget, UNHURRIED)
        assert choice.failure == ""
        assert choice.level == level
        assert setup.game.parse(state, str(choice.move)) == choice.move
        assert choice.alternatives[0][0] == choice.move


@every_variant
@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_and_budget_choose_the_same_again(setup, level):
    for number, (_, view) in enumerate(islice(views(setup, [0], every=9), 6)):
        first, second = (choose(view, level, number, SMALL, UNHURRIED) for _ in range(2))
        assert first == second
        assert first.view_hash == view_hash(view)
        assert (first.seed, first.budget, first.was_cut) == (number, SMALL, False)


def test_the_random_source_decides_the_seed():
    view = {"variant": "casino", "hands": [["TS", "4H"], ["??"]], "table": [{"cards": ["TD"]}]}
    moves = {str(choose_move(view, random.Random(3), "strong", SMALL)) for _ in range(3)}
    assert len(moves) == 1


def test_a_view_has_the_same_hash_whatever_the_order_of_its_keys():
    view = {"variant": "casino", "hands": [["TS"], ["??"]], "table": []}
    assert view_hash(view) == view_hash(dict(reversed(view.items())))
    assert view_hash(view) != view_hash({**view, "hands": [["TH"], ["??"]]})


def crowded(name):
    """Return a position with half of the pack as loose cards."""
    loose = [card for card in PACK if card[0] in "A23456"]
    unseen = [card for card in PACK if card not in loose]
    return {
        "variant": name,
        "hands": [unseen[:4], ["??"] * 4],
        "table": [{"cards": [card]} for card in loose],
        "stock": ["??"] * 16,
    }


@pytest.mark.parametrize("name", ["trifecta", "casino", "royal"])
@pytest.mark.parametrize("level", LEVELS.values(), ids=str)
def test_a_crowded_table_costs_no_more_time_than_the_level_has(name, level):
    begun = time.process_time()
    choice = choose(crowded(name), level.name, 1, seconds=level.seconds)
    assert time.process_time() - begun < level.seconds * 1.5 + 0.05
    assert choice.failure == ""


def test_a_choice_cut_short_by_the_clock_is_marked():
    choice = choose(crowded("trifecta"), "master", 1, budget=10**9, seconds=0.01)
    assert choice.was_cut
    assert choice.alternatives


@pytest.mark.parametrize("level", DEEP)
def test_more_work_tries_more_worlds(level):
    view = {**crowded("casino"), "table": [{"cards": ["5D"]}, {"cards": ["3C"]}]}
    few, many = (choose(view, level, 1, budget, UNHURRIED) for budget in (100, 1000))
    assert few.worlds < many.worlds
    assert few.work < many.work


@pytest.mark.parametrize("level", DEEP)
def test_a_level_that_fails_leaves_the_choice_to_a_simpler_one(level, monkeypatch):
    def fail(turn):
        raise ZeroDivisionError("the cards are AS and KD")

    thinkers = {**players._BY_BOARD["piles"], level: fail}
    monkeypatch.setitem(players._BY_BOARD, "piles", thinkers)
    choice = choose(crowded("casino"), level, 1)
    assert choice.failure == "ZeroDivisionError"
    assert choice.level == ("easy" if level == "club" else "club")
    monkeypatch.setitem(players._BY_BOARD, "piles", dict.fromkeys(LEVELS, fail))
    choice = choose(crowded("casino"), level, 1)
    assert choice.failure == "ZeroDivisionError"
    assert choice.level == ""
    casino = rules.variant("casino")
    assert casino.parse(casino.position(crowded("casino")), str(choice.move)) == choice.move


def test_a_seat_that_is_not_to_move_has_nothing_to_choose():
    over = {"variant": "royal", "hands": [[], []], "table": []}
    with pytest.raises(ValueError, match="nobody"):
        choose(over, "easy", 1)


def test_the_levels_come_weakest_first_and_have_their_time():
    assert list(LEVELS) == ["beginner", "easy", "club", "strong", "master"]
    assert LEVELS["strong"].seconds <= 0.3
    assert LEVELS["master"].seconds <= 1.0
