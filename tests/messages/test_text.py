import pickle

import pytest

from games.messages.cards import cards_text, groups_text
from games.messages.names import name_text
from games.messages.text import fill, join, speak_text


def test_a_text_is_a_string_that_knows_its_cards() -> None:
    text = fill("{name} takes {cards}.", name="Ada", cards=cards_text(("TD", "4H")))
    assert text == "Ada takes 10♦ and 4♥."
    assert [part.code for part in text.parts if part.code] == ["TD", "4H"]
    assert text.spoken == "Ada takes the ten of diamonds and the four of hearts."


def test_signs_between_cards_are_spoken() -> None:
    groups = groups_text((("5D", "4H"), ("9C",)))
    assert groups == "5♦ + 4♥ and 9♣"
    assert groups.spoken == "the five of diamonds plus the four of hearts and the nine of clubs"


def test_a_player_called_like_a_card_is_no_card() -> None:
    text = fill("{name} takes {cards}.", name=name_text("10♦"), cards=cards_text(("TD",)))
    assert text == "10♦ takes 10♦."
    assert [(part.code, part.is_name) for part in text.parts if part.text == "10♦"] == [
        ("", True),
        ("TD", False),
    ]


def test_a_name_with_braces_stays_as_it_is() -> None:
    assert fill("{name} quit.", name="{cards}") == "{cards} quit."


def test_a_missing_value_is_an_error() -> None:
    with pytest.raises(KeyError):
        fill("{name} takes {cards}.", name="Ada")


def test_neighbouring_words_are_one_part() -> None:
    text = fill("{a}{b} and {c}", a="one", b="two", c=cards_text(("2S",)))
    assert [part.text for part in text.parts] == ["onetwo and ", "2♠"]


def test_texts_are_joined_with_their_parts() -> None:
    row = join([cards_text(("2S",)), "and no more"], "; ")
    assert row == "2♠; and no more"
    assert [part.code for part in row.parts] == ["2S", ""]
    assert join([]) == ""


def test_a_text_keeps_its_parts_in_a_cache() -> None:
    text = cards_text(("2S", "3H"))
    assert pickle.loads(pickle.dumps(text)).parts == text.parts  # noqa: S301


def test_a_plain_string_is_spoken_as_it_is() -> None:
    assert speak_text("2♠") == "2♠"
    assert speak_text(cards_text(("2S",))) == "the two of spades"
