"""Every example of the game's own tutorial, in its order."""

import pytest

from tests.rules.table import TRIFECTA, at, is_legal, piles, play, points, refusal


@pytest.mark.parametrize(
    ("hand", "table", "text"),
    [
        ("QC", "KD JH", "QC x JH KD"),
        ("KC", "KD KH", "KC x KH KD"),
        ("QC", "QD QH", "QC x QH QD"),
        ("JC", "JD JH", "JC x JH JD"),
    ],
)
def test_a_trifecta_is_one_point_for_three_face_cards(hand: str, table: str, text: str) -> None:
    assert points(play(at([hand, "2C"], table), text), 0) == {"trifectas": 1}


def test_a_secret_card_is_one_point_for_whoever_captures_it() -> None:
    state = at(["5H 2C", "5C"], "5D 6H", secrets=["5D", "6H"])
    assert points(play(state, "5H x 5D"), 0) == {"secret_cards": 1}


def test_your_opponent_cannot_pass_in_the_same_round() -> None:
    state = play(at(["5H 2C", "5C 6C"], "", round=3), "pass")
    assert refusal(state, "pass")[0] == "4.11"


def test_build_eight_then_take_it_or_see_it_stolen() -> None:
    state = play(at(["3C 8C", "8D 2D"], "5H"), "3C + 5H = 8")
    assert piles(state) == [("3C-5H", "single", 8)]
    assert is_legal(state, "8D x 3C 5H")
    assert is_legal(play(state, "2D"), "8C x 3C 5H")


def test_either_player_adds_a_two_to_make_it_ten() -> None:
    assert is_legal(at(["2C TC", ""], "3C+5H=8@0"), "2C + 3C 5H = 10")
    assert is_legal(at(["2C TC", ""], "3C+5H=8@1"), "2C + 3C 5H = 10")


def test_the_top_card_must_be_in_the_hand() -> None:
    assert refusal(at(["3C 9C", ""], "5H 8H"), "3C + 5H = 8")[0] == "4.3"


def test_a_nine_takes_two_three_and_four() -> None:
    assert is_legal(at(["9C", ""], "2H 3H 4H"), "9C x 2H 3H 4H")


def test_a_build_of_several_groups_of_ten_is_captured_as_nine_cards() -> None:
    # (9 and ace), (2 and 8), (2, 3, 5) and another 10, then the 10 from the hand
    state = at(["TS TC", "2D"], "9H AH 2C 8C 2S 3S 5S")
    state = play(state, "TS + 9H AH 2C 8C 2S 3S 5S = 10", "2D")
    state = play(state, "TC x 9H AH 2C 8C 2S 3S 5S TS")
    assert TRIFECTA.document(state)["captured"][0][:9] == [
        "TC", "AH", "2S", "2C", "3S", "5S", "8C", "9H", "TS",
    ]  # fmt: skip
    lines = points(state, 0)
    assert lines["builds"] == 5
    assert lines["aces"] == 1
    assert lines["two_of_spades"] == 1


def test_a_king_queen_jack_is_captured_and_never_built() -> None:
    assert is_legal(at(["QC QD", ""], "KH JH"), "QC x JH KH")
    assert not is_legal(at(["QC QD", ""], "KH JH"), "QC + JH KH = Q")


def test_build_same_with_sevens() -> None:
    state = play(at(["7C 7D", "7S"], "7H"), "7C + 7H = 7")
    assert piles(state) == [("7H-7C", "fixed", 7)]
    assert is_legal(state, "7S x 7H 7C")


@pytest.mark.parametrize("face", "KQJ")
def test_build_same_with_faces(face: str) -> None:
    state = at([f"{face}H {face}D", "2C"], f"{face}C")
    assert is_legal(state, f"{face}H + {face}C = {face}")


def test_a_two_and_a_three_go_into_a_build_same_of_fives() -> None:
    state = at(["5H 5C", "9C"], "5D 2C 3D")
    state = play(state, "5H + 5D 2C 3D = 5", "9C")
    assert is_legal(state, "5C x 2C 3D 5H 5D")


def test_after_two_and_three_a_five_builds_ten_or_five() -> None:
    state = at(["5H TC 5C", ""], "2C+3D=5@0")
    assert is_legal(state, "5H + 2C 3D = 10")
    assert is_legal(state, "5H + 2C 3D = 5")


@pytest.mark.parametrize(("first", "second"), [("2H", "8C"), ("8C", "2H")])
def test_subtraction_from_a_ten_with_either_card_first(first: str, second: str) -> None:
    state = at(["2H 8C", "8D 2D 3C"], "TD")
    state = play(state, f"{first} - TD = {'8' if second == '8C' else '2'}")
    assert not is_legal(state, f"8D x {first} TD")
    assert not is_legal(state, f"2D x {first} TD")
    state = play(state, "3C", f"{second} x {first} TD")
    assert len(TRIFECTA.document(state)["captured"][0]) == 3


def test_a_jack_takes_a_jack() -> None:
    assert is_legal(at(["JC", ""], "JD"), "JC x JD")


def test_a_three_on_a_four_without_a_seven_is_blocked_but_not_with_a_two_and_a_nine() -> None:
    assert not is_legal(at(["3C 9C", ""], "4H"), "3C + 4H = 7")
    assert is_legal(at(["3C 9C", ""], "4H 2H"), "3C + 4H 2H = 9")
    # the 2 cannot come from the hand in the same turn, because only one card is played
    assert not is_legal(at(["3C 9C 2H", ""], "4H"), "3C + 4H 2H = 9")


def test_the_king_of_spades_builds_builds_same_subtracts_and_captures_as_a_number() -> None:
    assert is_legal(at(["KS 9C", ""], "4H"), "KS + 4H = 9")
    assert is_legal(at(["KS 4C", ""], "4H"), "KS + 4H = 4")
    assert is_legal(at(["KS 4C", ""], "TH"), "KS - TH = 4")
    assert is_legal(at(["KS", ""], "4H"), "KS=4 x 4H")


@pytest.mark.parametrize("rank", "39")
def test_five_of_a_kind_with_the_wild_king_is_two_points(rank: str) -> None:
    table = " ".join(rank + suit for suit in "SHDC")
    state = play(at(["KS", "2C"], table), f"KS={rank} x {table}")
    assert points(state, 0) == {"four_of_a_kind": 1, "builds": 1}


def test_twenty_six_cards_each_is_half_a_point_each() -> None:
    pack = TRIFECTA.pack
    captured = [list(pack[:13]) + list(pack[26:38]), list(pack[13:26]) + list(pack[38:51])]
    state = at([pack[51], ""], "", captured=captured, last_capture=0)
    state = play(state, pack[51])
    sheets = TRIFECTA.scores(state)
    assert [sheet["most_cards"] * 2 for sheet in sheets] == [1, 1]


def test_the_last_capture_gets_all_remaining_cards() -> None:
    state = play(at(["5H", "9C"], "5D KD 2C"), "5H x 5D", "9C")
    assert TRIFECTA.document(state)["captured"] == [["5H", "5D", "KD", "2C", "9C"], []]


def test_a_tie_goes_to_the_owner_of_the_ace_of_spades() -> None:
    # the ace and most spades against a big capture and most diamonds; most cards is shared
    state = at(["4H", ""], "", captured=[["AS"], ["4D"]], scores=[{}, {"builds": 1}])
    state = play(state, "4H")
    assert TRIFECTA.scores(state)[0]["total"] == TRIFECTA.scores(state)[1]["total"]
    assert TRIFECTA.outcome(state) == ((0,), "ace_of_spades")
