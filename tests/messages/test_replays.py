"""The words around the steps of a replay, and how the points stood."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest

from games.messages.names import name_text
from games.messages.numbers import Points
from games.messages.replays import (
    all_hands,
    decks_label,
    tell_leads,
    tell_standing,
    time_taken,
)
from games.messages.text import Text

ADA, BEN, CAROL = map(name_text, ("Ada", "Ben", "Carol"))
PAIR = name_text("Ada and Carol")


@pytest.mark.parametrize(
    ("totals", "leaders", "are_many", "words"),
    [
        ([0, 0], [], False, "Level at 0"),
        ([7, 5], [ADA], False, "Ada leads 7 to 5"),
        ([Fraction(5, 2), 1], [ADA], False, "Ada leads 2½ to 1"),
        ([9, 7, 5], [BEN], False, "Ben leads 9 to 7 and 5"),
        ([9, 7], [PAIR], True, "Ada and Carol lead 9 to 7"),
        ([9, 9, 5], [ADA, BEN], False, "Ada and Ben are ahead with 9"),
        ([9, 9, 9, 5], [ADA, BEN, CAROL], False, "Ada, Ben and Carol are ahead with 9"),
    ],
)
def test_the_standing_is_told(
    totals: Sequence[Points], leaders: Sequence[Text], are_many: bool, words: str
) -> None:
    assert tell_standing(totals, leaders, are_many=are_many) == words


@pytest.mark.parametrize(
    ("moves", "leads", "words"),
    [
        (1, [([], 1)], "The score was level after the only move."),
        (1, [([ADA], 1)], "Ada was ahead after the only move."),
        (1, [([ADA, CAROL], 1)], "Ada and Carol were ahead after the only move."),
        (48, [([], 48)], "The score was level after all 48 moves."),
        (48, [([ADA], 48)], "Ada was ahead after all 48 moves."),
        (48, [([ADA, CAROL], 48)], "Ada and Carol were ahead after all 48 moves."),
        (4, [([], 2), ([ADA], 2)],
         "The score was level after 2 of 4 moves; Ada was ahead after 2."),
        (9, [([ADA], 7), ([], 2)],
         "Ada was ahead after 7 of 9 moves; the score was level after 2."),
        (9, [([ADA], 5), ([ADA, BEN], 3), ([BEN], 1)],
         "Ada was ahead after 5 of 9 moves; Ada and Ben were ahead after 3; "
         "Ben was ahead after 1."),
        (9, [([ADA, CAROL], 5), ([BEN], 4)],
         "Ada and Carol were ahead after 5 of 9 moves; Ben was ahead after 4."),
    ],
)  # fmt: skip
def test_the_leads_of_a_game_are_counted(
    moves: int, leads: Sequence[tuple[Sequence[Text], int]], words: str
) -> None:
    assert tell_leads(moves, leads) == words


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "0:00"), (7.4, "0:07"), (99.4, "1:39"), (133, "2:13"), (605, "10:05"),
     (18_000, "5 h 0 min"), (3 * 86_400, "3 d 0 h")],
)  # fmt: skip
def test_the_time_taken_is_short(seconds: float, words: str) -> None:
    assert time_taken(seconds) == words


def test_the_parts_of_the_chart_and_the_view_of_all_hands_are_named() -> None:
    assert [decks_label(True), decks_label(False)] == ["decks", "rounds"]
    assert all_hands() == "All hands"
