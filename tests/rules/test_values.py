"""Section 2: what each card can be read as."""

import pytest

from tests.rules.table import at, is_legal, refusal


@pytest.mark.parametrize("number", range(2, 10))
def test_a_number_card_takes_its_own_number_2_1(number: int) -> None:
    state = at([f"{number}H", "KD"], f"{number}C")
    assert is_legal(state, f"{number}H x {number}C")


def test_an_ace_is_one_2_1() -> None:
    assert is_legal(at(["AH", ""], "AC"), "AH x AC")
    assert is_legal(at(["4H", ""], "3C AC"), "4H x 3C AC")


@pytest.mark.parametrize("table", ["JS", "JH", "6C 5D", "TC AD"])
def test_an_ace_is_never_eleven_or_fourteen_2_1(table: str) -> None:
    assert not is_legal(at(["AH", ""], table), f"AH x {table}")
    assert not is_legal(at(["AH", ""], table), f"AH=11 x {table}")
    assert not is_legal(at(["AH", ""], table), f"AH=14 x {table}")


@pytest.mark.parametrize("card", ["JC", "JD", "QH", "QD", "QC", "KH", "KD", "KC"])
def test_an_ordinary_face_card_has_no_number_2_2(card: str) -> None:
    for number in range(1, 14):
        assert not is_legal(at([card, ""], "6C 5D AH"), f"{card}={number} x 6C 5D AH")
    assert refusal(at([card, ""], "6C 5D"), f"{card} x 6C 5D")[0] == "2.2"
    assert refusal(at(["8H 9H", ""], f"{card} AH"), f"8H + {card} AH = 9")[0] == "2.2"
    assert refusal(at(["9H", ""], f"{card} 9C"), f"9H x 9C {card}")[0] == "2.2"


@pytest.mark.parametrize("jack", ["JS", "JH"])
def test_a_one_eyed_jack_is_eleven_or_a_jack_2_3(jack: str) -> None:
    state = at([f"{jack} 4D", ""], "5H 6D JD")
    assert is_legal(state, f"{jack}=11 x 5H 6D")
    assert is_legal(state, f"{jack} x JD")
    assert not is_legal(state, f"{jack} x 5H 6D")
    assert not is_legal(state, f"{jack}=11 x JD")
    assert not is_legal(state, f"{jack}=10 x 4H 6D")


def test_a_one_eyed_jack_on_the_table_is_eleven_in_a_sum_2_3_2_6() -> None:
    state = at(["QS", ""], "JH AC")
    assert is_legal(state, "QS=12 x JH AC")
    assert is_legal(at(["JS", ""], "JH 5C 6C"), "JS=11 x JH 5C 6C")


def test_the_queen_of_spades_is_twelve_or_a_queen_2_4() -> None:
    state = at(["QS", ""], "TD 2H QC 5C 6C")
    assert is_legal(state, "QS=12 x TD 2H")
    assert is_legal(state, "QS x QC")
    assert not is_legal(state, "QS x TD 2H")
    assert not is_legal(state, "QS=11 x 5C 6C")


@pytest.mark.parametrize("number", range(1, 15))
def test_the_king_of_spades_is_three_to_nine_2_5(number: int) -> None:
    low, high = (number, 0) if number <= 9 else (9, number - 9)
    table = f"{'A' if low == 1 else low}H" + (f" {'A' if high == 1 else high}D" if high else "")
    assert is_legal(at(["KS", ""], table), f"KS={number} x {table}") == (3 <= number <= 9)


def test_the_king_of_spades_takes_kings_and_needs_its_number_named_2_5() -> None:
    state = at(["KS", ""], "KD 4H 5D")
    assert is_legal(state, "KS x KD")
    assert not is_legal(state, "KS x 4H 5D")
    assert is_legal(state, "KS=9 x 4H 5D")


def test_a_dropped_king_of_spades_is_read_by_whoever_uses_it_2_6() -> None:
    for card, text in (("KH", "KH x KS"), ("6C", "6C x KS"), ("7C", "7C x KS 3D")):
        assert is_legal(at([card, ""], "KS 3D"), text)
    assert is_legal(at(["AC 8H", ""], "KS 3D"), "AC + KS 3D = 8")
    assert not is_legal(at(["TC", ""], "KS"), "TC x KS")
    assert not is_legal(at(["2C", ""], "KS"), "2C x KS")


def test_the_reading_of_a_special_card_in_a_pile_is_fixed_2_6() -> None:
    state = at(["8C", "KH"], "KS+3D=7")
    assert not is_legal(state, "8C x KS 3D")
    state = at(["KH", "7H"], "KS+3D=7")
    assert not is_legal(state, "KH x KS 3D")
    assert not is_legal(state, "KH x KS")
    assert is_legal(at(["7H", ""], "KS+3D=7"), "7H x 3D KS")
