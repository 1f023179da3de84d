"""The causes of the points of a sheet: derived from the game, they add up to the sheet."""

import random

import pytest

from games import rules
from games.rules.scoring import Points, Reason
from games.rules.trifecta.state import TrifectaState
from games.rules.variant import AnyVariant
from tests.rules.table import TRIFECTA, at, play

GAMES = 40


def reasons(state: TrifectaState, line: str) -> list[tuple[int, str]]:
    return [
        (int(reason.points), str(reason.cause))
        for reason in TRIFECTA.explain_score(state)
        if reason.line == line
    ]


@pytest.mark.parametrize(
    ("hand", "table", "text", "line", "words"),
    [
        ("TC", "TD", "TC x TD", "ten_of_diamonds", "10♦, taken with 10♣"),
        ("TD", "TC", "TD x TC", "ten_of_diamonds", "10♦, which took 10♣"),
        ("2C", "2S", "2C x 2S", "two_of_spades", "2♠, taken with 2♣"),
        ("AC", "AD", "AC x AD", "aces", "A♦ and A♣ in one capture"),
        ("8C", "7D AS", "8C x AS 7D", "aces", "A♠, taken with 8♣"),
        ("KH", "KD KC", "KH x KD KC", "trifectas", "K♥, K♦ and K♣ in one capture"),
        (
            "KH", "QH JH", "KH x JH QH", "flush_trifectas",
            "K♥, J♥ and Q♥ in one capture, all of one suit",
        ),
        ("8C", "5H 3D 8S 8D", "8C x 3D 5H 8S 8D", "builds", "5 cards in one capture: 8♣ took 4"),
        ("TS", "TH TD TC", "TS x TH TD TC", "four_of_a_kind", "four 10s in one capture"),
        ("AS", "AH AD AC", "AS x AH AD AC", "four_of_a_kind", "four aces in one capture"),
        ("QS", "QH QD QC", "QS x QH QD QC", "four_of_a_kind", "four queens in one capture"),
        (
            "KS", "7H 7D 7C", "KS=7 x 7H 7D 7C", "four_of_a_kind",
            "three 7s and the wild K♠ in one capture",
        ),
    ],
)  # fmt: skip
def test_a_capture_explains_its_line(
    hand: str, table: str, text: str, line: str, words: str
) -> None:
    state = play(at([f"{hand} 6H", "6D"], table), text)
    assert [words for _, words in reasons(state, line)] == [words]


def test_a_captured_secret_card_names_its_picker_5_3() -> None:
    state = play(at(["7S 2H", "6D"], "7H", secrets=["7H", "7C"]), "7S x 7H")
    assert reasons(state, "secret_cards") == [(1, "own secret card (7♥, taken with 7♠)")]
    state = play(at(["7S 2H", "6D"], "7C", secrets=["7H", "7C"]), "7S x 7C")
    assert reasons(state, "secret_cards") == [(1, "the opponent’s secret card (7♣, taken with 7♠)")]


def test_both_may_have_picked_the_same_card_5_3() -> None:
    state = play(at(["7S 2H", "6D"], "7H", secrets=["7H", "7H"]), "7S x 7H")
    assert [points for points, _ in reasons(state, "secret_cards")] == [1, 1]


def test_violations_are_counted_in_words_6_2() -> None:
    state = TRIFECTA.timeout(TRIFECTA.timeout(at(["7S", "6D"])))
    assert reasons(state, "penalties") == [(2, "the opponent’s time ran out 2 times")]


def test_leftovers_are_named_and_the_most_are_compared_5_7_5_8() -> None:
    state = play(at(["7S", "6D"], "7H AD"), "7S x 7H", "6D")
    assert reasons(state, "aces") == [(1, "A♦, left on the table for the last capture")]
    assert reasons(state, "most_cards") == [(1, "4 cards to 0")]
    assert reasons(state, "most_spades") == [(1, "1 spade to 0")]


def test_equal_cards_give_half_a_point_each_5_6() -> None:
    state = play(at(["7S", "6D"], "7H 6H"), "7S x 7H", "6D x 6H")
    halves = [reason for reason in TRIFECTA.explain_score(state) if reason.line == "most_cards"]
    assert [str(reason.cause) for reason in halves] == ["2 cards each, half a point each"] * 2
    assert sum(reason.points for reason in halves) == 1


def test_points_that_came_with_a_position_have_no_cause() -> None:
    state = at(["7S", "6D"], scores=[{"trifectas": 2}, {}])
    assert TRIFECTA.explain_score(state) == (Reason("trifectas", 0, 2, None),)


@pytest.mark.parametrize("game", rules.VARIANTS.values(), ids=lambda game: game.name)
def test_the_reasons_of_every_line_add_up_to_the_sheet(game: AnyVariant) -> None:
    for seed in range(GAMES):
        chance = random.Random(f"reasons {seed}")
        deck = list(game.pack)
        chance.shuffle(deck)
        state = game.deal(deck, players=game.seats[0])
        while state.to_move is not None:
            moves = list(game.moves(state))
            taking = [move for move in moves if getattr(move, "taken", 0)]
            state = game.play(state, chance.choice(taking or moves))
        explained: list[dict[str, Points]] = [
            dict.fromkeys(sheet, 0) for sheet in game.scores(state)
        ]
        for reason in game.explain_score(state):
            explained[reason.side][reason.line] += reason.points
            explained[reason.side]["total"] += reason.points
        assert explained == game.scores(state)
