"""Sections 1 and 5 of Spade Casino: what a deck is worth, the target, and counting out."""

import random
from typing import Any

import pytest

from games import rules
from games.rules.casino.state import CasinoState
from games.rules.spade import SpadeState
from tests.rules.builds import CASINO, SPADE

at, play, points = SPADE.at, SPADE.play, SPADE.points
VARIANT = SPADE.variant
PACK = list(VARIANT.pack)


def test_a_game_is_played_as_casino_s1() -> None:
    chance = random.Random(2)
    deck = chance.sample(PACK, 52)
    casino = CASINO.variant.deal(deck, players=3, target=None, sweeps=True)
    state = VARIANT.deal(deck, players=3, target=None)
    while not state.is_over:
        assert SPADE.listed(state) == CASINO.listed(casino)
        move = chance.choice(SPADE.listed(state))
        state, casino = play(state, move), CASINO.play(casino, move)
    assert state.captured == casino.captured


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("TD", {"big_casino": 2}),
        ("2S", {"spades": 1, "little_casino": 1}),
        ("JS", {"spades": 1, "jack_of_spades": 1}),
        ("AS", {"spades": 1, "aces": 1}),
        ("AH AD AC", {"aces": 3}),
        ("3S KS", {"spades": 2}),
        ("JH 2H", {}),
    ],
)
def test_each_spade_is_a_point_and_three_of_them_one_more_5_1(
    cards: str, expected: dict[str, Any]
) -> None:
    state = at(["4C", "5C"], captured=[cards.split(), []])
    assert points(state, 0) == expected
    assert [VARIANT.card_points(state, card) for card in cards.split()] == [
        sum(points(at(["4C", "5C"], captured=[[card], []]), 0).values()) for card in cards.split()
    ]


def test_there_is_no_point_for_most_spades_5_1() -> None:
    assert VARIANT.most_lines == ("most_cards",)
    state = play(at(["2C", "7C"], captured=[["KS", "QS"], []], target=None), "2C", "7C")
    assert points(state, 0) == {"most_cards": 3, "spades": 2}


def test_a_whole_deck_is_worth_24_points_5_1() -> None:
    chance = random.Random(1)
    for _ in range(20):
        deck = chance.sample(PACK, 52)
        state = VARIANT.deal(deck, players=2, target=None, sweeps=False)
        while not state.is_over:
            state = VARIANT.play(state, chance.choice(list(VARIANT.moves(state))))
        cards = [VARIANT.counts(state, side)["cards"] for side in (0, 1)]
        assert sum(VARIANT.totals(state)) == (21 if cards[0] == cards[1] else 24)


def test_sweeps_count_unless_the_table_was_created_without_them_5_2() -> None:
    for options, expected in (({}, {"sweeps": 1}), ({"sweeps": False}, {})):
        state = play(at(["5C", "7C 8H"], "2D 3D", **options), "5C x 2D 3D")
        assert points(state, 0) == expected
    assert VARIANT.document(VARIANT.deal(PACK))["sweeps"] is True


@pytest.mark.parametrize(
    ("before", "target", "outcome"),
    [
        ([57, 0], 61, None),
        ([58, 0], 61, ((0,), "score")),
        ([58, 62], 61, ((1,), "score")),
        ([21, 0], 24, ((0,), "score")),
        ([20, 0], 24, None),
        ([0, 1], None, ((0,), "score")),
    ],
)
def test_a_game_goes_to_61_points_or_24_or_one_deck_1_4(
    before: list[int], target: int | None, outcome: tuple[tuple[int, ...], str] | None
) -> None:
    state = at(["4C", "7C"], "4D 9D TC", match_scores=before, target=target)
    state = play(state, "4C x 4D", "7C")
    assert [sheet["total"] for sheet in VARIANT.scores(state)] == [3, 0]
    assert VARIANT.outcome(state) == outcome
    assert state.is_over is (outcome is not None)


@pytest.mark.parametrize("target", [11, 21, 50, True, "61"])
def test_the_targets_of_casino_are_refused_1_4(target: bool | str | int) -> None:
    with pytest.raises(rules.InvalidPosition, match="target"):
        VARIANT.deal(PACK, target=target)


def test_61_points_are_the_default_1_4() -> None:
    state = VARIANT.deal(PACK)
    assert (VARIANT.goal(state), state.count_out) == (61, False)


def takers_in(state: CasinoState) -> tuple[int, ...]:
    assert isinstance(state, SpadeState)
    return state.spade_takers


def finish(captured: list[str], **more: Any) -> CasinoState:
    """Return the state after the last two cards have been trailed with counting out on."""
    cards = [each.split() for each in captured]
    state = at(["4C", "7C"], captured=cards, count_out=True, target=24, **more)
    return play(state, "4C", "7C")


@pytest.mark.parametrize(
    ("captured", "before", "winner", "line"),
    [
        (["4H 5H", "9S"], [21, 23], 0, "most_cards"),  # that comes before spades
        (["TD", "9S"], [22, 23], 1, "spades"),  # spades before big casino
        (["2S", "TD"], [22, 22], 1, "big_casino"),  # big casino before little casino
        (["2S TC", "JS TH"], [22, 22], 0, "little_casino"),  # that before the jack of spades
        (["JS TC", "AH TH"], [22, 23], 0, "jack_of_spades"),  # the jack before aces
        (["AC", "AH"], [23, 23], 0, "aces"),  # the aces: spades, clubs, hearts, diamonds
        (["AD", "AH"], [23, 23], 1, "aces"),
        (["AD", "TH"], [23, 23], 0, "aces"),  # aces before sweeps
        (["TC", "TH"], [22, 23], 1, "sweeps"),
    ],
)
def test_counting_out_goes_line_by_line_5_5(
    captured: list[str], before: list[int], winner: int, line: str
) -> None:
    sheets = [{}, {"sweeps": 1}] if captured[1] == "TH" else [{}, {}]
    state = finish(captured, match_scores=before, scores=sheets)
    assert VARIANT.outcome(state) == ((winner,), "count_out")
    assert VARIANT.line_counted_out(state) == line


@pytest.mark.parametrize("first", [0, 1])
def test_spades_count_out_in_the_order_in_which_they_were_captured_5_5(first: int) -> None:
    takers = [first, 1 - first]
    state = finish(["9S 8H", "7S 8D"], match_scores=[23, 23], spade_takers=takers)
    assert VARIANT.outcome(state) == ((first,), "count_out")


def test_the_order_of_captured_spades_is_remembered_to_the_leftovers_5_5() -> None:
    state = at(["2C 6C", "3C KC"], "2S 3S 9S 8D 6S", target=None)
    state = play(state, "2C x 2S", "3C x 3S", "6C x 6S", "KC")
    assert VARIANT.document(state)["spade_takers"] == [0, 1, 0, 0]
    assert VARIANT.position(VARIANT.document(state)) == state


def test_the_next_deck_begins_without_captured_spades_5_5() -> None:
    state = play(at(["2C", "3C"], "2S"), "2C x 2S", "3C")
    assert takers_in(state) == (0,)
    state = play(state, f"deal {' '.join(PACK)}")
    assert (takers_in(state), VARIANT.totals(state)) == ((), [6, 0])


def test_without_their_order_captured_spades_count_side_by_side_5_5() -> None:
    state = at(["4C", "7C"], captured=[["9S"], ["7S", "8S"]])
    assert takers_in(state) == (0, 1, 1)


def test_a_capture_says_what_its_spades_bring_5_1() -> None:
    state = at(["8S TC", "7C"], "6D 2S JS", sweeps=False)
    explained = VARIANT.explain(state, VARIANT.parse(state, "8S x 2S 6D"))
    assert str(explained) == "8♠ takes 6♦ + 2♠: 3 cards, 2 spades; 3 points (2♠ 1, spades 2)"
    taken = play(state, "8S x 2S 6D")
    assert [(r.line, r.points, str(r.cause)) for r in VARIANT.explain_score(taken)] == [
        ("spades", 2, "2♠ and 8♠"),
        ("little_casino", 1, "2♠"),
    ]
