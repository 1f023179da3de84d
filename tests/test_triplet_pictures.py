"""The pictures of the triplet cards: marks, suits and words that agree with each other."""

import re

import pytest

from games.pictures.triplets import draw_triplet
from games.rules.triple_four.triplets import TRIPLETS


def seen(name: str) -> tuple[str, str, str]:
    """Return the marks, the suits, and the name and words of a triplet card."""
    parts = draw_triplet(name).split('<span class="triplet-')[1:]
    marks, suits, text = (re.sub("<[^>]*>", "", part.partition(">")[2]) for part in parts)
    return marks, suits, text


@pytest.mark.parametrize(
    ("name", "marks", "suits", "text"),
    [
        ("T12", "QQQ", "♥♦", "three red queens"),
        ("T23", "101010", "♠♣", "three black 10s"),
        ("T27", "A23", "♥♦", "A 2 3, all red"),
        ("T37", "JQK", "♥♦", "J Q K, all red"),
        ("T51", "♠♠♠", "", "three spades in a row"),
        ("T55", "===", "♠♥♦♣", "three of a kind"),
    ],
)
def test_a_triplet_card_shows_its_marks_and_its_text(
    name: str, marks: str, suits: str, text: str
) -> None:
    assert seen(name) == (marks, suits, f"{name} {text}")


def test_every_triplet_card_has_a_picture_with_its_text() -> None:
    for name, triplet in TRIPLETS.items():
        assert seen(name)[2] == f"{name} {triplet.text}"
        assert ('"triplet is-red"' in draw_triplet(name)) is (" red" in str(triplet.text))
