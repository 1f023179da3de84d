"""The texts for the decks of a match."""

from __future__ import annotations

from fractions import Fraction

import pytest

from games.messages import decks
from games.messages.cards import cards_text
from games.messages.names import Names

THREE = ("Ada", "Ben", "Carol")


def test_a_deck_is_told_with_what_it_brought() -> None:
    assert decks.deck_title(2) == "Deck 2 score"
    told = decks.tell_deck_score(2, ["Ada and Carol", "Ben"], [Fraction(15, 2), 0])
    assert told == "Deck 2: Ada and Carol 7½, Ben 0"


def test_a_match_goes_on_without_a_sole_leader() -> None:
    assert decks.tell_no_leader(21) == (
        "No side leads alone with 21 points or more, so another deck is played."
    )


@pytest.mark.parametrize(
    ("viewer", "words"),
    [
        (0, "You deal deck 2, and Ben plays first."),
        (1, "Ada deals deck 2, and you play first."),
        (2, "Ada deals deck 2, and Ben plays first."),
        (None, "Ada deals deck 2, and Ben plays first."),
    ],
)
def test_the_next_deal_is_told(viewer: int | None, words: str) -> None:
    assert decks.tell_next_deck(Names(THREE, viewer), 2, 0, 1) == words


@pytest.mark.parametrize(
    ("cards", "gain", "words"),
    [
        (("5D",), "", "Left on the table: 5♦, to Ada for the last capture"),
        (("5D", "AH"), "1", "Left on the table: 5♦ and A♥, to Ada for the last capture (+1)"),
    ],
)
def test_cards_left_on_the_table_are_told(cards: tuple[str, ...], gain: str, words: str) -> None:
    told = decks.tell_leftovers(cards_text(cards), "Ada", gain)
    assert told == words
    assert [part.code for part in told.parts if part.code] == list(cards)


def test_the_most_cards_of_a_kind_are_told() -> None:
    told = decks.tell_most("Most spades", "Ada and Ben", "6 spades each", "½")
    assert told == "Most spades: Ada and Ben, 6 spades each (+½)"
