"""Sections 4.10 to 4.12: subtraction, pass, and everything else."""

import pytest

from games import rules
from tests.rules.table import TRIFECTA, at, is_legal, listed, piles, play, refusal


def test_one_of_two_hand_cards_is_put_on_their_sum_4_10() -> None:
    state = at(["2H 8C", "9C"], "TD")
    assert "2H - TD = 8" in listed(state)
    assert "8C - TD = 2" in listed(state)
    state = play(state, "2H - TD = 8")
    assert piles(state) == [("2H-TD", "subtraction", 8)]
    assert state.table[0].owner == 0
    assert state.subtracted == (True, False)


def test_subtraction_is_allowed_once_in_a_game_4_10() -> None:
    state = at(["2H 8C", "9C"], "TD", subtracted=[True, False])
    assert refusal(state, "2H - TD = 8")[0] == "4.10"
    assert not any(" - " in text for text in listed(state))


def test_the_other_card_must_be_in_the_hand_4_10() -> None:
    state = at(["2H 7C", "8C"], "TD 8D")
    clause, sentence = refusal(state, "2H - TD = 8")
    assert clause == "4.10"
    assert "8" in sentence
    assert not is_legal(at(["5H", ""], "TD"), "5H - TD = 5")
    assert is_legal(at(["5H 5C", ""], "TD"), "5H - TD = 5")


def test_a_wrong_difference_is_refused_4_10() -> None:
    assert not is_legal(at(["2H 8C 7C", ""], "TD"), "2H - TD = 7")


def test_only_a_loose_card_is_subtracted_from_4_10() -> None:
    assert not is_legal(at(["2H 6C", ""], "3H+5D=8"), "2H - 3H = 6")
    assert not is_legal(at(["2H 8C", ""], "TD-3H=7@0"), "2H - TD = 8")
    assert not is_legal(at(["2H 9C", ""], "KD"), "2H - KD = 9")


@pytest.mark.parametrize(
    ("hand", "table", "text"),
    [
        ("AS JS", "QS", "AS - QS = 11"),
        ("JH AS", "QS", "JH - QS = 1"),
        ("5C 6C", "JS", "5C - JS = 6"),
        ("KS 4C", "TD", "KS - TD = 4"),
        ("KS 7C", "TD", "KS - TD = 7"),
        ("2C KS", "TD", "2C - TD = 8"),
        ("2C 3C", "KS", "2C - KS = 3"),
    ],
)
def test_special_cards_subtract_as_numbers_4_10(hand: str, table: str, text: str) -> None:
    assert is_legal(at([hand, ""], table), text)


def test_the_card_used_later_need_not_be_the_one_shown_4_10() -> None:
    state = at(["2H 8C 8D", "9C 9D"], "TD")
    state = play(state, "2H - TD = 8", "9C", "8C")
    assert is_legal(play(state, "9D"), "8D x 2H TD")


def test_an_uncaptured_subtraction_pile_goes_to_the_last_capturer_4_10_5_8() -> None:
    state = at(["8C", "9C"], "TD-2H=8@0 9D", last_capture=0)
    state = play(state, "8C", "9C x 9D")
    assert TRIFECTA.document(state)["captured"] == [[], ["9C", "9D", "TD", "2H", "8C"]]


def test_a_pass_keeps_the_card_and_gives_the_turn_away_4_11() -> None:
    state = play(at(["5H", "9C 2C"], "TD", round=3), "pass")
    assert state.to_move == 1
    assert state.hands == (("5H",), ("9C", "2C"))
    assert state.passed == (3, None)


def test_passing_is_allowed_once_in_a_game_4_11() -> None:
    state = at(["5H", "9C"], "TD", passed=[2, None], round=4)
    assert refusal(state, "pass")[0] == "4.11"
    assert "pass" not in listed(state)


def test_a_player_cannot_pass_in_a_round_in_which_the_opponent_has_passed_4_11() -> None:
    state = play(at(["5H", "9C"], "TD", round=4), "pass")
    assert refusal(state, "pass")[0] == "4.11"
    assert is_legal(at(["5H", "9C"], "TD", round=4, passed=[None, 3]), "pass")


def test_nobody_passes_when_the_opponents_hand_is_empty_4_11() -> None:
    state = at(["5H", ""], "TD")
    assert refusal(state, "pass")[0] == "4.11"


def test_after_a_pass_the_other_goes_on_alone_1_6() -> None:
    state = at(["5H", "9C"], "TD", round=4)
    state = play(state, "pass", "9C")
    assert state.to_move == 0
    assert not is_legal(state, "pass")
    assert TRIFECTA.outcome(play(state, "5H")) is not None


GARBAGE = [
    "",
    " ",
    "xyzzy",
    "5",
    "H5",
    "1H",
    "10H",
    "5h",
    "5H 5H",
    "8C x",
    "x 5H",
    "8C x 5H 5H",
    "8C x 8C",
    "8C X 5H",
    "8C x 5H,3D",
    "5H + 3D",
    "3H + 5D =",
    "3H + 5D = 8 9",
    "= 8",
    "3H + 5D = eight",
    "2H - TD",
    "2H - TD = ",
    "2H - TD 9H = 8",
    "pass pass",
    "PASS",
    "secret",
    "secret 7h",
    "secret ??",
    "secret 7H 8H",
    "?? x 5H",
    "8C x ??",
    "??",
    "XX",
    "8C=x 5H",
    "8C=99 x 5H",
    "8C=-8 x 5H",
    "8C=0 x 5H",
    "KS=٩ x 5H",
    "3H + 5D = ８",
    "\x00",
    "8C x 5H\x003D",
    "💥",
    "8C x 5H" * 500,
    "9" * 5000,
    "3H + 5D = " + "9" * 5000,
    "8C=" + "9" * 5000 + " x 5H",
    "3H + 5D = 8; 8C",
    None,
    7,
    3.5,
    [],
    {},
    b"8C",
    True,
    ("8C",),
    object(),
]


@pytest.mark.parametrize("text", GARBAGE, ids=lambda text: ascii(text)[:20])
def test_garbage_is_refused_with_a_sentence_4_12(text: object) -> None:
    state = at(["3H 8C", "KS"], "5D 5H")
    with pytest.raises(rules.IllegalMove) as caught:
        TRIFECTA.parse(state, text)
    assert str(caught.value)
    assert len(str(caught.value)) < 200


def test_a_move_of_another_position_is_checked_before_it_is_played() -> None:
    state = at(["3H 8C", "KS"], "5D")
    other = at(["4H 9C", "KS"], "5D")
    move = TRIFECTA.parse(other, "4H + 5D = 9")
    with pytest.raises(rules.IllegalMove):
        TRIFECTA.play(state, move)


@pytest.mark.parametrize("text", ["5H", "8C x 5H", "pass", "secret 5H"])
def test_nothing_is_played_after_the_end(text: str) -> None:
    state = play(at(["5H", ""], ""), "5H")
    assert state.to_move is None
    assert listed(state) == []
    assert refusal(state, text)[1] == "The game is over."
