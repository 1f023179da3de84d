"""The worked examples of the sources, and each kind of move in section 4."""

import pytest

from tests.rules.builds import CASINO, piles

at, is_legal, listed = CASINO.at, CASINO.is_legal, CASINO.listed
play, refusal = CASINO.play, CASINO.refusal


def test_an_eight_takes_two_of_the_ways_to_make_it_but_not_all_six_cards_4_2() -> None:
    state = at(["8C", "KS"], "AD 2D 3D 5D 6D 8D")
    assert is_legal(state, "8C x 8D 6D 2D 5D 3D")
    assert is_legal(state, "8C x 8D 5D 2D AD")
    assert refusal(state, "8C x AD 2D 3D 5D 6D 8D")[0] == "4.2"


def test_nobody_is_forced_to_take_all_that_could_be_taken_4_2() -> None:
    assert is_legal(at(["8C", "KS"], "8D 5D 3D"), "8C x 8D")


def test_a_build_of_eight_goes_to_an_eight_only_4_4() -> None:
    state = play(at(["3H 8C", "8S 5S"], "5D"), "3H + 5D = 8")
    assert piles(state) == [("3H-5D", "single", 8, 0)]
    assert listed(state) == ["8S", "5S", "8S x 3H 5D"]


def test_a_three_captures_both_or_builds_six_or_builds_three_4_4() -> None:
    state = at(["3S 3H 6C", "KS"], "AD 2D")
    for text in ("3S x AD 2D", "3S + AD 2D = 6", "3S + AD 2D = 3"):
        assert is_legal(state, text)
    assert piles(play(state, "3S + AD 2D = 6"))[0][1:3] == ("single", 6)
    assert piles(play(state, "3S + AD 2D = 3"))[0][1:3] == ("fixed", 3)
    assert refusal(state, "3S + AD = 4") == (
        "4.5",
        "You do not hold a 4 to capture this build with.",
    )
    assert refusal(state, "3S + 2D = 5")[0] == "4.5"


def test_a_build_never_joins_the_sum_of_a_capture_4_2() -> None:
    clause, sentence = refusal(at(["9C", "KS"], "4D+3D=7@1 2D"), "9C x 4D 3D 2D")
    assert (clause, sentence) == (
        "4.2",
        "The build of 7 (3♦ and 4♦) can be captured only with a 7.",
    )


def test_two_fives_are_a_build_of_ten_or_of_five_as_announced_4_4() -> None:
    state = at(["5C 5H TC", "TS 5S"], "5D")
    ten, five = play(state, "5C + 5D = 10"), play(state, "5C + 5D = 5")
    assert is_legal(ten, "TS x 5C 5D")
    assert not is_legal(ten, "5S x 5C 5D")
    assert is_legal(five, "5S x 5C 5D")
    assert not is_legal(five, "TS x 5C 5D")


def test_a_single_build_is_raised_by_one_player_after_the_other_4_7() -> None:
    state = play(at(["2C 8C", "AS 9S"], "3D+3C=6@1"), "2C + 3D 3C = 8", "AS + 2C 3C 3D = 9")
    assert piles(state) == [("AS-2C-3D-3C", "single", 9, 1)]


def test_a_multiple_build_is_never_raised_4_7() -> None:
    state = at(["2C 8C 5C", "KS"], "3D+3C=3@1")
    assert refusal(state, "2C + 3D 3C = 5") == (
        "4.7",
        "The build of 3 (3♦ and 3♣) keeps its value.",
    )
    assert refusal(state, "2C + 3D 3C = 8")[0] == "4.7"


def test_a_table_card_never_changes_the_value_of_a_build_4_7() -> None:
    state = at(["3C 8C TC", "KS"], "AD+4D=5@1 2D")
    assert is_legal(state, "3C + AD 4D = 8")
    clause, sentence = refusal(state, "3C + AD 4D 2D = 10")
    assert clause == "4.7"
    assert sentence == "3♣ raises the build of 5 (A♦ and 4♦) to 8; no other card changes its value."


def test_loose_cards_of_the_new_value_join_a_raised_build_4_7() -> None:
    state = play(at(["2C 9C", "KS"], "3D+4D=7@1 9D"), "2C + 3D 4D 9D = 9")
    assert piles(state) == [("2C-3D-4D-9D", "fixed", 9, 0)]


def test_builds_of_the_new_value_join_a_raised_build_4_7() -> None:
    state = play(at(["2C 9C", "KS"], "3D+4D=7@1 5D+4C=9@1"), "2C + 3D 4D 5D 4C = 9")
    assert piles(state) == [("2C-3D-4D-4C-5D", "fixed", 9, 0)]


def test_only_one_build_is_raised_in_a_play_4_7() -> None:
    state = at(["2C 9C", "KS"], "3D+4D=7@1 AH+6H=7@1")
    assert refusal(state, "2C + 3D 4D AH 6H = 9")[0] == "4.7"


def test_cards_join_a_build_of_nine_turn_by_turn_4_6() -> None:
    state = at(["6C 9C 9H", "KS QS"], "5D+4D=9@1 3D")
    state = play(state, "6C + 3D 4D 5D = 9", "KS", "9C + 6C 3D 4D 5D = 9", "QS")
    assert piles(state)[0] == ("3D-4D-5D-6C-9C", "fixed", 9, 0)
    assert is_legal(state, "9H x 9C 6C 5D 4D 3D")


def test_two_builds_of_one_value_may_stand_side_by_side_or_be_joined_4_6() -> None:
    state = at(["9C 9H", "KS"], "5D+4D=9@1 6S+3S=9@1")
    assert is_legal(state, "9C + 4D 5D = 9")
    assert is_legal(state, "9C + 4D 5D 6S 3S = 9")
    assert is_legal(state, "9C x 4D 5D 6S 3S")


def test_a_queen_takes_one_queen_and_not_two_4_3() -> None:
    state = at(["QC", "KS"], "QD QH")
    assert is_legal(state, "QC x QD")
    assert refusal(state, "QC x QD QH") == ("4.3", "Q♣ takes one queen and nothing else.")


def test_a_face_takes_no_number_and_goes_into_no_sum_2_2() -> None:
    state = at(["QC 9C", "KS"], "5D QD 4S")
    assert refusal(state, "QC x 5D")[0] == "4.3"
    assert refusal(state, "9C x 5D QD 4S")[0] == "2.2"
    assert refusal(state, "QC + 5D = 9")[0] == "2.2"
    assert refusal(state, "QC=12 x QD")[0] == "2.2"
    assert refusal(state, "QC + QD = Q")[0] == "4.4"


def test_the_owner_of_a_build_may_not_trail_4_1() -> None:
    state = at(["8C 4C", "KS"], "5D+3D=8@0 4D")
    clause, sentence = refusal(state, "4C")
    assert clause == "4.1"
    assert sentence.startswith("You cannot trail while the build of 8 (3♦ and 5♦) is yours")
    assert is_legal(state, "4C x 4D")


def test_the_last_player_to_change_a_build_owns_it_4_1() -> None:
    state = at(["8C 4C", "KS"], "5D+3D=8@1")
    assert is_legal(state, "4C")


def test_the_owner_of_a_build_keeps_a_card_for_it_4_8() -> None:
    state = at(["8C 4C", "KS"], "5D+3D=8@0 8D")
    assert refusal(state, "8C x 8D") == (
        "4.8",
        "You must keep an 8 for your build of 8 (3♦ and 5♦).",
    )
    assert is_legal(state, "8C x 5D 3D")
    assert is_legal(state, "8C x 5D 3D 8D")
    assert is_legal(at(["8C 8H", "KS"], "5D+3D=8@0 8D"), "8C x 8D")


def test_the_only_nine_is_not_spent_on_a_build_of_ten_4_8() -> None:
    assert refusal(at(["9C TC", "KS"], "5D+4D=9@0 AD"), "9C + AD = 10")[0] == "4.8"


def test_raising_a_build_needs_no_card_of_its_old_value_4_8() -> None:
    state = play(at(["AC TC", "KS"], "5D+4D=9@0"), "AC + 4D 5D = 10")
    assert piles(state) == [("AC-4D-5D", "single", 10, 0)]


def test_a_build_contains_the_card_played_4_4() -> None:
    state = at(["8C KC", "KS"], "2D 6D")
    assert listed(state) == ["8C", "KC", "8C x 2D 6D"]
    assert not is_legal(state, "KC + 2D 6D = 8")


def test_aces_are_built_as_ones_4_4() -> None:
    state = at(["AS AH", "KS"], "AD 2D")
    assert is_legal(state, "AS + AD = 1")
    assert not is_legal(state, "AS + AD = 2")
    assert is_legal(at(["AS AH", "KS"], "AD+AC=1@1"), "AS + AD AC = 1")


def test_a_card_alone_is_no_build_4_9() -> None:
    state = at(["8C 8H", "KS"], "2D")
    assert refusal(state, "8C + 2D = 11")[0] == "4.4"
    assert refusal(state, "8C + 2H = 10")[0] == "4.9"
    assert refusal(state, "8C - 2D = 6")[0] == "4.9"
    assert refusal(state, "pass")[0] == "4.9"
    assert refusal(state, "9C")[0] == "1.5"


def test_a_build_moves_as_a_whole_3_5() -> None:
    assert refusal(at(["3C 8C", "KS"], "3D+5D=8"), "3C x 3D")[0] == "3.5"


def test_the_owner_of_a_build_may_trail_a_card_with_no_other_use_4_1() -> None:
    state = at(["KC 2C", "KS"], "5D+3D=8@0")
    assert listed(state) == ["KC", "2C"]
    assert is_legal(state, "KC")


@pytest.mark.parametrize("text", ["8C x 5D 3D", "  8C   x 3D\t5D ", "8C=8 x 3D 5D"])
def test_a_move_is_read_generously_and_printed_one_way(text: str) -> None:
    assert str(CASINO.variant.parse(at(["8C", "KS"], "3D 5D"), text)) == "8C x 3D 5D"
