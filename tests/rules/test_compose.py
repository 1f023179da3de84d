"""Moves composed from a selection on the page, and moves in words."""

import random

import pytest

from games import rules
from games.rules.notation import parse_text
from games.rules.trifecta.state import TrifectaState
from tests.rules.table import TRIFECTA, at
from tests.rules.test_listing import random_position


def compose(state: TrifectaState, action: str, card: str | None, *keys: str) -> list[str]:
    return [str(move) for move in TRIFECTA.compose(state, action, (card,) if card else (), keys)]


def test_a_selection_that_means_one_thing_is_one_move() -> None:
    state = at(["3H 8C", "KS"], "5D 8S KD+KC=K")
    assert compose(state, "build", "3H", "5D") == ["3H + 5D = 8"]
    assert compose(state, "build_same", "3H", "5D", "8S") == ["3H + 5D 8S = 8"]
    assert compose(state, "capture", "8C", "8S") == ["8C x 8S"]
    assert compose(state, "drop", "8C") == ["8C"]
    assert compose(state, "pass", None) == ["pass"]
    assert compose(at(["2H 8C", ""], "TD"), "subtraction", "2H", "TD") == ["2H - TD = 8"]


def test_two_readings_are_two_moves() -> None:
    state = at(["KS 9C TC", "2C"], "4D 3C")
    assert compose(state, "build", "KS", "4D") == ["KS + 4D = 9", "KS + 4D = 10"]
    assert compose(at(["KS 2C 3C", ""], "9D"), "subtraction", "KS", "9D") == [
        "KS - 9D = 2",
        "KS - 9D = 3",
    ]
    assert compose(at(["JS JH KS", ""], "JC"), "build_same", "JS", "JC") == ["JS + JC = J"]


def test_the_wild_king_takes_the_same_cards_in_one_reading_only() -> None:
    assert compose(at(["KS", ""], "4H 4D"), "capture", "KS", "4H", "4D") == ["KS=4 x 4H 4D"]


@pytest.mark.parametrize(
    ("hands", "table", "action", "card", "keys", "clause", "words"),
    [
        ("3H 9C", "5D", "build", "3H", ["5D"], "4.3", "You do not hold an 8"),
        ("3H 9C", "5D", "build_same", "3H", ["5D"], "4.2", "equal groups"),
        ("5H 5C", "5D", "build", "5H", ["5D"], "4.3", "You do not hold a 10"),
        ("3H 8C", "5D", "build_same", "3H", ["5D"], "4.2", "Press Build instead."),
        ("5H TC", "5D", "build_same", "5H", ["5D"], "4.3", "You do not hold a 5"),
        ("5H 5C", "8D 8S", "build", "5H", ["8D", "8S"], "4.2", "12 or less"),
        ("8H 7C", "8D+3C+5C=8 2D", "build_same", "8H", ["3C-5C-8D", "2D"], "4.2", "groups of 8"),
        ("KS 8C", "KD", "build_same", "KS", ["KD"], "4.5", "another king"),
        ("JS", "9C", "capture", "JS", ["9C"], "4.6", "J♠ as 11"),
        ("3H 8C", "KD", "build", "3H", ["KD"], "2.2", "K♦"),
        ("KH 8C", "KD", "build_same", "KH", ["KD"], "4.5", "another king"),
        ("8C", "5D", "capture", "8C", ["5D"], "4.6", "5♦"),
        ("8C", "TD-2H=8@1", "capture", "8C", ["2H-TD"], "4.9", "owner"),
        ("KC", "TD-2H=8@1", "capture", "KC", ["2H-TD"], "4.9", "owner"),
        ("KC", "TD-2H=8@0", "capture", "KC", ["2H-TD"], "4.9", "only with an 8 or K♠."),
        ("8C", "5D", "capture", "8C", [], "4.12", "Choose"),
        ("8C", "5D", "drop", "8C", ["5D"], "4.1", "alone"),
        ("8C", "5D", "drop", None, [], "1.5", "Choose"),
        ("8C", "5D", "drop", "9C", [], "1.5", "9♣"),
        ("8C", "5D", "capture", "8C", ["6D"], "4.12", "changed"),
        ("8C", "5D", "", "8C", ["5D"], "4.12", "Press the button"),
        ("8C", "5D", "dance", "8C", ["5D"], "4.12", "action"),
        ("2H 7C", "TD", "subtraction", "2H", ["TD"], "4.10", "hold an 8"),
        ("2H 7C", "KD", "subtraction", "2H", ["KD"], "2.2", "K♦"),
        ("8C", "", "pass", None, [], "4.11", "no cards left"),
        ("KS 2C", "5D 5C", "capture", "KS", ["5D", "2C"], "4.12", "changed"),
        # No number that the card could stand for helps here.
        ("JH", "8H JD", "capture", "JH", ["8H", "JD"], "2.2", "J♦ has no number"),
        ("QS", "2C+4D=6 QC", "capture", "QS", ["2C-4D", "QC"], "4.6", "only with a 6 or K♠."),
        ("QS", "KD KC", "capture", "QS", ["KD", "KC"], "4.8", "K-Q-J"),
        # The wild king takes the build: what it does not take is the other pile.
        ("KS", "2C+3D=5 3H", "capture", "KS", ["2C-3D", "3H"], "4.6", "K♠ as 5 does not take 3♥"),
        ("KS", "2C+3D=5 QH", "capture", "KS", ["2C-3D", "QH"], "2.2", "Q♥ has no number"),
        ("KS", "2C+3D=5 3H+4D=7", "capture", "KS", ["2C-3D", "3H-4D"], "4.6", "K♠ as 7 does not"),
        ("KS", "TC 8C+2D=10", "capture", "KS", ["TC", "2D-8C"], "4.6", "only with a 10."),
    ],
)
def test_a_selection_that_means_nothing_is_refused_with_the_best_reason(
    hands: str, table: str, action: str, card: str | None, keys: list[str], clause: str, words: str
) -> None:
    with pytest.raises(rules.IllegalMove) as caught:
        compose(at([hands, ""], table), action, card, *keys)
    assert caught.value.clause == clause
    assert words in str(caught.value)


def test_every_listed_move_can_be_composed() -> None:
    chance = random.Random(12)
    for _ in range(60):
        state = random_position(chance)
        for move in TRIFECTA.moves(state):
            keys = [pile.key for pile in state.table if pile.bits & move.taken]
            found = TRIFECTA.compose(
                state, str(move.action), (move.card,) if move.card else (), keys
            )
            assert move in found
            assert len(set(map(str, found))) == len(found)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("8C x 5H 3D 8S", "8♣ takes 5♥ + 3♦ and 8♠"),
        ("KS=9 x 4H 5D", "K♠ as 9 takes 5♦ + 4♥"),
        ("TC x 6C TH KS", "10♣ takes 6♣ + K♠ and 10♥"),
        ("JS x JH JD", "J♠ takes J♥ and J♦"),
        ("8C x 2H TD", "8♣ takes 2♥ + 10♦"),  # a subtraction pile
        ("3H + 5D = 8", "builds 8 with 3♥ + 5♦"),
        ("3H + 5D 8S = 8", "makes a fixed build of 8 with 3♥ + 5♦ and 8♠"),
        ("KH + KD = K", "makes a face build of kings with K♥ and K♦"),
        ("2H - TD = 8", "puts 2♥ on 10♦, leaving 8"),
        ("5H", "drops 5♥"),
        ("pass", "passes"),
        ("secret 7H", "picks a secret card"),
    ],
)
def test_a_move_in_words(text: str, words: str) -> None:
    assert str(TRIFECTA.describe(parse_text(text))) == words
