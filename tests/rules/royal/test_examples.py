"""The worked examples of the source, and each kind of move in section 4."""

import pytest

from games import rules
from tests.rules.builds import ROYAL, piles

at, is_legal, listed = ROYAL.at, ROYAL.is_legal, ROYAL.listed
play, refusal = ROYAL.play, ROYAL.refusal


def test_the_captures_of_the_first_figure_4_2() -> None:
    state = at(["AS 7C", "KS"], "AD 3D 4D 6D")
    for text in (
        "AS x AD",
        "7C x 3D 4D",
        "7C x AD 6D",
        "7C x AD 3D 4D 6D",
        "AS=14 x AD 3D 4D 6D",
    ):
        assert is_legal(state, text)
    assert refusal(state, "AS x AD 3D 4D 6D")[0] == "4.2"


def test_the_builds_of_the_second_figure_4_4() -> None:
    state = at(["AS 7C", "KS"], "AD 3D 4D 6D")
    assert piles(play(state, "AS + 6D = 7"))[-1] == ("AS-6D", "single", 7, 0)
    assert piles(play(state, "AS + 6D 3D 4D = 7"))[-1] == ("AS-3D-4D-6D", "fixed", 7, 0)


def test_a_player_extends_their_build_at_its_value_4_6() -> None:
    state = play(at(["2C 5C", "KS"], "4D+AD=5@0 3D"), "2C + 3D 4D AD = 5")
    assert piles(state) == [("AD-2C-3D-4D", "fixed", 5, 0)]


def test_a_player_turns_their_build_into_a_single_build_of_king_4_7() -> None:
    state = play(at(["5C KC", "KS"], "4D+AD=5@0 3D"), "5C + 3D 4D AD = 13")
    assert piles(state) == [("AD-3D-4D-5C", "single", 13, 0)]


def test_a_single_build_is_part_of_a_sum_and_a_multiple_build_is_not_4_3() -> None:
    multiple = at(["AS", "KS"], "4D+AD+5D=5@1 9D")
    assert refusal(multiple, "AS=14 x 4D AD 5D 9D") == (
        "4.3",
        "The build of 5 (A♦, 4♦ and 5♦) can be captured only with a 5.",
    )
    assert is_legal(at(["AS", "KS"], "4D+AD=5@1 9D"), "AS=14 x 4D AD 9D")


def test_an_ace_that_takes_a_build_is_told_what_else_it_does_not_take_4_3() -> None:
    state = at(["AS", "KS"], "AD+AH=1@1 5C")
    assert ROYAL.compose(state, "capture", "AS", "AH-AD") == ["AS x AH AD"]
    with pytest.raises(rules.IllegalMove, match="A♠ as 1 does not take 5♣"):
        ROYAL.compose(state, "capture", "AS", "AH-AD", "5C")


def test_an_ace_read_as_the_wrong_number_for_a_multiple_build_is_told_which_4_3() -> None:
    high = at(["AS", "KS"], "KD+AD+QH+2H=14@1 KH")
    assert refusal(high, "AS x KD AD QH 2H") == (
        "4.3",
        "A♠ as 1 does not take the build of 14 (A♦, 2♥, Q♥ and K♦).",
    )
    assert is_legal(high, "AS=14 x KD AD QH 2H")
    low = at(["AS", "KS"], "AD+AH=1@1 KH")
    assert refusal(low, "AS=14 x AD AH") == (
        "4.3",
        "A♠ as 14 does not take the build of 1 (A♥ and A♦).",
    )


def test_face_cards_are_eleven_to_thirteen_2_2() -> None:
    state = at(["KC QC", "JC"], "2D JD AD QD")
    assert is_legal(state, "KC x 2D JD AD QD")
    assert is_legal(state, "QC x QD")
    assert is_legal(state, "QC=12 x QD")
    assert refusal(state, "QC x KD")[0] == "4.9"
    assert refusal(state, "QC=13 x QD")[0] == "2.2"


def test_each_ace_is_one_or_fourteen_each_time_2_3() -> None:
    state = at(["AS AH", "KS"], "KD AD 2C")
    assert is_legal(state, "AS=14 x KD AD")
    assert is_legal(state, "AS + KD = 14")
    assert is_legal(state, "AS + AD = 1")
    assert is_legal(state, "AS + AD = 14")
    assert not is_legal(state, "AS + AD = 2")
    assert refusal(state, "AS x KD AD")[0] == "4.2"
    assert refusal(state, "AS=13 x KD")[0] == "2.3"


def test_an_ace_that_takes_aces_is_printed_plain_2_3() -> None:
    state = at(["AS", "KS"], "AD AC")
    assert sorted(listed(state)) == ["AS", "AS x AC", "AS x AD", "AS x AD AC"]
    assert str(ROYAL.variant.parse(state, "AS=14 x AD AC")) == "AS x AD AC"
    assert str(ROYAL.variant.parse(state, "AS=1 x AD AC")) == "AS x AD AC"


def test_single_builds_of_lower_value_join_one_sum_4_7() -> None:
    state = at(["3C KC", "KS"], "AD+3D=4@1 2D+4D=6@1 7H+6H=13@1")
    state = play(state, "3C + AD 3D 2D 4D 7H 6H = 13")
    assert piles(state)[0][1:] == ("fixed", 13, 0)


def test_the_card_played_may_be_in_another_group_than_the_build_that_changes_4_7() -> None:
    state = at(["TC TH", "KS"], "AD+3D=4@1 6D")
    assert is_legal(state, "TC + AD 3D 6D = 10")


def test_extending_a_build_makes_it_yours_4_6() -> None:
    state = play(at(["5C 5H", "KS"], "4D+AD=5@1"), "5C + 4D AD = 5")
    assert piles(state) == [("AD-4D-5C", "fixed", 5, 0)]


def test_the_owner_of_a_build_may_not_trail_4_1() -> None:
    state = at(["5C 2C", "KS"], "4D+AD=5@0 2D")
    assert refusal(state, "2C")[0] == "4.1"
    assert is_legal(state, "2C x 2D")
    assert is_legal(at(["5C 2C", "KS"], "4D+AD=5@1 2D"), "2C")


def test_the_owner_of_a_build_keeps_its_capturing_card_4_8() -> None:
    state = at(["5C KC", "KS"], "4D+AD=5@0 5D")
    assert refusal(state, "5C x 5D")[0] == "4.8"
    assert is_legal(state, "5C x 5D 4D AD")


def test_one_card_covers_several_builds_of_the_same_value_4_8() -> None:
    state = at(["2C 5C", "KS"], "4D+AD=5@0 3D")
    state = play(state, "2C + 3D = 5")
    assert [pile.value for pile in state.table] == [5, 5]


def test_one_ace_does_not_cover_a_build_of_one_and_a_build_of_fourteen_4_8() -> None:
    state = at(["3C AC", "KS"], "AD+AH=1@0 JD")
    clause, sentence = refusal(state, "3C + JD = 14")
    assert clause == "4.8"
    assert "two builds of different values" in sentence
    assert is_legal(at(["3C AC AS", "KS"], "AD+AH=1@0 JD"), "3C + JD = 14")


def test_a_build_needs_its_card_in_hand_4_5() -> None:
    state = at(["3C 9C", "KS"], "8D TD")
    assert refusal(state, "3C + 8D = 11") == (
        "4.5",
        "You do not hold a jack to capture this build with.",
    )
    assert refusal(state, "3C + TD = 13")[1] == "You do not hold a king to capture this build with."


def test_a_multiple_build_keeps_its_value_4_7() -> None:
    state = at(["5C KC", "KS"], "4D+4H=4@1 4C")
    assert refusal(state, "5C + 4D 4H 4C = 13")[0] == "4.7"


@pytest.mark.parametrize("text", ["pass", "secret 7H", "KC - 2D = 11", "deal AS KS"])
def test_there_are_no_other_moves_4_9(text: str) -> None:
    assert refusal(at(["KC", "KS"], "2D"), text)[0] == "4.9"


def test_the_starter_starts_every_round_and_the_most_cards_win_1_2_5_3() -> None:
    deck = list(ROYAL.variant.pack)
    state = ROYAL.variant.deal(deck, starter=1)
    assert state.to_move == 1
    assert state.hands[1] == tuple(deck[:4])
    assert state.hands[0] == tuple(deck[4:8])
    assert [pile.cards[0] for pile in state.table] == deck[8:12]
    starters = []
    while state.to_move is not None:
        if len(state.hands[0]) == len(state.hands[1]) == 4:
            starters.append((state.round, state.to_move))
        state = ROYAL.play(state, listed(state)[-1])
    assert starters == [(number, 1) for number in range(1, 7)]
    totals = ROYAL.variant.totals(state)
    assert sum(totals) == 52
    assert ROYAL.variant.outcome(state) == ((totals.index(max(totals)),), "score")


def test_equal_cards_are_a_draw_5_3() -> None:
    state = play(at(["2C", "3C"], "2D 3D"), "2C x 2D", "3C x 3D")
    assert ROYAL.variant.outcome(state) == ((), "draw")


def test_leftovers_go_to_the_last_capturer_5_2() -> None:
    state = play(at(["2C", "KC"], "2D 3D 9H"), "2C x 2D", "KC")
    assert ROYAL.points(state, 0) == {"cards": 5}
    assert ROYAL.variant.outcome(state) == ((0,), "score")


def test_a_violation_gives_the_opponent_a_point_6_2() -> None:
    state = ROYAL.variant.timeout(at(["2C", "3C"], "2D"))
    assert ROYAL.points(state, 1) == {"penalties": 1}
    assert state.to_move == 0


def test_the_points_of_a_side_are_explained_5_1_6_2() -> None:
    state = ROYAL.variant.timeout(ROYAL.variant.timeout(at(["TC 2H", "5C 3C"], "TD 5D 2S")))
    state = play(state, "TC x TD", "5C x 5D", "2H x 2S", "3C")
    assert [
        (r.side, r.line, r.points, str(r.cause)) for r in ROYAL.variant.explain_score(state)
    ] == [
        (0, "cards", 5, "5 cards captured"),
        (1, "cards", 2, "2 cards captured"),
        (1, "penalties", 2, "the opponent’s time ran out 2 times"),
    ]
