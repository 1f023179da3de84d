"""Sections 4.6 to 4.9: captures by number, by face, of K-Q-J and of a subtraction pile."""

import pytest

from games.rules.trifecta.state import TrifectaState
from tests.rules.table import TRIFECTA, at, is_legal, listed, piles, play, refusal


def captured(state: TrifectaState, side: int) -> list[str]:
    cards: list[str] = TRIFECTA.document(state)["captured"][side]
    return cards


def test_a_card_takes_groups_that_add_up_to_its_value_4_6() -> None:
    state = at(["8C 2C", "9C"], "5H 3D 8S KH")
    state = play(state, "8C x 5H 3D 8S")
    assert captured(state, 0) == ["8C", "3D", "5H", "8S"]
    assert piles(state) == [("KH", "loose", None)]
    assert state.last_capture == 0
    assert state.to_move == 1


def test_the_tutorials_nine_takes_two_three_four_4_6() -> None:
    assert is_legal(at(["9C", ""], "2H 3D 4S"), "9C x 2H 3D 4S")


def test_a_capture_need_not_take_everything_4_6() -> None:
    state = at(["8C", ""], "5H 3D 8S")
    assert sorted(listed(state)) == ["8C", "8C x 3D 5H", "8C x 3D 5H 8S", "8C x 8S"]


@pytest.mark.parametrize("taken", ["5H", "3D", "5H 8S", "3D 8S KH", "5H 3D 2C", "KH"])
def test_cards_that_do_not_add_up_are_refused_4_6(taken: str) -> None:
    assert not is_legal(at(["8C", ""], "5H 3D 8S KH 2C"), f"8C x {taken}")


def test_the_refusal_names_the_cards_and_the_number_4_6() -> None:
    clause, sentence = refusal(at(["8C", ""], "5H 4D"), "8C x 5H 4D")
    assert clause == "4.6"
    assert sentence == "4♦ and 5♥ do not split into groups of 8."


def test_a_build_is_captured_by_a_card_of_its_value_whoever_made_it_4_6() -> None:
    for owner in (0, 1):
        state = at(["8C", ""], f"3H+5D=8@{owner} 8H+2D+6D=8@{owner}")
        assert is_legal(state, "8C x 3H 5D")
        assert is_legal(state, "8C x 8H 2D 6D")
        assert is_legal(state, "8C x 3H 5D 8H 2D 6D")


def test_a_build_and_loose_groups_are_taken_together_4_6() -> None:
    assert is_legal(at(["8C", ""], "3H+5D=8 7C AC 8S"), "8C x 3H 5D 7C AC 8S")


def test_a_single_build_joins_no_sum_of_a_capture_4_6() -> None:
    clause, sentence = refusal(at(["8C", ""], "2H+4D=6 2D"), "8C x 2H 4D 2D")
    assert clause == "4.6"
    assert "only with a 6" in sentence
    assert not is_legal(at(["9C", ""], "2H+4D=6 AD+2S=3"), "9C x 2H 4D AD 2S")


def test_a_build_is_taken_whole_3_6() -> None:
    clause, sentence = refusal(at(["5C", ""], "3H+5D=8"), "5C x 5D")
    assert clause == "3.6"
    assert "5♦" in sentence


def test_a_card_that_is_not_on_the_table_is_refused_4_12() -> None:
    clause, sentence = refusal(at(["5C", "5D"], "5H"), "5C x 5D")
    assert clause == "4.12"
    assert sentence == "5♦ is not on the table."


def test_the_wild_king_takes_a_number_4_6_2_5() -> None:
    state = at(["KS", ""], "4H 5D 2C+7C=9")
    assert is_legal(state, "KS=9 x 4H 5D 2C 7C")
    assert is_legal(state, "KS=4 x 4H")
    assert not is_legal(state, "KS=8 x 4H 5D")


def test_a_face_takes_one_two_or_three_of_its_face_4_7() -> None:
    state = at(["JC", ""], "JS JH JD KH")
    takes = {text for text in listed(state) if "x" in text}
    assert takes == {
        "JC x JS", "JC x JH", "JC x JD", "JC x JS JH", "JC x JS JD", "JC x JH JD", "JC x JS JH JD",
    }  # fmt: skip


def test_a_face_takes_the_face_build_with_or_without_loose_ones_4_7() -> None:
    state = at(["KH", ""], "KD+KC=K@1 KS")
    takes = {text for text in listed(state) if "x" in text}
    assert takes == {"KH x KD KC", "KH x KS", "KH x KS KD KC"}
    assert not is_legal(at(["QH", ""], "KD+KC=K@1 JS"), "QH x KD KC JS")
    assert refusal(at(["QH", ""], "KD+KC=K@1"), "QH x KD KC")[0] == "4.7"


def test_faces_are_not_taken_with_numbers_4_7() -> None:
    assert not is_legal(at(["JS", ""], "JD 5H 6H"), "JS x JD 5H 6H")
    assert not is_legal(at(["JS", ""], "JD 5H 6H"), "JS=11 x JD 5H 6H")
    assert not is_legal(at(["8H", ""], "KD+KC=K 8D"), "8H x 8D KD KC")


@pytest.mark.parametrize(("card", "others"), [("KS", "QD JC"), ("QS", "KD JH"), ("JH", "KS QS")])
def test_a_face_takes_the_two_others_of_king_queen_jack_4_8(card: str, others: str) -> None:
    assert is_legal(at([card, ""], others), f"{card} x {others}")


def test_nothing_else_is_taken_with_a_king_queen_jack_4_8() -> None:
    state = at(["KH", ""], "QD JC KD QC 5H")
    assert is_legal(state, "KH x QD JC")
    for more in ("KD", "QC", "5H"):
        assert not is_legal(state, f"KH x QD JC {more}")
    assert not is_legal(state, "KH x QD QC")
    assert not is_legal(state, "KH x QD")


def test_faces_in_a_build_are_not_used_for_a_king_queen_jack_4_8() -> None:
    state = at(["KH", ""], "QD+QC=Q JC")
    assert not is_legal(state, "KH x QD JC")
    assert not is_legal(state, "KH x QD QC JC")


def test_only_the_owner_captures_a_subtraction_pile_4_9() -> None:
    assert is_legal(at(["8C", ""], "TD-2H=8@0"), "8C x TD 2H")
    assert is_legal(at(["KS", ""], "TD-2H=8@0"), "KS=8 x 2H TD")
    clause, sentence = refusal(at(["8C", ""], "TD-2H=8@1"), "8C x TD 2H")
    assert clause == "4.9"
    assert "locked" in sentence


def test_the_wild_king_is_asked_for_its_number_for_a_subtraction_pile_4_9() -> None:
    state = at(["KS", ""], "TD-2H=8@0")
    assert "Say which number" in refusal(state, "KS x 2H TD")[1]
    clause, sentence = refusal(state, "KS=9 x 2H TD")
    assert clause == "4.9"
    assert "K♠ as 9 does not take" in sentence


def test_a_subtraction_pile_is_captured_alone_and_at_its_value_4_9() -> None:
    state = at(["8C TC", ""], "TD-2H=8@0 8D")
    assert not is_legal(state, "8C x TD 2H 8D")
    assert not is_legal(state, "TC x TD 2H")
    assert not is_legal(state, "TC x TD")
    assert refusal(state, "8C x TD 2H 8D")[0] == "4.9"


def test_two_readings_that_take_the_same_cards_are_one_move() -> None:
    state = at(["KS", ""], "4H 4D")
    takes = [text for text in listed(state) if "x" in text]
    assert sorted(takes) == ["KS=4 x 4D", "KS=4 x 4H", "KS=4 x 4H 4D"]
    assert str(TRIFECTA.parse(state, "KS=8 x 4H 4D")) == "KS=4 x 4H 4D"


def test_equal_readings_of_a_jack_are_printed_plain() -> None:
    for mine, other in (("JS", "JH"), ("JH", "JS")):
        state = at([mine, ""], other)
        assert [text for text in listed(state) if "x" in text] == [f"{mine} x {other}"]
        assert str(TRIFECTA.parse(state, f"{mine}=11 x {other}")) == f"{mine} x {other}"


def test_the_reading_that_scores_more_is_taken() -> None:
    # as a 4 the king makes four of a kind; as an 8 it would not: 4 + 4 and 4 + 3 + A
    state = at(["KS", ""], "4H 4D 4S 3H AC")
    move = TRIFECTA.parse(state, "KS=8 x 4H 4D 4S 3H AC")
    assert str(move) == "KS=4 x AC 3H 4S 4H 4D"
    assert TRIFECTA.scores(TRIFECTA.play(state, move))[0]["four_of_a_kind"] == 1


def test_the_wild_king_on_the_table_completes_a_group_2_6() -> None:
    state = at(["9C", ""], "KS 4H 2D")
    takes = {text for text in listed(state) if "x" in text}
    assert takes == {"9C x KS", "9C x 4H KS", "9C x 2D KS", "9C x 2D 4H KS"}
