"""How finished games went, in lists and in the archive."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest

from games.messages import standings as told
from games.messages.names import name_computer, name_text
from games.messages.numbers import Points


@pytest.mark.parametrize(
    ("result", "own", "others", "place", "words"),
    [
        ("won", 22, [15], 0, "won 22 to 15"),
        ("won", 22, [15, 9], 0, "won 22 to 15 and 9"),
        ("lost", Fraction(9, 2), [7], 0, "lost 4½ to 7"),
        ("drawn", 12, [12], 0, "drew 12 to 12"),
        ("lost", 15, [22, 9], 2, "came second with 15 to 22 and 9"),
        ("lost", 9, [22, 15], 3, "came third with 9 to 22 and 15"),
        ("lost", 2, [22, 15, 9], 4, "came fourth with 2 to 22, 15 and 9"),
    ],
)
def test_a_score_is_told_to_a_player(
    result: str, own: Points, others: Sequence[Points], place: int, words: str
) -> None:
    assert told.tell_score(result, own, others, place) == words


def test_a_result_is_told_without_a_score() -> None:
    results = ("won", "lost", "drawn")
    assert [told.result_label(result) for result in results] == ["Won", "Lost", "Drawn"]
    assert told.result_label("") == ""
    assert [told.tell_forfeit(result) for result in results] == [
        "won by forfeit",
        "lost by forfeit",
        "drawn",
    ]
    assert told.tell_left_early() == "lost, dropped out"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (told.name_opponents(["Ben"]), "Ben"),
        (told.name_opponents(["Ben", "Carol", "Dora"]), "Ben, Carol and Dora"),
        (told.name_opponents(["Ben", "Dora"], ["Carol"]), "Ben and Dora, with Carol"),
        (told.name_contest([["Ada"], ["Ben"]]), "Ada vs Ben"),
        (told.name_contest([["Ada", "Carol"], ["Ben", "Dora"]]),
         "Ada and Carol vs Ben and Dora"),
        (told.name_contest([["Ada"], ["Ben"], ["Carol"]]), "Ada, Ben and Carol"),
    ],
)  # fmt: skip
def test_those_who_play_are_named(words: str, sentence: str) -> None:
    assert words == sentence


def test_only_names_are_marked_as_names() -> None:
    basil, bob = name_computer("Basil", "easy"), name_text("bob")
    for told_text in (
        told.name_opponents([basil], [bob]),
        told.name_contest([[basil], [bob]]),
        told.name_contest([[basil], [bob], [basil]]),
    ):
        assert {part.text for part in told_text.parts if part.is_name} == {"Basil", "bob"}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (told.tell_why_over("forfeit", ["Ada"]), "Ada ran out of time"),
        (told.tell_why_over("resignation", ["Ada"]), "Ada quit"),
        (told.tell_why_over("forfeit", ["Ada", "Ben"]), "Ada and Ben dropped out"),
        (told.tell_highest_total(2), "The higher total won"),
        (told.tell_highest_total(3), "The highest total won"),
        (told.add_dropped_out("A draw", []), "A draw"),
        (told.add_dropped_out("The highest total won", ["Ada"]),
         "The highest total won; Ada dropped out and is ranked last"),
        (told.add_dropped_out("The highest total won", ["Ada", "Ben"]),
         "The highest total won; Ada and Ben dropped out and are ranked last"),
    ],
)  # fmt: skip
def test_what_decided_a_game_is_told(words: str, sentence: str) -> None:
    assert words == sentence
