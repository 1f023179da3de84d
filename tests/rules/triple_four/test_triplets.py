"""The cards that fit a triplet card, compared with a literal reading of the rules."""

import random
from itertools import combinations, combinations_with_replacement

import pytest

from games.rules.cards import SORTED
from games.rules.triple_four.hints import find_laid, measure
from games.rules.triple_four.triplets import (
    CARDS,
    ORDER,
    TRIPLETS,
    choose_cards,
    satisfies,
    sort_cards,
)

RANKS = "A23456789TJQK"
RUNS = [(RANKS + "A")[first : first + 3] for first in range(12)]
ALL_THREES = list(combinations_with_replacement(SORTED, 3))


def is_wanted(number: int, cards: tuple[str, ...]) -> bool:
    """Return whether three cards without jokers fit, by the list of triplet cards (2.1 to 2.4)."""
    ranks, suits = {card[0] for card in cards}, {card[1] for card in cards}
    if number <= 26:
        colour = {"H", "D"} if number <= 13 else {"S", "C"}
        return ranks == {RANKS[(number - 1) % 13]} and suits <= colour
    if number <= 50:
        colour = {"H", "D"} if number <= 38 else {"S", "C"}
        return ranks == set(RUNS[(number - 27) % 12]) and suits <= colour
    if number <= 54:
        return suits == {"SHDC"[number - 51]} and any(ranks == set(run) for run in RUNS)
    return len(ranks) == 1


@pytest.mark.parametrize("number", range(1, 57))
def test_three_cards_fit_a_triplet_card_as_the_rules_say(number: int) -> None:
    name = f"T{number}"
    wanted = {cards for cards in ALL_THREES if is_wanted(number, cards)}
    # There are at most two of each card, so a third of the same can only be a joker.
    possible = {cards for cards in wanted if len(set(cards)) > 1}
    with_one = {(*cards[:at], *cards[at + 1 :]) for cards in wanted for at in range(3)}
    with_two = {(card,) for cards in wanted for card in cards}
    expected = {
        *possible,
        *((*cards, "XX") for cards in with_one),
        *((*cards, "XX", "XX") for cards in with_two),
        ("XX", "XX", "XX"),
    }
    listed = list(choose_cards(name, CARDS))
    chosen = set(listed)
    assert len(chosen) == len(listed)
    assert {sort_cards(cards) for cards in expected} == chosen
    rng = random.Random(number)
    for _ in range(500):
        cards = tuple(rng.sample(CARDS, 3))
        assert satisfies(name, cards) == (sort_cards(cards) in chosen)


def test_there_are_108_cards_and_56_triplet_cards_1_2() -> None:
    assert len(CARDS) == 108
    assert all(CARDS.count(card) == 2 for card in SORTED)
    assert CARDS.count("XX") == 4
    assert list(TRIPLETS) == [f"T{number}" for number in range(1, 57)]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("T1", "three red aces"),
        ("T12", "three red queens"),
        ("T23", "three black 10s"),
        ("T26", "three black kings"),
        ("T27", "A 2 3, all red"),
        ("T37", "J Q K, all red"),
        ("T38", "Q K A, all red"),
        ("T39", "A 2 3, all black"),
        ("T50", "Q K A, all black"),
        ("T51", "three spades in a row"),
        ("T54", "three clubs in a row"),
        ("T55", "three of a kind"),
        ("T56", "three of a kind"),
    ],
)
def test_a_triplet_card_has_a_text_2(name: str, text: str) -> None:
    assert str(TRIPLETS[name].text) == text


@pytest.mark.parametrize(
    ("name", "cards"),
    [
        ("T12", "QH QD QH"),
        ("T37", "JH QD KH"),
        ("T37", "JD QD KD"),
        ("T37", "XX QD XX"),
        ("T51", "AS 2S 3S"),
        ("T51", "QS KS AS"),
        ("T55", "8S 8H 8H"),
        ("T1", "XX XX XX"),
        ("T54", "XX XX XX"),
    ],
)
def test_the_examples_in_the_rules_fit_2(name: str, cards: str) -> None:
    assert satisfies(name, cards.split())


@pytest.mark.parametrize(
    ("name", "cards"),
    [
        ("T12", "QH QD QS"),
        ("T12", "QH QD"),
        ("T12", "QH QD QH QD"),
        ("T37", "JH QS KH"),
        ("T37", "JH JD KH"),
        ("T51", "KS AS 2S"),
        ("T51", "3S 5S XX XX"),
        ("T51", "3S 6S XX"),
        ("T55", "8S 8H 9H"),
        ("T55", "?? ?? ??"),
    ],
)
def test_other_cards_do_not_fit_2(name: str, cards: str) -> None:
    assert not satisfies(name, cards.split())


@pytest.mark.parametrize("name", TRIPLETS)
def test_the_missing_cards_of_a_hand_agree_with_brute_force(name: str) -> None:
    rng = random.Random(name)
    for _ in range(60):
        hand = rng.sample(CARDS, 7)
        progress = measure(name, hand)
        assert len(progress.held) + progress.short == 3
        assert not [card for card in progress.held if progress.held.count(card) > hand.count(card)]
        assert (progress.short == 0) == any(True for _ in choose_cards(name, hand))
        assert (progress.short <= 1) == any(True for _ in choose_cards(name, [*hand, "XX"]))
        completing = {card for card in SORTED if any(choose_cards(name, [*hand, card]))}
        if progress.short == 1:
            assert set(progress.missing) == completing
            assert list(progress.missing) == sorted(progress.missing, key=ORDER.__getitem__)
        else:
            assert progress.missing == ()
        fitting = combinations(hand, 3) if progress.short == 0 else ()
        laid = {card for cards in fitting if satisfies(name, cards) for card in cards}
        assert find_laid((name,), tuple(hand)) == laid
