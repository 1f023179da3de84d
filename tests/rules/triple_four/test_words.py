"""What the pages need from the engine: moves from chosen cards, marks, and texts."""

from typing import Any

import pytest

from games import rules
from games.rules.triple_four.hints import (
    find_matches,
    find_owner,
    find_takes,
    measure_takes,
    measure_tray,
)
from games.rules.triple_four.state import TripleFourState
from games.rules.triple_four.telling import explain_late_turn, read_jokers
from tests.rules.triplets import TRIPLE_FOUR, at


def compose(state: TripleFourState, action: str, cards: str = "", *triplets: str) -> list[str]:
    return [str(move) for move in TRIPLE_FOUR.compose(state, action, cards.split(), triplets)]


def test_chosen_cards_become_a_move() -> None:
    state = at(["JH QD KH XX", "6H"], trays=["T37", ""], matched=[[], ["T55: 4S 4H 4D"]])
    assert compose(state, "match", "KH JH QD") == ["match T37: JH QD KH"]
    assert compose(state, "discard", "XX") == ["discard XX"]
    before = at(["5H", "6H"], drawn=None)
    assert compose(before, "draw_deck") == ["draw deck"]
    assert compose(before, "draw_discard", "5H") == ["draw discard"]


def test_cards_that_satisfy_several_triplet_cards_are_several_moves() -> None:
    state = at(["8S 8H XX", "6H"], trays=["T55 T56 T2", ""], triplets="")
    assert compose(state, "match", "XX 8H 8S") == ["match T55: 8S 8H XX", "match T56: 8S 8H XX"]
    assert compose(state, "match", "XX 8H 8S", "T56") == ["match T56: 8S 8H XX"]
    for chosen, sentence in (
        (["T2"], "8♠, 8♥ and a joker do not fit “three red 2s”."),
        (["T1"], "The triplet card “three red aces” is not in your tray."),
    ):
        with pytest.raises(rules.IllegalMove) as caught:
            compose(state, "match", "XX 8H 8S", *chosen)
        assert str(caught.value) == sentence
    names = [
        str(TRIPLE_FOUR.name_reading(state, move))
        for move in TRIPLE_FOUR.compose(state, "match", ["8S", "8H", "XX"])
    ]
    assert names == ["Match “three of a kind”"] * 2


def test_every_action_has_its_button_and_composes() -> None:
    assert list(TRIPLE_FOUR.actions) == [
        "draw_deck",
        "draw_discard",
        "match",
        "take",
        "discard",
        "pass",
    ]


@pytest.mark.parametrize(
    ("action", "cards", "clause", "sentence"),
    [
        ("", "", "3.7", "Press the button for the action you want."),
        ("build", "", "3.7", "There is no such action."),
        ("match", "JH QD", "3.3", "Choose three cards from your hand."),
        ("take", "JH", "3.4", "Choose three cards from your hand."),
        ("match", "JH QD 5S", "3.3", "5♠, J♥ and Q♦ do not fit any of your triplet cards."),
        ("take", "JH QD XX", "3.4", "No opponent has matched a triplet card yet."),
        ("discard", "", "3.5", "Choose one card from your hand to discard."),
        ("discard", "JH QD", "3.5", "Choose one card from your hand to discard."),
        ("discard", "9S", "3.2", "You do not hold 9♠."),
        ("draw_deck", "", "3.2", "You have already drawn a card."),
        ("pass", "", "3.6", "You can pass only when there is no card that you may discard."),
    ],
)
def test_a_choice_that_is_no_move_is_refused_with_a_reason(
    action: str, cards: str, clause: str, sentence: str
) -> None:
    with pytest.raises(rules.IllegalMove) as caught:
        compose(at(["JH QD XX 5S", "6H"], trays=["T37", ""]), action, cards)
    assert (caught.value.clause, str(caught.value)) == (clause, sentence)


@pytest.mark.parametrize("action", ["match", "take", "discard", "pass"])
def test_before_the_draw_a_choice_says_to_draw(action: str) -> None:
    with pytest.raises(rules.IllegalMove, match="Draw a card first"):
        compose(at(["JH QD XX", "6H"], trays=["T37", ""], drawn=None), action, "JH QD XX")


def test_chosen_cards_that_take_no_match_are_refused() -> None:
    with pytest.raises(rules.IllegalMove, match="do not fit any of your opponents’ matches"):
        compose(at(["JH QD 5S", "6H"], matched=[[], ["T55: 4S 4H 4D"]]), "take", "JH QD 5S")


def test_chosen_cards_show_what_they_match_and_what_they_take() -> None:
    state = at(
        ["8S 8H XX", "6H", ""],
        trays=["T55 T1", "T56", ""],
        matched=[[], ["T2: 2H 2D 2H"], ["T21: 8C 8S 8C"]],
        triplets="",
    )
    cards = ["8S", "8H", "XX"]
    assert find_matches(state, 0, cards) == ("T55",)
    assert find_takes(state, 0, ["8S", "XX", "XX"]) == ("T21",)
    assert find_takes(state, 0, cards) == ()
    assert [find_owner(state, name) for name in ("T2", "T21", "T55")] == [1, 2, None]
    assert find_matches(TRIPLE_FOUR.mask(state, 0), 1, cards) == ()


def test_a_hand_is_measured_against_tray_and_rivals() -> None:
    state = at(
        ["8S 8H JH", "6H"], trays=["T55 T37", ""], matched=[["T1: AH AD AH"], ["T8: 8D 8D 8H"]]
    )
    near, far = measure_tray(state, 0)
    assert (near.triplet, near.held, near.short, near.missing) == (
        *("T55", ("8S", "8H"), 1),
        ("8S", "8H", "8D", "8C"),
    )
    assert (far.triplet, far.held, far.short, far.missing) == ("T37", ("JH",), 2, ())
    assert [one.triplet for one in measure_takes(state, 0)] == ["T8"]
    assert measure_tray(TRIPLE_FOUR.mask(state, 1), 0) == ()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("draw deck", "draws from the deck"),
        ("draw discard", "draws from the discard pile"),
        ("discard 5H", "discards 5♥"),
        ("discard XX", "discards a joker"),
        ("pass", "ends the turn without a discard"),
        (
            "match T37: JH QD XX",
            "matches “J Q K, all red” with J♥, Q♦ and a joker as a red king",
        ),
        ("take T55: 8S 8H 8H", "takes “three of a kind” with 8♠, 8♥ and 8♥"),
        ("match T12: QH XX XX", "matches “three red queens” with Q♥ and two jokers as red queens"),
        ("match T1: XX XX XX", "matches “three red aces” with three jokers"),
    ],
)
def test_a_move_in_words(text: str, words: str) -> None:
    assert str(TRIPLE_FOUR.describe_text(text)) == words


@pytest.mark.parametrize(
    ("name", "cards", "words"),
    [
        ("T51", "5S 6S XX", "4♠ or 7♠"),
        ("T51", "5S 7S XX", "6♠"),
        ("T51", "QS KS XX", "J♠ or A♠"),
        ("T51", "5S XX XX", "3♠ and 4♠"),
        ("T37", "QH XX XX", "a red jack and a red king"),
        ("T27", "2H 3D XX", "a red ace"),
        ("T55", "AS AH XX", "an ace"),
        ("T55", "8S XX XX", "8s"),
        ("T21", "8S 8C XX", "a black 8"),
        ("T14", "XX AS XX", "black aces"),
        ("T23", "TS XX XX", "black 10s"),
        ("T10", "TH TD XX", "a red 10"),
        ("T55", "8S 8H XX", "an 8"),
        ("T55", "9S 9H XX", "a 9"),
        ("T55", "KS XX XX", "kings"),
    ],
)
def test_a_joker_stands_for_a_named_card(name: str, cards: str, words: str) -> None:
    assert str(read_jokers(name, cards.split())) == words


@pytest.mark.parametrize("cards", ["JH QD KH", "XX XX XX"])
def test_jokers_that_are_not_there_or_may_be_anything_stand_for_nothing(cards: str) -> None:
    assert read_jokers("T37", cards.split()) is None


def test_a_match_tells_how_far_it_brings_the_player() -> None:
    state = at(["JH QD KH", "6H"], trays=["T37", ""], matched=[["T55: 4S 4H 4D"], []])
    move = TRIPLE_FOUR.parse(state, "match T37: JH QD KH")
    assert str(TRIPLE_FOUR.explain(state, move)) == (
        "matches “J Q K, all red” with J♥, Q♦ and K♥: 2 of 4"
    )


def test_the_score_is_explained_by_the_matches() -> None:
    state = at(["5H", "6H"], matched=[["T55: 4S 4H 4D", "T1: AH AD AH"], []])
    (reason,) = TRIPLE_FOUR.explain_score(state)
    assert reason[:3] == ("triplets", 0, 2)
    assert str(reason.cause) == "“three of a kind” and “three red aces”"


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"drawn": None}, "a card is drawn from the deck and 2♠ discarded"),
        ({"drawn": "deck"}, "5♥ discarded automatically"),
        ({"drawn": None, "stock": ""}, "5♥ discarded automatically"),
        ({"drawn": "discard"}, "the turn ends without a discard"),
        (
            {"drawn": None, "stock": "", "discard": "9D 3C"},
            "a card is drawn from the deck, which is shuffled first",
        ),
    ],
)
def test_a_turn_of_the_clock_in_words(more: dict[str, Any], words: str) -> None:
    before = at(["5H", "6H"], **more)
    assert str(explain_late_turn(before, TRIPLE_FOUR.timeout(before))) == words
