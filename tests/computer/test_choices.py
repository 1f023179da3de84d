"""The choices of every level in every game: legal, fair, repeatable, quick, and always made."""

import math
import random
import time
from collections.abc import Iterable, Iterator
from itertools import count, islice
from typing import Any, NoReturn

import pytest

from games import rules
from games.computer import LEVELS, StartTimer, Timer, choose, choose_move, players, view_hash
from games.computer.levels import Level
from games.computer.thinking import PileTurn, Turn, Work
from games.rules.fishing import fishing
from games.rules.state import State
from games.thinking import choose_in_time
from tests.rules.test_every_variant import PILES, Setup, every_variant

SMALL = 60
TINY = 4
DEEP = ("club", "strong", "master")


def views(
    setup: Setup, seeds: Iterable[int], every: int = 1
) -> Iterator[tuple[State, dict[str, Any]]]:
    """Yield states of random games in which a seat is to move, each with that seat's view."""
    for seed in seeds:
        for number, (state, _) in enumerate(setup.walk(seed)):
            if state.to_move is not None and number % every == 0:
                yield state, setup.game.document(state, state.to_move)


@every_variant
@pytest.mark.parametrize("place", range(len(LEVELS)), ids=list(LEVELS))
def test_every_choice_is_a_legal_move(setup: Setup, place: int) -> None:
    """Check every position of many games, with a budget small enough for so many.

    The levels take turns. What they list is compared with the rules in test_plays.
    """
    level = list(LEVELS)[place]
    own = islice(views(setup, setup.seeds(20)), place, None, len(LEVELS))
    for number, (state, view) in enumerate(own):
        budget = TINY if number % 50 else SMALL
        choice = choose(view, level, number, budget)
        assert choice.failure == ""
        assert choice.level == level
        assert str(setup.game.parse(state, choice.move)) == choice.move
        assert choice.alternatives[0][0] == choice.move


@every_variant
@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_and_budget_choose_the_same_again(setup: Setup, level: str) -> None:
    for number, (_, view) in enumerate(islice(views(setup, [0], every=13), 3)):
        first, second = (choose(view, level, number, SMALL) for _ in range(2))
        assert first == second
        assert first.view_hash == view_hash(view)
        assert (first.seed, first.budget, first.was_cut) == (number, SMALL, False)


def test_the_random_source_decides_the_seed() -> None:
    view = {"variant": "casino", "hands": [["TS", "4H"], ["??"]], "table": [{"cards": ["TD"]}]}
    moves = {choose_move(view, random.Random(3), "strong", SMALL) for _ in range(3)}
    assert len(moves) == 1


def test_a_view_has_the_same_hash_whatever_the_order_of_its_keys() -> None:
    view = {"variant": "casino", "hands": [["TS"], ["??"]], "table": []}
    assert view_hash(view) == view_hash(dict(reversed(view.items())))
    assert view_hash(view) != view_hash({**view, "hands": [["TH"], ["??"]]})


def crowded(name: str) -> dict[str, Any]:
    """Return a position with half of the usual pack as loose cards."""
    game = rules.variant(name)
    loose = [card for card in game.pack if card[0] in "A23456"]
    unseen = [card for card in game.pack if card not in loose]
    others = [["??"] * 4] * (game.seats[0] - 1)
    return {
        "variant": name,
        "hands": [unseen[:4], *others],
        "table": [{"cards": [card]} for card in loose],
        "stock": ["??"] * (len(unseen) - 4 * game.seats[0]),
    }


@pytest.mark.parametrize("name", PILES)
@pytest.mark.parametrize("level", LEVELS.values(), ids=str)
def test_a_crowded_table_costs_no_more_time_than_the_level_has(name: str, level: Level) -> None:
    limit, took = level.seconds * 1.5 + 0.05, math.inf
    for _ in range(3):  # a collection of other tests' garbage may fall into one of them
        begun = time.thread_time()
        choice = choose_in_time(crowded(name), level.name, 1)
        took = min(took, time.thread_time() - begun)
        assert choice.failure == ""
        if took < limit:
            break
    assert took < limit


def stop_after(questions: int) -> StartTimer:
    """Return a timer whose time is up after so many questions."""

    def start(seconds: float) -> Timer:
        asked = count(1)
        return lambda: next(asked) > questions

    return start


def test_a_choice_cut_short_by_the_clock_is_marked() -> None:
    choice = choose(crowded("trifecta"), "master", 1, 10**9, stop_after(9))
    assert choice.was_cut
    assert choice.alternatives


def test_a_level_is_given_its_own_time() -> None:
    given: list[float] = []

    def start(seconds: float) -> Timer:
        given.append(seconds)
        return lambda: False

    for level in LEVELS:
        choose(crowded("casino"), level, 1, TINY, start)
    assert given == [level.seconds for level in LEVELS.values()]


@pytest.mark.parametrize("level", DEEP)
def test_a_larger_budget_does_more_work(level: str) -> None:
    casino = rules.variant("casino")
    view = {**crowded("casino"), "table": [{"cards": ["5D"]}, {"cards": ["3C"]}]}
    few, many = (Work(budget) for budget in (100, 1000))
    for work in (few, many):
        turn: PileTurn = Turn(fishing(casino), casino.position(view), random.Random(1), work)
        players._BY_BOARD["piles"][level](turn)
    assert few.limit <= few.used < many.used
    assert not few.was_cut
    assert not many.was_cut


def test_the_budget_of_a_choice_that_was_cut_short_is_what_had_been_spent() -> None:
    choice = choose(crowded("trifecta"), "master", 1, 10**9, stop_after(9))
    assert choice.was_cut
    assert 0 < choice.budget < 10**6


@pytest.mark.parametrize("level", DEEP)
def test_a_level_that_fails_leaves_the_choice_to_a_simpler_one(
    level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(turn: Turn[Any, Any, Any]) -> NoReturn:
        raise ZeroDivisionError("the cards are AS and KD")

    thinkers = {**players._BY_BOARD["piles"], level: fail}
    monkeypatch.setitem(players._BY_BOARD, "piles", thinkers)
    choice = choose(crowded("casino"), level, 1)
    assert choice.failure.startswith("ZeroDivisionError\n")
    assert choice.level == ("easy" if level == "club" else "club")
    assert choice.was_cut or choice.budget == LEVELS[choice.level].budget
    monkeypatch.setitem(players._BY_BOARD, "piles", dict.fromkeys(LEVELS, fail))
    choice = choose(crowded("casino"), level, 1)
    assert choice.failure.startswith("ZeroDivisionError\n")
    assert (choice.level, choice.budget) == ("", 0)
    casino = rules.variant("casino")
    assert str(casino.parse(casino.position(crowded("casino")), choice.move)) == choice.move


def test_a_seat_that_is_not_to_move_has_nothing_to_choose() -> None:
    over = {"variant": "royal", "hands": [[], []], "table": []}
    with pytest.raises(ValueError, match="nobody"):
        choose(over, "easy", 1)


def test_the_levels_come_weakest_first_and_have_their_time() -> None:
    assert list(LEVELS) == ["beginner", "easy", "club", "strong", "master"]
    assert LEVELS["strong"].seconds <= 0.3
    assert LEVELS["master"].seconds <= 1.0
