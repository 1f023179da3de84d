"""The texts beside the names at the table."""

from __future__ import annotations

import pytest

from games.messages import seats


@pytest.mark.parametrize(("is_you", "words"), [(True, "your partner"), (False, "with Ada")])
def test_a_partner_is_told_to_the_reader_and_by_name(is_you: bool, words: str) -> None:
    assert seats.tell_partner("Ada", is_you=is_you) == words


@pytest.mark.parametrize(
    ("sides", "is_player", "words"),
    [
        (["You", "Ben"], True, "You against Ben"),
        (["You", "Ben", "Carol"], True, "You against Ben and Carol"),
        (["You and Carol", "Ben and Dora"], True, "You and Carol against Ben and Dora"),
        (["Ada", "Ben"], False, "Ada against Ben"),
        (["Ada", "Ben", "Carol"], False, "Ada, Ben and Carol"),
    ],
)
def test_a_contest_is_told_to_a_player_and_a_spectator(
    sides: list[str], is_player: bool, words: str
) -> None:
    assert seats.tell_contest(sides, is_player=is_player) == words


def test_a_seat_is_marked_where_a_computer_took_over() -> None:
    assert seats.tell_left() == "replaced by a computer"
