"""Moves are told by name, to their player and as a choice, whatever game they belong to."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from games.messages.moves import tell_dealing, tell_move, tell_play
from games.messages.text import Part
from games.rules.cards import JOKER
from games.rules.explanation import Explanation
from tests.rules.test_every_variant import SETUPS, Setup

EVERY = 5
MOVES = 40
EIGHT = (("3H", "5D"), ("8S",))
TOOK_FOUR = Explanation("capture", "8C", groups=EIGHT, gains=(("cards", 4), ("spades", 1)))


@pytest.mark.parametrize(
    ("explanation", "bare", "you", "named"),
    [
        (Explanation("drop", "TD"), "Drop 10♦", "You drop 10♦", "Ada drops 10♦"),
        (Explanation("trail", "TD"), "Trail 10♦", "You trail 10♦", "Ada trails 10♦"),
        (Explanation("capture", "8C", groups=EIGHT),
         "8♣ takes 3♥ + 5♦ and 8♠", "You take 3♥ + 5♦ and 8♠ with 8♣",
         "Ada takes 3♥ + 5♦ and 8♠ with 8♣"),
        (TOOK_FOUR,
         "8♣ takes 3♥ + 5♦ and 8♠: 4 cards, 1 spade",
         "You take 3♥ + 5♦ and 8♠ with 8♣: 4 cards, 1 spade",
         "Ada takes 3♥ + 5♦ and 8♠ with 8♣: 4 cards, 1 spade"),
        (Explanation("capture", "KS", 9, (("9H",),)),
         "K♠ as 9 takes 9♥", "You take 9♥ with K♠ as 9", "Ada takes 9♥ with K♠ as 9"),
        (Explanation("build", "3H", 8, (("3H", "5D"),)),
         "Build 8 with 3♥ + 5♦", "You build 8 with 3♥ + 5♦", "Ada builds 8 with 3♥ + 5♦"),
        (Explanation("build_same", "8C", 8, (("8C",), ("8S",))),
         "Make a fixed build of 8 with 8♣ and 8♠", "You make a fixed build of 8 with 8♣ and 8♠",
         "Ada makes a fixed build of 8 with 8♣ and 8♠"),
        (Explanation("build_same", "KH", "K", (("KH",), ("KD",))),
         "Make a face build of kings with K♥ and K♦",
         "You make a face build of kings with K♥ and K♦",
         "Ada makes a face build of kings with K♥ and K♦"),
        (Explanation("build_multiple", "3H", 8, EIGHT),
         "Make a multiple build of 8 with 3♥ + 5♦ and 8♠",
         "You make a multiple build of 8 with 3♥ + 5♦ and 8♠",
         "Ada makes a multiple build of 8 with 3♥ + 5♦ and 8♠"),
        (Explanation("subtraction", "2H", 8, (("TD",),)),
         "Put 2♥ on 10♦, leaving 8", "You put 2♥ on 10♦, leaving 8",
         "Ada puts 2♥ on 10♦, leaving 8"),
        (Explanation("pass"), "Pass", "You pass", "Ada passes"),
        (Explanation("secret"),
         "Pick a secret card", "You pick a secret card", "Ada picks a secret card"),
    ],
    ids=lambda value: value.action if isinstance(value, Explanation) else "",
)  # fmt: skip
def test_a_move_is_told_as_a_choice_to_its_player_and_by_name(
    explanation: Explanation, bare: str, you: str, named: str
) -> None:
    assert tell_play(explanation) == bare
    assert tell_play(explanation, "Ada", is_you=True) == you
    assert tell_play(explanation, "Ada") == named


@pytest.mark.parametrize(
    ("gains", "points", "words"),
    [
        ([("cards", 2), ("spades", 2), ("diamonds", 1)], [], "2 cards, 2 spades, 1 diamond"),
        ([("cards", 1), ("diamonds", 2)], [], "1 card, 2 diamonds"),
        ([("cards", 2)], [("aces", 1)], "2 cards; 1 point (ace)"),
        ([("cards", 2)], [("aces", 2)], "2 cards; 2 points (aces)"),
        ([("cards", 4)], [("aces", 2), ("big_casino", 2)], "4 cards; 4 points (aces 2, 10♦ 2)"),
        ([("cards", 2)], [("little_casino", 1)], "2 cards; 1 point (2♠)"),
        ([("cards", 2)], [("secret_cards", 1)], "2 cards; 1 point (secret card)"),
        ([("cards", 2)], [("secret_cards", 2)], "2 cards; 2 points (secret cards)"),
        ([("cards", 3)], [("sweeps", 1), ("two_of_spades", 1)],
         "3 cards; 2 points (sweep 1, 2♠ 1)"),
        ([("cards", 3)], [("flush_trifectas", 2)], "3 cards; 2 points (flush trifecta)"),
        ([("cards", 7)], [("builds", 1), ("trifectas", 1), ("four_of_a_kind", 1)],
         "7 cards; 3 points (big capture 1, trifecta 1, four of a kind 1)"),
    ],
)  # fmt: skip
def test_a_capture_tells_what_it_brings(
    gains: list[tuple[str, int]], points: list[tuple[str, int]], words: str
) -> None:
    capture = Explanation("capture", "8C", None, (("8S",),), tuple(gains), tuple(points))
    assert tell_play(capture) == f"8♣ takes 8♠: {words}"
    assert tell_play(capture, "Ada") == f"Ada takes 8♠ with 8♣: {words}"
    assert tell_play(capture, is_you=True) == f"You take 8♠ with 8♣: {words}"


def test_what_a_move_brings_can_be_left_out() -> None:
    assert tell_move(TOOK_FOUR) == "8♣ takes 3♥ + 5♦ and 8♠"


def test_the_dealer_deals() -> None:
    assert tell_dealing(Explanation("deal")) == "The dealer deals the next deck"


def test_a_move_knows_its_name_and_its_cards() -> None:
    capture = Explanation("capture", "8C", None, (("TD",),), (("cards", 2),), (("big_casino", 2),))
    told = tell_play(capture, "8♣ <3")
    assert told == "8♣ <3 takes 10♦ with 8♣: 2 cards; 2 points (10♦)"
    assert [part for part in told.parts if part.is_name or part.code] == [
        Part("8♣ <3", is_name=True),
        Part("10♦", "the ten of diamonds", "TD"),
        Part("8♣", "the eight of clubs", "8C"),
        Part("10♦", "the ten of diamonds", "TD"),
    ]
    assert told.spoken == (
        "8♣ <3 takes the ten of diamonds with the eight of clubs: "
        "2 cards; 2 points (the ten of diamonds)"
    )


def explained(setup: Setup) -> Iterator[Any]:
    """Yield the explanations of moves in a random game, alone and on their tables."""
    game = setup.game
    for state, _ in islice(setup.walk(1), 0, None, EVERY):
        for move in islice(game.moves(state), MOVES):
            yield game.describe(move)
            yield game.explain(state, move)


def cards_of(explanation: Any) -> Counter[str]:
    """Return the cards of a move that are shown as cards; a joker is a word."""
    if not isinstance(explanation, Explanation):
        return Counter(card for card in explanation.cards if card != JOKER)
    cards = Counter(card for group in explanation.groups for card in group)
    if explanation.card and not cards[explanation.card]:
        cards[explanation.card] += 1
    return cards


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_every_move_of_a_game_is_told_in_full_and_knows_its_cards(setup: Setup) -> None:
    for explanation in explained(setup):
        cards = cards_of(explanation)
        bare, you, named = (
            tell_play(explanation),
            tell_play(explanation, "Ada", is_you=True),
            tell_play(explanation, "Ada"),
        )
        assert you.startswith("You ")
        assert named.startswith("Ada ")
        assert [part.text for part in named.parts if part.is_name] == ["Ada"]
        for words in (bare, you, named):
            assert not re.search(r"[{}]|  |^ | $|None", words)
            assert bare[0].isupper() or bare[0].isdigit()
            codes = Counter(part.code for part in words.parts if part.code)
            assert cards <= codes
            assert not re.search("[♠♥♦♣]", "".join(p.text for p in words.parts if not p.code))
        if not getattr(explanation, "jokers", None):  # these may stand for cards
            assert Counter(p.code for p in tell_move(explanation).parts if p.code) == cards
