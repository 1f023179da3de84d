"""The special moves of a game, for which the archive can be searched."""

import pytest

from games.rules.trifecta.state import TrifectaState
from tests.rules.table import TRIFECTA, at


def highlights(state: TrifectaState, text: str) -> tuple[str, ...]:
    move = TRIFECTA.parse(state, text)
    return TRIFECTA.highlights(state, move, TRIFECTA.play(state, move))


@pytest.mark.parametrize(
    ("hand", "table", "text", "kinds"),
    [
        ("5H", "", "5H", ()),
        ("5H 2C", "", "pass", ()),
        ("8C", "5H 3D", "8C x 3D 5H", ()),
        # 5.2 a flush trifecta is a capture of king, queen and jack of one suit
        ("KH", "QH JH", "KH x JH QH", ("flush_trifecta",)),
        ("KH", "QD JC", "KH x JC QD", ()),
        ("KH", "KD KC", "KH x KD KC", ()),
        # 5.4 seven cards or more in one capture by number, including the capturing card
        ("8C", "5H 3D 8S 6C 2D 8H", "8C x 2D 3D 5H 6C 8S 8H", ("big_capture",)),
        ("8C", "5H 3D 8S 6C 2D", "8C x 2D 3D 5H 6C 8S", ()),
        # 5.5 five of a kind needs the wild king, as the number it stands for
        ("KS", "9S 9H 9D 9C", "KS=9 x 9S 9H 9D 9C", ("five_of_a_kind",)),
        ("9S", "KS 9H 9D 9C", "9S x 9H 9D 9C KS", ("five_of_a_kind",)),
        ("9S", "KS 9H 9D", "9S x 9H 9D KS", ()),
        ("8C", "4S 4H 4D 4C", "8C x 4S 4H 4D 4C", ()),
        (
            "9S",
            "4S 4H 4D 4C KS 5S 5H 5D 5C AD",
            "9S x AD 4S 4H 4D 4C 5S 5H 5D 5C KS",
            ("big_capture",),
        ),
        (
            "9S",
            "4S 4H 4D 4C KS 5S 5H 5D 5C AD 3D",
            "9S x AD 3D 4S 4H 4D 4C 5S 5H 5D 5C KS",
            ("five_of_a_kind", "big_capture"),
        ),
        # 4.6 a build is stolen if the opponent was the last to add to it
        ("8C", "5H+3D=8@1", "8C x 3D 5H", ("stolen_build",)),
        ("8C", "5H+3D=8@0", "8C x 3D 5H", ()),
        ("8C", "5H+3D=8", "8C x 3D 5H", ()),
        ("KH", "KD+KC=K@1", "KH x KD KC", ("stolen_build",)),
        ("8C 9C", "5H+3D=8@1 AD", "9C", ()),
        ("AC 9C", "5H+3D=8@1", "AC + 3D 5H = 9", ()),
        # 4.10 the subtraction, made and captured
        ("2H 8C", "TD", "2H - TD = 8", ("subtraction_made",)),
        ("8C", "TD-2H=8@0", "8C x 2H TD", ("subtraction_captured",)),
    ],
)
def test_a_move_has_the_highlights_that_the_rules_name(
    hand: str, table: str, text: str, kinds: tuple[str, ...]
) -> None:
    assert highlights(at([hand, "QC"], table), text) == kinds


def test_one_capture_can_have_several_highlights() -> None:
    state = at(["8C", "QC"], "5H+3D=8@1 8S 6C 2D 8H")
    assert highlights(state, "8C x 2D 3D 5H 6C 8S 8H") == ("big_capture", "stolen_build")


def test_leftovers_for_the_last_capturer_are_no_highlight() -> None:
    state = at(["8C", ""], "8H QH JH KH 2S 3S 4S 5S", round=6)
    assert highlights(state, "8C x 8H") == ()


def test_every_highlight_is_declared() -> None:
    assert set(TRIFECTA.highlight_kinds) == {
        "flush_trifecta",
        "five_of_a_kind",
        "big_capture",
        "stolen_build",
        "subtraction_made",
        "subtraction_captured",
    }
