"""What a computer player says of moves that were made, and of those that are tried instead."""

from __future__ import annotations

import pytest

from games.messages import analysis


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (analysis.name_stand_in("Ada"), "A computer player, in place of Ada"),
        (analysis.name_stand_in_level("Ada", "easy"), "A computer player (easy), in place of Ada"),
        (analysis.the_win(), "the win"),
        (analysis.wins(), "wins"),
        (analysis.tell_best(), "Yes: that is what the computer would play."),
        (analysis.tell_as_good(), "Yes: that is as good as what the computer would play."),
        (analysis.tell_same(), "That is what you played. Look for something better."),
        (analysis.tell_short("0.5 points", is_better=True),
         "Better than what you played, but 0.5 points short of the best move."),
        (analysis.tell_short("2.0 matches", is_better=False),
         "Not better than what you played: 2.0 matches short of the best move."),
        (analysis.tell_missed_win(is_better=True),
         "Better than what you played, but it misses the win."),
        (analysis.tell_missed_win(is_better=False),
         "Not better than what you played: it misses the win."),
    ],
    ids=lambda value: str(value)[:40],
)  # fmt: skip
def test_a_move_is_judged(words: str, sentence: str) -> None:
    assert words == sentence


@pytest.mark.parametrize(
    ("points", "unit", "words"),
    [
        (0.254, "points", "0.25 points"),
        (1.0, "points", "1.0 points"),
        (12.34, "points", "12.3 points"),
        (0.5, "matches", "0.50 matches"),
        (1.0, "matches", "1.0 matches"),
    ],
)
def test_a_cost_is_told_in_the_unit_of_the_game(points: float, unit: str, words: str) -> None:
    assert analysis.tell_cost(points, unit) == words
