"""Royal Casino to 21: what cards count as, each kind of move, and the points."""

import random

import pytest

from games import rules
from tests.rules.builds import ROYAL_CASINO, piles

at, is_legal, listed = ROYAL_CASINO.at, ROYAL_CASINO.is_legal, ROYAL_CASINO.listed
play, refusal, points = ROYAL_CASINO.play, ROYAL_CASINO.refusal, ROYAL_CASINO.points
VARIANT = ROYAL_CASINO.variant
PACK = list(VARIANT.pack)


def test_faces_count_11_to_13_when_capturing_2_2() -> None:
    assert is_legal(at(["JS", "2S"], "5H 6D"), "JS x 5H 6D")
    assert is_legal(at(["QS", "2S"], "JH AD"), "QS x JH AD")
    assert is_legal(at(["KS", "2S"], "QH AD 7C 6D"), "KS x QH AD 7C 6D")
    assert refusal(at(["JS", "2S"], "5H 5D"), "JS x 5H 5D")[0] == "4.2"


def test_faces_count_11_to_13_when_building_2_2() -> None:
    state = play(at(["2H KS", "4S"], "JD"), "2H + JD = 13")
    assert piles(state) == [("2H-JD", "single", 13, 0)]
    assert is_legal(at(["QH AS", "4S"], "2D"), "QH + 2D = 14")


def test_an_ace_is_1_or_14_each_time_it_is_used_2_3() -> None:
    state = at(["AH", "2S"], "AS 5D 8C KD")
    assert is_legal(state, "AH x AS")
    assert is_legal(state, "AH=14 x AS 5D 8C")
    assert is_legal(state, "AH=14 x AS KD")
    assert not is_legal(state, "AH x AS KD")
    assert not is_legal(state, "AH=14 x AS 5D 8C KD")


def test_an_ace_read_as_the_wrong_number_for_a_build_is_told_which_4_2() -> None:
    state = at(["AS", "2S"], "KD+AD=14@1 5C")
    assert refusal(state, "AS x KD AD") == (
        "4.2",
        "A♠ as 1 does not take the build of 14 (A♦ and K♦).",
    )
    assert is_legal(state, "AS=14 x KD AD")


def test_aces_in_one_play_may_differ_2_3() -> None:
    assert is_legal(at(["AH", "2S"], "KS AC AD"), "AH=14 x KS AC AD")
    state = play(at(["AH AS", "2S"], "KD AC"), "AH + KD AC = 14")
    assert piles(state) == [("AH-AC-KD", "fixed", 14, 0)]


def test_one_ace_is_never_1_and_14_at_once_2_3() -> None:
    # 13 + 1 uses the only ace on the table: nothing is left to be a 14, or another 1.
    assert refusal(at(["AH", "2S"], "KS AC KD"), "AH=14 x KS AC KD")[0] == "4.2"
    assert refusal(at(["KH", "2S"], "QS AC QD"), "KH x QS AC QD")[0] == "4.2"


def test_what_an_ace_takes_as_1_is_printed_plain_2_3() -> None:
    state = at(["AH", "2S"], "AS AC")
    assert listed(state) == ["AH", "AH x AS", "AH x AC", "AH x AS AC"]
    assert str(VARIANT.parse(state, "AH=14 x AS AC")) == "AH x AS AC"
    assert refusal(state, "AH=13 x AS")[0] == "2.3"


@pytest.mark.parametrize(
    ("hand", "table", "text"),
    [
        ("2S", "KH 2C", "2S=15 x 2C KH"),
        ("2S", "AH AC 9D 6C", "2S=15 x AH AC 6C 9D"),
        ("TD", "KH 3C", "TD=16 x 3C KH"),
        ("TD", "2S AH", "TD=16 x AH 2S"),
        ("TD", "6H 4C", "TD x 4C 6H"),
        ("2S", "AH AC", "2S x AH AC"),
    ],
)
def test_high_casinos_are_2_or_15_and_10_or_16_2_4(hand: str, table: str, text: str) -> None:
    state = at([hand, "3S"], table, high_casinos=True)
    assert (text in listed(state)) is is_legal(state, text) is True
    usual = at([hand, "3S"], table)
    assert is_legal(usual, text) is ("=" not in text)


def test_a_high_casino_on_the_table_has_both_numbers_too_2_4() -> None:
    assert is_legal(at(["TD", "3S"], "2S AH", high_casinos=True), "TD=16 x 2S AH")
    assert is_legal(at(["6H 3H", "3S"], "TD", high_casinos=True), "6H") is True
    assert not is_legal(at(["6H", "3S"], "TD", high_casinos=True), "6H x TD")
    assert is_legal(at(["3H KH", "3S"], "TD", high_casinos=True), "3H + TD = 13")


def test_without_the_option_there_are_no_high_casinos_2_4() -> None:
    assert VARIANT.document(VARIANT.deal(PACK))["high_casinos"] is False
    assert refusal(at(["2S", "3S"], "KH 2C"), "2S=15 x KH 2C")[0] == "2.1"


def test_a_high_casino_has_no_third_number_2_4() -> None:
    assert refusal(at(["2S", "3S"], "KH AC", high_casinos=True), "2S=14 x KH AC")[0] == "2.4"


@pytest.mark.parametrize(("is_high", "top"), [(False, 14), (True, 16)])
def test_builds_go_up_to_14_and_with_high_casinos_to_16_3_2_4_4(is_high: bool, top: int) -> None:
    state = at(["2H 2S TD AC", "3S"], "KH QD", high_casinos=is_high)
    clause, sentence = refusal(state, "2H + KH QD = 27")
    assert (clause, sentence) == ("4.4", f"A build has a value from 1 to {top}.")
    assert is_legal(state, "2H + QD = 14")
    assert is_legal(state, "2H + KH = 15") is is_high
    assert is_legal(at(["3H TD", "3S"], "KH", high_casinos=is_high), "3H + KH = 16") is is_high


def test_a_face_takes_several_of_its_rank_and_sums_4_3() -> None:
    state = at(["QS", "2S"], "QH QC 7D 5S")
    assert is_legal(state, "QS x QH QC 7D 5S")
    assert is_legal(state, "QS x QH QC")
    assert is_legal(state, "QS x QC")


def test_faces_of_a_rank_are_built_like_any_cards_4_4() -> None:
    state = play(at(["KS KH", "2S"], "KD KC"), "KS + KD KC = 13")
    assert piles(state) == [("KS-KD-KC", "fixed", 13, 0)]
    assert is_legal(at(["3S", "KH"], "2D"), "3S")


def test_a_build_is_part_of_no_sum_4_2() -> None:
    assert refusal(at(["KS", "2S"], "8H+AC=9@1 4D"), "KS x 8H AC 4D")[0] == "4.2"


def test_only_the_played_card_raises_a_single_build_4_7() -> None:
    state = at(["5S KH", "2S"], "4D+AC=5@1 3H")
    assert not is_legal(state, "5S + 4D AC 3H = 13")
    state = at(["AS KH", "2S"], "QD", high_casinos=False)
    raised = play(at(["AS KH AH", "2S"], "8D+4C=12@1"), "AS + 8D 4C = 13")
    assert piles(raised) == [("AS-4C-8D", "single", 13, 0)]
    assert is_legal(state, "AS + QD = 13")


def test_an_ace_raises_a_build_by_1_or_by_14_4_7() -> None:
    state = at(["AS TD", "3S"], "AH+AC=2@1", high_casinos=True)
    assert is_legal(state, "AS + AH AC = 16")
    assert piles(play(state, "AS + AH AC = 16")) == [("AS-AH-AC", "single", 16, 0)]
    assert is_legal(at(["AS 3C", "3S"], "AH+AC=2@1", high_casinos=True), "AS + AH AC = 3")
    assert refusal(at(["AS 3C", "3S"], "AH+AC=2@1"), "AS + AH AC = 14")[0] == "4.7"


def test_a_held_ace_covers_a_build_of_1_or_of_14_4_8() -> None:
    for build in ("AD+AC=1@0", "KD+AC=14@0"):
        state = at(["AS 4H", "2S"], f"{build} 4C")
        assert is_legal(state, "4H x 4C")
        assert refusal(at(["AS 4H", "2S"], f"{build} AH"), "AS x AH")[0] == "4.8"


def test_two_builds_of_1_and_of_14_need_an_ace_each_4_8() -> None:
    table = "AD+AC=1@0 KD+AH=14@0 4C"
    assert refusal(at(["AS 4H 2C", "2S"], table), "4H x 4C") == (
        "4.8",
        "You cannot keep one card for two builds of different values.",
    )
    assert is_legal(at(["AS 4H 2C", "2S"], "QD+2D=14@0 5D+9D=14@0 4C"), "4H x 4C")


def test_with_one_ace_for_both_builds_one_of_them_must_be_captured_4_8() -> None:
    state = at(["AS AH 4H", "2S"], "AD+AC=1@0 QD+2D=14@0 4C")
    assert is_legal(state, "4H x 4C")
    state = at(["AS AH", "2S"], "AD+AC=1@0 QD+2D=14@0")
    assert sorted(listed(state)) == ["AH x AD AC", "AH=14 x 2D QD", "AS x AD AC", "AS=14 x 2D QD"]


def test_a_high_casino_is_kept_for_one_of_its_values_4_8() -> None:
    table = "KD+2D=15@0 4D 4C"
    assert is_legal(at(["2S 4H", "3S"], table, high_casinos=True), "4H x 4C")
    assert refusal(at(["2S 4H", "3S"], table, high_casinos=True), "2S + 4D 4C = 10")[0] == "4.5"
    clause, sentence = refusal(at(["AS 4H", "3S"], table, high_casinos=True), "4H x 4C")
    assert (clause, sentence) == (
        "4.8",
        "You must keep the 2♠ for your build of 15 (2♦ and K♦).",
    )


def test_the_points_are_those_of_casino_5_1() -> None:
    assert VARIANT.lines == rules.variant("casino").lines
    state = play(at(["TC 2H", "KC 3C"], "TD AS 2S 9C"), "TC x TD", "KC", "2H x 2S", "3C")
    assert points(state, 0) == {
        "most_cards": 3, "most_spades": 1, "big_casino": 2, "little_casino": 1, "aces": 1,
    }  # fmt: skip
    assert [VARIANT.card_points(state, card) for card in ("TD", "2S", "AH", "KS")] == [2, 1, 1, 0]


def test_a_whole_deck_is_worth_eleven_points_5_1() -> None:
    chance = random.Random(1)
    for _ in range(20):
        state = VARIANT.deal(chance.sample(PACK, 52), players=2, target=None)
        while not state.is_over:
            state = VARIANT.play(state, chance.choice(list(VARIANT.moves(state))))
        cards = [VARIANT.counts(state, side)["cards"] for side in (0, 1)]
        spades = [VARIANT.counts(state, side)["spades"] for side in (0, 1)]
        missing = 3 * (cards[0] == cards[1]) + (spades[0] == spades[1])
        assert sum(VARIANT.totals(state)) == 11 - missing


def test_sweeps_count_only_with_their_option_5_2() -> None:
    for option, expected in ((True, {"sweeps": 1}), (False, {})):
        state = play(at(["QC", "7C 8H"], "QD 9D 3D", sweeps=option), "QC x QD 9D 3D")
        assert points(state, 0) == expected


@pytest.mark.parametrize("target", [21, 11, 50, None])
def test_the_targets_are_those_of_casino_1_4(target: int | None) -> None:
    assert VARIANT.goal(VARIANT.deal(PACK, target=target)) == target
    with pytest.raises(rules.InvalidPosition, match="target"):
        VARIANT.deal(PACK, target=61)


def test_partners_share_captures_but_no_card_for_a_build_4_5() -> None:
    state = at(["3C 2C", "KC", "QH", "KD"], "9D", partnership=True)
    assert refusal(state, "3C + 9D = 12")[0] == "4.5"
    assert [VARIANT.side(state, seat) for seat in range(4)] == [0, 1, 0, 1]


def test_a_capture_is_explained_with_the_number_of_its_card() -> None:
    state = at(["AS", "QS"], "KD AD AC")
    move = VARIANT.parse(state, "AS=14 x KD AD AC")
    assert str(VARIANT.explain(state, move)) == (
        "A♠ as 14 takes K♦ + A♦ and A♣: 4 cards, 1 spade; 3 points (aces)"
    )
    refused = refusal(at(["AS", "QS"], "KD"), "AS=14 x KD")
    assert refused == ("4.2", "A♠ as 14 does not take K♦.")


@pytest.mark.parametrize(
    ("cards", "value", "kind"),
    [
        ("AS AH", 15, "single"),
        ("AS AH", 14, "fixed"),
        ("AS 2S", 16, "single"),
        ("TD 6H", 16, "single"),
        ("TD 2S AH", 16, "fixed"),
        ("TD KH 3C", 16, "fixed"),
        ("2S KH 2C", 15, "fixed"),
    ],
)
def test_a_pile_with_high_casinos_is_read_as_its_kind(cards: str, value: int, kind: str) -> None:
    table = [{"cards": cards.split(), "value": value}]
    document = {"hands": [["4S"], []], "table": table, "high_casinos": True}
    state = VARIANT.position({"variant": "royal_casino", **document})
    assert state.table[0].kind == kind


def test_the_marks_of_the_cards_name_high_casinos_only_where_they_are_played_2_4() -> None:
    usual = VARIANT.marks_in(at(["4S", "5S"]))
    assert (usual.badges["AS"], usual.badges["KD"]) == ("1/14", "13")
    assert "2S" not in usual.badges
    high = VARIANT.marks_in(at(["4S", "5S"], high_casinos=True))
    assert (high.badges["2S"], high.badges["TD"], high.badges["AS"]) == ("2/15", "10/16", "1/14")
    assert [str(fact) for fact in high.notes["TD"]] == ["10 or 16", "2 points"]
