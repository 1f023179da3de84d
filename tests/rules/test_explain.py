"""The full description of a move: its groups, and what it brings."""

import random
import re

import pytest

from games import rules
from games.rules.cards import BIT, show_card
from games.rules.trifecta.state import TrifectaState
from tests.present import present
from tests.rules.table import TRIFECTA, at
from tests.rules.test_listing import random_position


def explain(state: TrifectaState, text: str) -> str:
    return str(TRIFECTA.explain(state, TRIFECTA.parse(state, text)))


@pytest.mark.parametrize(
    ("hand", "table", "text", "words"),
    [
        ("7S", "4D 3C 7H", "7S x 4D 3C 7H", "7♠ takes 4♦ + 3♣ and 7♥: 4 cards, 1 spade, 1 diamond"),
        ("8C", "8S", "8C x 8S", "8♣ takes 8♠: 2 cards, 1 spade"),
        ("8C", "2C+6H=8 5H 3C", "8C x 2C 6H 5H 3C",
         "8♣ takes 5♥ + 3♣ and 6♥ + 2♣: 5 cards; 1 point (big capture)"),
        ("8C", "8H+5C+3H=8", "8C x 8H 5C 3H", "8♣ takes 5♣ + 3♥ and 8♥: 4 cards"),
        ("TS", "TD", "TS x TD", "10♠ takes 10♦: 2 cards, 1 spade, 1 diamond; 2 points (10♦)"),
        ("AS", "AD", "AS x AD", "A♠ takes A♦: 2 cards, 1 spade, 1 diamond; 2 points (aces)"),
        ("TC", "7H 2S AH", "TC x 7H 2S AH",
         "10♣ takes 7♥ + 2♠ + A♥: 4 cards, 1 spade; 2 points (ace 1, 2♠ 1)"),
        ("KS", "4H 5D", "KS=9 x 4H 5D", "K♠ as 9 takes 5♦ + 4♥: 3 cards, 1 spade, 1 diamond"),
        ("9C", "KS 5H", "9C x KS 5H", "9♣ takes 5♥ + K♠: 3 cards, 1 spade"),
        ("KH", "KD KC", "KH x KD KC", "K♥ takes K♦ and K♣: 3 cards, 1 diamond; 1 point (trifecta)"),
        ("KH", "QH JH", "KH x QH JH", "K♥ takes Q♥ and J♥: 3 cards; 2 points (flush trifecta)"),
        ("KH", "KD+KC=K KS", "KH x KD KC KS",
         "K♥ takes K♦, K♣ and K♠: 4 cards, 1 spade, 1 diamond; "
         "2 points (four of a kind 1, trifecta 1)"),
        ("8C", "TD-2H=8@0", "8C x TD 2H",
         "8♣ takes 10♦ + 2♥: 3 cards, 1 diamond; 2 points (10♦)"),
        ("5C 9H", "4D", "5C + 4D = 9", "builds 9 with 5♣ + 4♦"),
        ("3H 8C", "5D 8S", "3H + 5D 8S = 8", "makes a fixed build of 8 with 3♥ + 5♦ and 8♠"),
        ("2H 9C", "4D+3C=7", "2H + 4D 3C = 9", "builds 9 with 2♥ + 4♦ + 3♣"),
        ("8H 8C", "8D+3C+5C=8", "8H + 8D 3C 5C = 8",
         "makes a fixed build of 8 with 8♥, 5♣ + 3♣ and 8♦"),
        ("KH KS", "KD", "KH + KD = K", "makes a face build of kings with K♥ and K♦"),
        ("KS 9C", "4D", "KS + 4D = 9", "builds 9 with K♠ + 4♦"),
        ("2H 8C", "TD", "2H - TD = 8", "puts 2♥ on 10♦, leaving 8"),
        ("5H", "", "5H", "drops 5♥"),
        ("5H", "", "pass", "passes"),
    ],
)  # fmt: skip
def test_a_move_in_full(hand: str, table: str, text: str, words: str) -> None:
    assert explain(at([hand, "AC"], table), text) == words


def test_a_captured_secret_card_is_mentioned() -> None:
    state = at(["8C 9C", ""], "8S 9D", secrets=["8S", "9D"])
    assert explain(state, "8C x 8S").endswith("1 point (secret card)")
    seen = TRIFECTA.mask(state, 0)
    assert explain(seen, "8C x 8S").endswith("1 point (secret card)")
    assert explain(seen, "9C x 9D") == "9♣ takes 9♦: 2 cards, 1 diamond"


def test_every_move_names_each_card_once_and_the_points_that_it_scores() -> None:
    chance = random.Random(21)
    explained = 0
    for _ in range(200):
        state = random_position(chance)
        for move in TRIFECTA.moves(state):
            words = str(TRIFECTA.explain(state, move))
            named = re.findall(r"(?:10|[A2-9JQK])[♠♥♦♣]", words.partition(":")[0])
            if move.action != "pass":
                assert sorted(named) == sorted(map(show_card, (move.card, *move.cards)))
            if move.action == "capture":
                explained += 1
                assert told_points(words) == scored_points(state, move)
                groups = words.partition(" takes ")[2].partition(":")[0]
                assert are_equal(re.split(", | and ", groups), move, state)
    assert explained > 200


def told_points(words: str) -> int:
    found = re.search(r"; (\d+) point", words)
    return int(found[1]) if found else 0


def scored_points(state: TrifectaState, move: rules.Move) -> int:
    after = TRIFECTA.play(state, move)
    seat = present(state.to_move)
    made = after.captures[seat][len(state.captures[seat])]
    assert not made.leftover
    return sum(points for _, points in made.points)


def are_equal(groups: list[str], move: rules.Move, state: TrifectaState) -> bool:
    """Return whether each group adds up to the number of the card played."""
    if move.value is None and move.card[0] in "JQK":
        return True
    if any(pile.kind == "subtraction" and pile.bits & move.taken for pile in state.table):
        return len(groups) == 1
    assert not isinstance(move.value, str)
    number = move.value or "A23456789T".index(move.card[0]) + 1
    shown = {show_card(card): card for card in BIT}
    for group in groups:
        cards = [shown[card] for card in group.split(" + ")]
        total = sum(_number(card) for card in cards if card != "KS")
        wild = number - total if "KS" in cards else 0
        if total + wild != number or ("KS" in cards and not 3 <= wild <= 9):
            return False
    return True


def _number(card: str) -> int:
    return {"J": 11, "Q": 12}.get(card[0]) or "A23456789T".index(card[0]) + 1


@pytest.mark.parametrize(
    ("hand", "table", "text", "name", "cards"),
    [
        ("5H 5C TD", "5D", "5H + 5D = 10", "Build 10", ("TD",)),
        ("5H 5C TD", "5D", "5H + 5D = 5", "Build same 5", ("5C",)),
        ("KH KS", "KD", "KH + KD = K", "Build same kings", ("KS",)),
        ("KS 9C TC", "4D", "KS + 4D = 9", "Build 9 (K♠ as 5)", ("9C",)),
        ("KS 9C 9D", "4D 5H 9S", "KS + 4D 5H 9S = 9", "Build same 9 (K♠ as 9)", ("9C", "9D")),
        ("2H 8C KS", "TD", "2H - TD = 8", "Subtraction leaving 8", ("8C", "KS")),
        ("8C 8D", "8S", "8C x 8S", "Capture", ()),
        ("KS", "4H 4D", "KS=4 x 4H 4D", "Capture as 4", ()),
        ("5H TD", "8S", "5H", "Drop", ()),
        ("5H TD", "8S", "pass", "Pass", ()),
    ],
)
def test_a_reading_has_a_short_name_and_the_cards_that_can_capture_it_later(
    hand: str, table: str, text: str, name: str, cards: tuple[str, ...]
) -> None:
    state = at([hand, "AC"], table)
    move = TRIFECTA.parse(state, text)
    assert str(TRIFECTA.name_reading(state, move)) == name
    assert TRIFECTA.capturers(state, move) == cards
