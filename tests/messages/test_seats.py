"""The texts beside the names at the table."""

from __future__ import annotations

import pytest

from games.messages import seats


@pytest.mark.parametrize(("is_you", "words"), [(True, "your partner"), (False, "with Ada")])
def test_a_partner_is_told_to_the_reader_and_by_name(is_you: bool, words: str) -> None:
    assert seats.tell_partner("Ada", is_you=is_you) == words


@pytest.mark.parametrize(
    ("sides", "words"),
    [
        (["you", "Ben"], "you vs Ben"),
        (["you", "Ben", "Carol"], "you, Ben and Carol"),
        (["you and Carol", "Ben and Dora"], "you and Carol vs Ben and Dora"),
        (["Ada", "Ben"], "Ada vs Ben"),
        (["Ada", "Ben", "Carol"], "Ada, Ben and Carol"),
    ],
)
def test_a_contest_is_told_to_a_player_and_a_spectator(sides: list[str], words: str) -> None:
    assert seats.tell_contest(sides) == words


def test_a_seat_is_marked_where_a_computer_took_over() -> None:
    assert seats.tell_left() == "replaced by a computer"
