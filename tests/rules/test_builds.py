"""Sections 3 and 4: drops, builds, fixed builds and face builds."""

import pytest

from tests.rules.table import at, is_legal, listed, piles, play, refusal


def test_a_dropped_card_lies_loose_4_1() -> None:
    state = play(at(["5H KS", "2C"], "9D"), "5H")
    assert piles(state) == [("9D", "loose", None), ("5H", "loose", None)]
    assert state.to_move == 1
    assert state.hands == (("KS",), ("2C",))


def test_the_owner_of_a_build_may_drop_4_1() -> None:
    state = at(["8C 4D", "2C"], "3H+5D=8@0")
    assert is_legal(state, "4D")
    assert is_legal(state, "8C")


def test_a_card_not_held_is_refused_1_5() -> None:
    clause, sentence = refusal(at(["5H", "9C"], "9D"), "9C x 9D")
    assert clause == "1.5"
    assert "9♣" in sentence


def test_a_build_is_one_group_with_the_top_card_in_hand_4_2() -> None:
    state = play(at(["3H 8C", "KS 2C"], "5D"), "3H + 5D = 8")
    assert piles(state) == [("3H-5D", "single", 8)]
    assert state.table[0].owner == 0
    assert state.hands[0] == ("8C",)


def test_the_tutorials_refused_build_names_the_missing_seven_4_3() -> None:
    state = at(["3S 9D", ""], "4H")
    clause, sentence = refusal(state, "3S + 4H = 7")
    assert clause == "4.3"
    assert sentence == "You do not hold a 7 to capture this build with."
    assert is_legal(at(["3S 9D", ""], "4H 2C"), "3S + 4H 2C = 9")


def test_the_capturing_card_is_never_on_the_table_4_3() -> None:
    assert not is_legal(at(["3S 9D", ""], "4H 7C"), "3S + 4H = 7")


def test_a_card_in_the_hand_is_no_part_of_a_sum_4_3() -> None:
    assert not is_legal(at(["3S 2C 9D", ""], "4H"), "3S + 4H 2C = 9")


def test_the_played_card_itself_is_not_the_top_card_4_3() -> None:
    assert not is_legal(at(["7S 9D", ""], "4H 3C"), "7S + 4H 3C = 7")
    assert is_legal(at(["7S 7D", ""], "4H 3C"), "7S + 4H 3C = 7")


@pytest.mark.parametrize(
    ("hand", "table", "text", "legal"),
    [
        ("5H JS", "6D", "5H + 6D = 11", True),
        ("5H JH", "6D", "5H + 6D = 11", True),
        ("5H JD", "6D", "5H + 6D = 11", False),
        ("5H QS", "7D", "5H + 7D = 12", True),
        ("5H QH", "7D", "5H + 7D = 12", False),
        ("5H KS", "4D", "5H + 4D = 9", True),
        ("AH KS", "2D", "AH + 2D = 3", True),
        ("5H KS", "5D", "5H + 5D = 10", False),
        ("AH KS", "AD", "AH + AD = 2", False),
        ("AH AC", "AD", "AH + AD = 1", True),
        ("AH 2C", "AD", "AH + AD = 1", False),
        ("KS 9C", "4D", "KS + 4D = 9", True),
        ("KS TC", "4D", "KS + 4D = 10", True),
        ("KS 2C", "4D", "KS + 4D = 9", False),
        ("JS QS", "AD", "JS + AD = 12", True),
        ("JS JH", "5D 6D", "JS + 5D 6D = 11", True),
        ("6H KC", "7D", "6H + 7D = 13", False),
    ],
)
def test_the_holding_rule_reads_the_cards_left_in_hand_4_3(
    hand: str, table: str, text: str, legal: bool
) -> None:
    assert is_legal(at([hand, ""], table), text) is legal


def test_a_build_needs_something_from_the_table_4_2() -> None:
    assert not is_legal(at(["8H 8C", ""], ""), "8H + = 8")
    assert "8H" in listed(at(["8H 8C", ""], ""))
    assert not any("=" in text for text in listed(at(["8H 8C", ""], "")))


def test_build_same_with_a_matching_card_is_a_fixed_build_4_2_3_3() -> None:
    state = play(at(["7H 7D", "2C"], "7C"), "7H + 7C = 7")
    assert piles(state) == [("7H-7C", "fixed", 7)]


def test_a_group_build_holds_any_number_of_groups_4_2() -> None:
    state = at(["9C TC", "2C"], "AS 2D 8H 2S 3C 5C TH")
    state = play(state, "9C + AS 2D 8H 2S 3C 5C TH = 10")
    assert piles(state) == [("AS-2S-2D-3C-5C-8H-9C-TH", "fixed", 10)]


def test_with_two_three_and_five_the_player_may_build_ten_or_build_same_five_4_2() -> None:
    table = "2C+3D=5@0"
    ten = play(at(["5H TC", "2H"], table), "5H + 2C 3D = 10")
    assert piles(ten) == [("2C-3D-5H", "single", 10)]
    five = play(at(["5H 5C", "2H"], table), "5H + 2C 3D = 5")
    assert piles(five) == [("2C-3D-5H", "fixed", 5)]


def test_either_player_may_change_a_single_build_upwards_4_4() -> None:
    for owner in (0, 1):
        state = play(at(["2C TH", "9C"], f"3H+5D=8@{owner}"), "2C + 3H 5D = 10")
        assert piles(state) == [("2C-3H-5D", "single", 10)]
        assert state.table[0].owner == 0


def test_table_cards_may_join_the_sum_that_changes_a_build_4_4() -> None:
    state = play(at(["AS JH", "9C"], "3H+5D=8@1 2D"), "AS + 2D 3H 5D = 11")
    assert piles(state) == [("AS-2D-3H-5D", "single", 11)]


def test_several_single_builds_may_join_one_sum_4_4() -> None:
    state = play(at(["AS TH", "9C"], "2H+3D=5@1 AC+3C=4@0"), "AS + 2H 3D AC 3C = 10")
    assert piles(state) == [("AS-AC-2H-3D-3C", "single", 10)]


def test_a_matching_card_makes_a_single_build_fixed_4_2() -> None:
    state = play(at(["8S 8H", "9C"], "3H+5D=8@1"), "8S + 3H 5D = 8")
    assert piles(state) == [("3H-5D-8S", "fixed", 8)]


def test_a_single_build_counts_as_one_unit_and_is_not_taken_apart_3_2() -> None:
    assert not is_legal(at(["4S 7H", ""], "3H+5D=8"), "4S + 3H = 7")
    assert refusal(at(["4S 7H", ""], "3H+5D=8"), "4S + 3H = 7")[0] == "3.6"
    # 5 + 2 and 3 + 4 would be groups of 7, but the build 2 + 3 is one unit of 5
    assert not is_legal(at(["4S 7H", ""], "2H+3D=5 5C"), "4S + 2H 3D 5C = 7")


def test_the_value_of_a_fixed_build_never_changes_3_3() -> None:
    state = at(["2C TH", ""], "8H+8D=8@0")
    clause, sentence = refusal(state, "2C + 8H 8D = 10")
    assert clause == "3.3"
    assert "8♥ and 8♦" in sentence


def test_groups_may_join_a_fixed_build_of_their_value_4_2() -> None:
    state = at(["8S 8C", "9C"], "8H+3D+5D=8@1")
    assert piles(play(state, "8S + 8H 3D 5D = 8")) == [("3D-5D-8S-8H", "fixed", 8)]
    state = at(["2S 8C", "9C"], "8H+3D+5D=8@1 6C")
    assert piles(play(state, "2S + 6C 8H 3D 5D = 8")) == [("2S-3D-5D-6C-8H", "fixed", 8)]


def test_several_fixed_and_single_builds_of_the_value_may_be_joined_4_2() -> None:
    state = at(["6S 6C", "9C"], "2H+4H=6 AC+5C+6D=6 3S+3H=6")
    state = play(state, "6S + 2H 4H AC 5C 6D 3S 3H = 6")
    assert piles(state) == [("AC-2H-3S-3H-4H-5C-6S-6D", "fixed", 6)]


def test_an_insertion_in_a_build_same_is_a_group_5_5_2_3_of_the_tutorial_4_2() -> None:
    state = at(["5H 5C", "9C"], "5D 2C 3D")
    assert piles(play(state, "5H + 5D 2C 3D = 5")) == [("2C-3D-5H-5D", "fixed", 5)]


def test_a_build_stays_until_it_is_captured_by_anyone_3_6() -> None:
    stock = ["2S", "3S", "4S", "5S", "2H", "3C", "6S", "8H"]
    state = at(["3H 8C", "KC"], "5D", stock=stock, round=1, passed=[2, 2])
    state = play(state, "3H + 5D = 8", "KC", "8C")
    assert state.round == 2
    assert ("3H-5D", "single", 8) in piles(state)
    assert state.to_move == 1
    assert is_legal(state, "8H x 3H 5D")


def test_a_subtraction_pile_takes_part_in_no_build_4_2_3_5() -> None:
    state = at(["2S TC", ""], "TD-2H=8@0")
    assert refusal(state, "2S + TD 2H = 10")[0] == "3.5"


def test_faces_are_built_with_a_further_one_in_hand_4_5() -> None:
    state = play(at(["KH KD", "KS"], "KC"), "KH + KC = K")
    assert piles(state) == [("KH-KC", "face", "K")]
    assert refusal(at(["KH QD", ""], "KC"), "KH + KC = K")[0] == "4.5"


@pytest.mark.parametrize(("one", "two", "three"), [("QS", "QH", "QD"), ("JS", "JH", "JC")])
def test_special_cards_are_faces_in_a_face_build_4_5_3_4(one: str, two: str, three: str) -> None:
    state = at([f"{one} {three}", "2C"], two)
    face = one[0]
    assert is_legal(state, f"{one} + {two} = {face}")
    assert is_legal(at([f"{two} {three}", "2C"], one), f"{two} + {one} = {face}")


def test_the_king_of_spades_can_be_the_further_king_4_5() -> None:
    assert is_legal(at(["KH KS", ""], "KC"), "KH + KC = K")


def test_a_face_build_grows_by_cards_of_its_face_4_5() -> None:
    state = at(["QH QD", "2C"], "QS+QC=Q@1")
    assert piles(play(state, "QH + QS QC = Q")) == [("QS-QH-QC", "face", "Q")]
    state = at(["QH QD", "2C"], "QS QC")
    assert is_legal(state, "QH + QS = Q")
    assert is_legal(state, "QH + QS QC = Q")


def test_king_queen_jack_cannot_be_built_4_5() -> None:
    state = at(["KH KD QD", ""], "QH JH")
    for text in ("KH + QH JH = K", "KH + QH JH = Q", "QD + KH JH = Q"):
        assert not is_legal(state, text)
    assert not any("+" in text and "JH" in text for text in listed(state))


def test_numbers_and_faces_do_not_mix_in_a_build_4_5() -> None:
    assert not is_legal(at(["JS JH", ""], "5C 6C JD"), "JS + 5C 6C JD = 11")
    assert not is_legal(at(["JS JH", ""], "5C 6C JD"), "JS + 5C 6C JD = J")
    assert refusal(at(["KS 9H", ""], "KH+KD=K"), "KS + KH KD = 9")[0] == "3.4"


def test_one_eyed_jacks_build_jacks_or_elevens_2_3_4_5() -> None:
    state = at(["JS JC", ""], "JH")
    assert is_legal(state, "JS + JH = J")
    assert not is_legal(state, "JS + JH = 11")
    state = at(["TS JH", ""], "AH JS")
    assert is_legal(state, "TS + AH JS = 11")


@pytest.mark.parametrize("value", ["0", "13", "14", "A", "T", "", "-8", "8.0", "K8"])
def test_a_build_of_no_proper_value_is_refused_4_2(value: str) -> None:
    state = at(["3H 8C", ""], "5D")
    assert not is_legal(state, f"3H + 5D = {value}")


def test_the_same_cards_may_be_built_to_two_values_with_the_wild_king_2_5() -> None:
    state = at(["KS 9H TH", ""], "2D")
    assert [text for text in listed(state) if text.startswith("KS + 2D")] == [
        "KS + 2D = 9",
        "KS + 2D = 10",
    ]
