"""Section 5: the points."""

from fractions import Fraction
from typing import Any

import pytest

from tests.rules.table import TRIFECTA, at, play, points


def test_the_sheet_has_every_line_and_a_total() -> None:
    sheet = TRIFECTA.scores(at(["5H", ""]))[0]
    assert list(sheet) == [
        "ten_of_diamonds", "two_of_spades", "aces", "trifectas", "flush_trifectas", "secret_cards",
        "builds", "four_of_a_kind", "penalties", "most_cards", "most_spades", "most_diamonds",
        "total",
    ]  # fmt: skip
    assert list(TRIFECTA.lines) == list(sheet)[:-1]


@pytest.mark.parametrize(
    ("hand", "table", "text", "lines"),
    [
        ("TC", "TD", "TC x TD", {"ten_of_diamonds": 2}),
        ("TD", "TC", "TD x TC", {"ten_of_diamonds": 2}),
        ("2C", "2S", "2C x 2S", {"two_of_spades": 1}),
        ("AC", "AD", "AC x AD", {"aces": 2}),
        ("8C", "7D AS", "8C x AS 7D", {"aces": 1}),
        # 5.2 trifectas
        ("KH", "KD KC", "KH x KD KC", {"trifectas": 1}),
        ("QH", "QD QC", "QH x QD QC", {"trifectas": 1}),
        ("JH", "JS JC", "JH x JS JC", {"trifectas": 1}),
        ("KH", "KD", "KH x KD", {}),
        ("KH", "KD+KC=K", "KH x KD KC", {"trifectas": 1}),
        ("KH", "QD JC", "KH x JC QD", {"trifectas": 1}),
        ("KH", "QH JH", "KH x JH QH", {"flush_trifectas": 2}),
        ("JS", "QS KS", "JS x QS KS", {"flush_trifectas": 2}),
        # the tutorial's table in section 5
        ("7S", "7H 7D 7C", "7S x 7H 7D 7C", {"four_of_a_kind": 1}),
        ("6S", "6H 6D 6C", "6S x 6H 6D 6C", {"four_of_a_kind": 1}),
        ("2H", "2S 2D 2C", "2H x 2S 2D 2C", {"four_of_a_kind": 1, "two_of_spades": 1}),
        ("KS", "KH KD KC", "KS x KH KD KC", {"four_of_a_kind": 1, "trifectas": 1}),
        ("QS", "QH QD QC", "QS x QH QD QC", {"four_of_a_kind": 1, "trifectas": 1}),
        ("JS", "JH JD JC", "JS x JH JD JC", {"four_of_a_kind": 1, "trifectas": 1}),
        ("TS", "TH TD TC", "TS x TH TD TC", {"four_of_a_kind": 1, "ten_of_diamonds": 2}),
        ("AS", "AH AD AC", "AS x AH AD AC", {"four_of_a_kind": 1, "aces": 4}),
        ("KS", "3S 3H 3D 3C", "KS=3 x 3S 3H 3D 3C", {"four_of_a_kind": 1, "builds": 1}),
        ("KS", "9S 9H 9D 9C", "KS=9 x 9S 9H 9D 9C", {"four_of_a_kind": 1, "builds": 1}),
        ("9S", "KS 9H 9D 9C", "9S x 9H 9D 9C KS", {"four_of_a_kind": 1, "builds": 1}),
        # 5.4 the number of cards
        ("8C", "5H 3D 8S", "8C x 3D 5H 8S", {}),
        ("8C", "5H 3D 8S 8D", "8C x 3D 5H 8S 8D", {"builds": 1}),
        ("8C", "5H 3D 8S 6C 2D", "8C x 2D 3D 5H 6C 8S", {"builds": 2}),
        ("8C", "5H+3D=8 6C 2D", "8C x 2D 3D 5H 6C", {"builds": 1}),
        ("9C", "2H 3D 4S", "9C x 2H 3D 4S", {}),
        ("TH", "TS+9D+AC+8H+2D=10", "TH x AC 2D 8H 9D TS", {"builds": 2, "aces": 1}),
        # 5.5 four of a kind inside sums, with the wild king as the number it stands for
        ("8C", "4S 4H 4D 4C", "8C x 4S 4H 4D 4C", {"four_of_a_kind": 1, "builds": 1}),
        ("8C", "4S 4H 4D KS", "8C x 4S 4H 4D KS", {"four_of_a_kind": 1, "builds": 1}),
        ("9C", "4S 4H AD KS 9D", "9C x AD 4S 4H 9D KS", {"aces": 1, "builds": 2}),
        ("KS", "7H 7D 7C", "KS=7 x 7H 7D 7C", {"four_of_a_kind": 1}),
        ("7S", "4H+KS=7 4D 3D", "7S x 3D 4H 4D KS", {"builds": 1}),
        ("7S", "4H+KS=7 3D 4D 3H 4C", "7S x 3H 3D 4H 4D 4C KS", {"builds": 3}),
        ("7S", "4H+KS=7 3D 4D", "7S x 3D 4H 4D KS", {"builds": 1}),
        ("8S", "3H 5C 3D 5D 3C 5H 3S 5S", "8S x 3S 3H 3D 3C 5S 5H 5D 5C",
         {"builds": 5, "four_of_a_kind": 2}),
        # 4.9 a subtraction pile is three cards
        ("8C", "TD-2H=8@0", "8C x 2H TD", {"ten_of_diamonds": 2}),
    ],
)  # fmt: skip
def test_a_capture_scores_its_lines_5_1_to_5_5(
    hand: str, table: str, text: str, lines: dict[str, Any]
) -> None:
    state = at([hand, "JD" if "JD" not in table else "8H"], table)
    move = TRIFECTA.parse(state, text)
    assert str(move) == text
    after = TRIFECTA.play(state, move)
    assert points(after, 0) == lines
    assert points(after, 1) == {}
    assert dict(after.captures[0][-1].points) == lines


def test_a_secret_card_scores_for_whoever_captures_it_5_3() -> None:
    state = at(["5H 2C", "9C"], "5D 9H", secrets=["5H", "5D"])
    assert points(play(state, "5H x 5D"), 0) == {"secret_cards": 2}
    state = at(["5H 2C", "9C"], "5D 9H", secrets=["5D", None])
    assert points(play(state, "5H x 5D"), 0) == {"secret_cards": 1}
    state = at(["5H 2C", "9C"], "5D 9H", secrets=[None, "5D"])
    assert points(play(state, "5H x 5D"), 0) == {"secret_cards": 1}


def test_both_secret_cards_the_same_score_two_5_3() -> None:
    state = at(["5H 2C", "9C"], "5D 9H", secrets=["5D", "5D"])
    assert points(play(state, "5H x 5D"), 0) == {"secret_cards": 2}


def test_the_whole_capture_counts_however_it_was_put_together_5_4() -> None:
    state = at(["3H 8C 2D", "KC KD KH"], "5D 6C 8S", round=1)
    state = play(state, "3H + 5D 8S = 8", "KC", "2D + 3H 5D 6C 8S = 8", "KD")
    assert points(play(state, "8C x 2D 3H 5D 6C 8S"), 0) == {"builds": 2}


def test_card_points_in_a_build_stay_on_their_own_lines_5_4() -> None:
    state = at(["TS 2C", "KC"], "TD+8D+2S+AH+9C=10")
    lines = points(play(state, "TS x AH 2S 8D 9C TD"), 0)
    assert lines == {"aces": 1, "two_of_spades": 1, "ten_of_diamonds": 2, "builds": 2}


def test_the_last_capturer_takes_the_leftovers_5_8() -> None:
    state = at(["5H", "9C"], "5D TD AS KD KC KH 9H", secrets=["AS", None])
    state = play(state, "5H x 5D", "9C")
    document = TRIFECTA.document(state)
    assert document["captured"][0] == ["5H", "5D", "TD", "AS", "KD", "KC", "KH", "9H", "9C"]
    assert document["table"] == []
    assert points(state, 0) == {
        "ten_of_diamonds": 2, "aces": 1, "secret_cards": 1, "most_cards": 1, "most_spades": 1,
        "most_diamonds": 1,
    }  # fmt: skip
    assert state.captures[0][-1].leftover


def test_leftovers_make_no_trifecta_no_big_capture_and_no_four_of_a_kind_5_8() -> None:
    state = play(at(["5H", "9C"], "5D 7S 7H 7D 7C KD KC KH", last_capture=1), "5H x 5D", "9C")
    assert not {"trifectas", "builds", "four_of_a_kind"} & set(points(state, 0))


def test_without_any_capture_nobody_gets_the_leftovers_5_8() -> None:
    state = play(at(["5H", "9C"], "TD AS"), "5H", "9C")
    assert TRIFECTA.document(state)["captured"] == [[], []]
    assert TRIFECTA.scores(state)[0]["total"] == 0
    assert TRIFECTA.outcome(state) == ((), "draw")


def test_most_cards_are_shared_on_a_tie_and_spades_and_diamonds_are_not_5_7() -> None:
    state = play(at(["5H", "9C"], "", captured=[["3S", "4D"], ["6S", "7D"]]), "5H", "9C")
    half = Fraction(1, 2)
    assert points(state, 0) == points(state, 1) == {"most_cards": half}
    assert TRIFECTA.scores(state)[0]["total"] == half


def test_the_most_of_each_is_one_point_5_7() -> None:
    state = at(["5H", "9C"], "", captured=[["3S", "4S", "4D"], ["6S", "7D", "8D", "8C"]])
    assert points(state, 0) == points(state, 1) == {}
    state = play(state, "5H", "9C")
    assert points(state, 0) == {"most_spades": 1}
    assert points(state, 1) == {"most_cards": 1, "most_diamonds": 1}


def test_the_higher_total_wins_5_9() -> None:
    state = play(at(["5H", "9C"], "", captured=[["3C"], []]), "5H", "9C")
    assert TRIFECTA.outcome(state) == ((0,), "score")


def test_on_a_tie_the_owner_of_the_ace_of_spades_wins_5_9() -> None:
    captured = [["AS", "3S"], ["6S", "7C"]]
    scores = [{}, {"builds": 2}]
    state = play(at(["5H", "9C"], "", captured=captured, scores=scores), "5H", "9C")
    first, second = TRIFECTA.scores(state)
    assert first["total"] == second["total"]
    assert TRIFECTA.outcome(state) == ((0,), "ace_of_spades")


def test_a_tie_without_the_ace_of_spades_is_a_draw_5_9() -> None:
    state = play(at(["5H", "9C"], "", captured=[["3S"], ["6S"]]), "5H", "9C")
    assert TRIFECTA.outcome(state) == ((), "draw")


def test_points_of_captures_stay_when_the_position_is_written_and_read_again() -> None:
    state = play(at(["KH 2C", "KC"], "QH JH 5D"), "KH x QH JH")
    again = TRIFECTA.position(TRIFECTA.document(state))
    assert TRIFECTA.scores(again) == TRIFECTA.scores(state)
    assert TRIFECTA.document(state)["scores"] == [{"flush_trifectas": 2}, {}]
