"""How players are called in texts: by name, or "you" to the reader."""

from __future__ import annotations

import pytest

from games.messages.names import (
    Names,
    Relation,
    former_player,
    name_computer,
    name_text,
)

NAMES = ("Ada", "Ben", "Carol")


@pytest.mark.parametrize(
    ("viewer", "seats", "subject", "called"),
    [
        (None, [], "", ""),
        (None, [0], "Ada", "Ada"),
        (None, [0, 1], "Ada and Ben", "Ada and Ben"),
        (0, [0], "You", "you"),
        (0, [1, 2], "Ben and Carol", "Ben and Carol"),
        (0, [0, 2], "You and Carol", "you and Carol"),
        (2, [0, 2], "You and Ada", "you and Ada"),
        (1, [0, 1, 2], "You, Ada and Carol", "you, Ada and Carol"),
    ],
)
def test_the_reader_comes_first_and_is_called_you(
    viewer: int | None, seats: list[int], subject: str, called: str
) -> None:
    names = Names(NAMES, viewer)
    assert (names.subject(seats), names.object(seats)) == (subject, called)


def test_a_name_is_marked_as_a_name_and_you_is_not() -> None:
    parts = Names(NAMES, 1).subject([0, 1]).parts
    assert [(part.text, part.is_name) for part in parts] == [("You and ", False), ("Ada", True)]
    assert name_text("Ada").parts[0].is_name


def test_the_reader_has_a_name_too() -> None:
    names = Names(NAMES, 0)
    assert (names.name(0), names.is_you(0)) == ("Ada", True)
    assert (names.name(1), names.is_you(1)) == ("Ben", False)
    assert not names.is_you(None)
    assert not Names(NAMES).is_you(None)


@pytest.mark.parametrize(
    ("seat", "viewer", "relation"),
    [
        (0, 0, Relation.YOU),
        (0, 1, Relation.RIVAL),
        (None, 1, Relation.RIVAL),
        (0, None, Relation.WATCHED),
        (None, None, Relation.WATCHED),
    ],
)
def test_a_player_is_the_reader_a_rival_or_watched(
    seat: int | None, viewer: int | None, relation: Relation
) -> None:
    assert Relation.of(seat, viewer) is relation


def test_a_computer_player_is_named_with_its_level() -> None:
    assert name_computer("Basil", "easy") == "Basil (computer, easy)"
    assert name_computer("Dion", "master") == "Dion (computer, master)"


def test_a_player_who_erased_the_account_has_no_name() -> None:
    assert former_player() == "Former player"
