"""The highest levels at Triple Four: the chances of a hand, and the risk of a discard."""

from typing import Any

import pytest

from games.computer.trays.chances import NO_CARDS, Chances
from games.computer.trays.gifts import Gifts
from games.computer.trays.prospects import count_cards
from tests.computer.test_easy_triplets import choose
from tests.rules.triplets import at

SEVEN = "?? ?? ?? ?? ?? ?? ??"
HIDDEN = {"stock": ["??"] * 40, "triplets": ["??"] * 40}


def rate(name: str, hand: str, **more: Any) -> float:
    state = at([hand, SEVEN], trays=["T37 T12", "?? ?? ??"], **HIDDEN, **more)
    return Chances(state, 0).rate_triplet(name, count_cards(hand.split()))


def rate_gift(card: str, **more: Any) -> float:
    hand = "2S 2H 5C 9D JH QC KH"
    state = at([hand, SEVEN], trays=["T1 T2 T3", "?? ?? ??"], **HIDDEN, **more)
    return Gifts(state, 0, Chances(state, 0)).rate(card)


def test_a_hand_is_worth_more_the_less_it_lacks() -> None:
    chances = [rate("T37", hand) for hand in ("2S", "2S JH", "2S JH QD", "2S JH QD KH")]
    assert chances == sorted(chances)
    assert chances[-1] == 1
    assert rate("T37", "JH QD XX") < 1


def test_it_does_not_wait_for_cards_that_are_gone() -> None:
    assert rate("T37", "JH QD", discard="KH KH KD") < rate("T37", "JH QD", discard="2C 2C 3C")
    gone = rate("T37", "JH QD", discard="KH KH KD KD XX XX XX XX")
    assert gone == 0


def test_cards_for_places_of_their_own_last_longer_than_cards_for_the_same_place() -> None:
    discard = "QH QH 2C 2C"  # two queens are left, and four of J and K each
    two = rate("T12", "XX", discard=discard), rate("T37", "QD", discard=discard)
    assert two[0] < two[1]


def test_an_empty_hand_has_a_chance_of_every_triplet_card() -> None:
    state = at(["", SEVEN], trays=["T37", "??"], drawn=None, **HIDDEN)
    chances = Chances(state, 0)
    assert all(0 < chances.rate_triplet(name, NO_CARDS) < 1 for name in chances.hidden)


def test_a_card_like_one_that_was_declined_is_less_of_a_gift() -> None:
    assert rate_gift("9D", discard="9H") < rate_gift("9D", discard="4S")
    assert rate_gift("9D", discard="9H 4S 4C") > rate_gift("9D", discard="4S 4C 9H")
    assert rate_gift("9D", discard="9S") > rate_gift("9D", discard="9H")


def test_a_card_for_which_little_is_left_is_less_of_a_gift() -> None:
    partners = "7H 7H 7D 7D 8H 8H 8D 8D TH TH TD TD JH JD JD"
    assert rate_gift("9D", discard=partners) < rate_gift("9D", discard="4S")


def test_a_card_for_a_match_is_kept() -> None:
    matched = [["T35: 9H TD JH"], []]
    other = [["T47: 9S TC JC"], []]
    assert rate_gift("9D", matched=matched) > rate_gift("9D", matched=other)


@pytest.mark.parametrize("level", ["strong", "master"])
def test_a_match_waits_while_it_would_take_two_jokers(level: str) -> None:
    trays = ["T37 T1 T2", "?? ?? ??"]
    state = at(["JH XX XX 2S 5C 9D 7C 8S", SEVEN], trays=trays, **HIDDEN)
    assert choose(state, level).startswith("discard")
    assert choose(state, "club").startswith("match T37")
    state = at(["JH QD KH XX XX 5C 9D 7C", SEVEN], trays=trays, **HIDDEN)
    assert choose(state, level) == "match T37: JH QD KH"


@pytest.mark.parametrize("level", ["strong", "master"])
def test_two_jokers_are_laid_down_to_win(level: str) -> None:
    three = ["T27: AH 2D 3H", "T28: 2H 3D 4H", "T29: 3H 4D 5H"]
    hand = "JH XX XX 2S 5C 9D 7C 8S"
    trays = ["T37 T1 T2", "?? ?? ??"]
    state = at([hand, SEVEN], trays=trays, matched=[three, []], **HIDDEN)
    assert choose(state, level) == "match T37: JH XX XX"
