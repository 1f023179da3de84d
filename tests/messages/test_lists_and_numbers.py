from decimal import Decimal
from fractions import Fraction

import pytest

from games.messages.cards import any_card_text, card_name, cards_text
from games.messages.lists import join_and, join_commas, join_or
from games.messages.numbers import count_points, show_points
from games.rules.wording.values import show_number


@pytest.mark.parametrize(
    ("items", "words"),
    [
        ([], ""),
        (["Ada"], "Ada"),
        (["Ada", "Ben"], "Ada and Ben"),
        (["Ada", "Ben", "Carol"], "Ada, Ben and Carol"),
    ],
)
def test_a_list_ends_in_and(items: list[str], words: str) -> None:
    assert join_and(items) == words


def test_other_lists() -> None:
    assert join_or(["4♠", "7♠", "8♠"]) == "4♠, 7♠ or 8♠"
    assert join_commas(["4 cards", "1 spade"]) == "4 cards, 1 spade"


def test_jokers_are_counted_at_the_end_of_a_list_of_cards() -> None:
    assert cards_text(("XX", "JH")) == "J♥ and a joker"
    assert cards_text(("XX", "JH", "XX")) == "J♥ and two jokers"
    assert any_card_text(("4S", "7S")) == "4♠ or 7♠"


def test_cards_have_names() -> None:
    assert [card_name(code) for code in ("AS", "TD", "XX", "??")] == [
        "ace of spades",
        "ten of diamonds",
        "joker",
        "hidden card",
    ]


@pytest.mark.parametrize(
    ("points", "sheet", "number", "counted"),
    [
        (0, "", "0", "0 points"),
        (1, "1", "1", "1 point"),
        (Fraction(1, 2), "½", "½", "½ point"),
        (Fraction(3, 2), "1½", "1½", "1½ points"),
        (Decimal("11.5"), "11½", "11½", "11½ points"),
        (12, "12", "12", "12 points"),
    ],
)
def test_halves_are_numbers(
    points: int | Fraction | Decimal, sheet: str, number: str, counted: str
) -> None:
    assert show_points(points) == sheet
    assert show_number(points) == number
    assert count_points(points) == counted


def test_a_game_may_count_matches() -> None:
    assert [count_points(number, "matches") for number in (1, 2)] == ["1 match", "2 matches"]
