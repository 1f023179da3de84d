"""Why a move is good or bad: from what its player can see, in whole sentences."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games import rules
from games.messages.reasons import tell_reason
from games.presenters.boards import board_of
from games.presenters.reasons import tell_differences, tell_reasons
from games.rules.cards import HIDDEN, PACK
from games.rules.reasons import (
    Completes,
    Denies,
    DidHold,
    FitsNothing,
    Holds,
    KeepsNear,
    Leaves,
    LeavesNothing,
    Nears,
    PlaysLast,
    Reason,
    Secures,
    Serves,
    Spares,
    TakesBack,
    TakesRest,
    Wins,
)
from tests.rules.test_every_variant import Setup, every_variant, redeal
from tests.rules.triplets import TRIPLE_FOUR, at, four_before

EVERY = 7
"""Only every so many positions of a game are told."""


def reasons_of(game: Any, state: Any, text: str, **whole: Any) -> tuple[Reason, ...]:
    seen = game.mask(state, state.to_move)
    return board_of(game).find_reasons(game, seen, game.parse(seen, text), **whole)


def told(name: str, text: str, hand: list[str], table: list[str], **more: Any) -> list[str]:
    """Return all reasons for a move of seat 0 in words; the opponent has as many hidden cards."""
    game, state = place(name, hand, table, **more)
    return [str(tell_reason(reason, game)) for reason in reasons_of(game, state, text)]


def place(name: str, hand: list[str], table: list[str], **more: Any) -> tuple[Any, Any]:
    game = rules.variant(name)
    document = {
        "variant": name,
        "to_move": 0,
        "hands": [hand, ["??"] * len(hand)],
        "table": [{"cards": [card]} for card in table],
        "stock": ["??"] * 16,
        **more,
    }
    return game, game.position(document)


@pytest.mark.parametrize("name", ["casino", "spade", "royal", "royal_casino"])
def test_the_owner_of_a_build_may_take_with_another_card_than_it_keeps(name: str) -> None:
    game = rules.variant(name)
    document = {
        "variant": name,
        "hands": [["7H", "9C"], ["??", "??"]],
        "table": [{"cards": ["TD"]}, {"cards": ["5D", "3D"], "value": 8, "owner": 1}],
        "captured": [["7S", "7D", "7C"], []],
        "stock": ["??"] * 16,
    }
    (prize,) = reasons_of(game, game.position(document), "7H")
    assert isinstance(prize, Leaves)
    assert "TD" in prize.cards
    assert {"TS", "TH", "TC"} <= set(prize.by)
    # With a single card left, that is the one for the build.
    document["hands"] = [["7H"], ["??"]]
    (prize,) = reasons_of(game, game.position(document), "7H")
    assert isinstance(prize, Leaves | LeavesNothing)
    assert "TD" not in getattr(prize, "cards", ())


@every_variant
def test_reasons_are_whole_sentences_and_depend_on_no_hidden_card(setup: Setup) -> None:
    game, chance = setup.game, random.Random(6)
    for seed in setup.seeds(2):
        for number, (state, _) in enumerate(setup.walk(seed)):
            seat = state.to_move
            if seat is None or not state.hands[seat] or number % EVERY:
                continue
            move = chance.choice(list(game.moves(state)))
            views = [game.mask(one, seat) for one in (state, redeal(game, state, seat, chance))]
            first, other = (tell_reasons(game, view, move) for view in views)
            assert first == other
            for sentence in (*first, *tell_reasons(game, views[0], move, state)):
                assert sentence.endswith(".")
                assert not {"{", "}", HIDDEN} & set(sentence)
                assert sentence.spoken


def test_a_card_with_points_is_left_for_any_card_that_takes_it() -> None:
    assert told("casino", "5H", ["5H", "9S"], ["TD", "2C"]) == ["It leaves 10♦ for any 10."]


def test_a_move_denies_what_an_opponent_could_have_taken() -> None:
    assert told("casino", "TS x TD", ["TS", "9S"], ["TD", "QC"]) == [
        "Otherwise 10♥ or 10♣ could take 10♦.",
        "It leaves nothing that brings points.",
    ]


def test_a_builder_is_told_what_can_take_the_build() -> None:
    assert told("casino", "3H + 5D = 8", ["3H", "8S"], ["5D", "QC"]) == [
        "It leaves nothing that brings points.",
        "The hand holds 8♠ to take it.",
    ]


def test_no_unseen_card_may_be_able_to_take_anything() -> None:
    captured = [[card for card in PACK if card[0] in "9KQ" and card != "9S"], []]
    assert told("casino", "9S", ["9S"], [], captured=captured) == [
        "No unseen card can take anything from the table."
    ]


def test_nothing_is_said_of_what_can_be_taken_from_an_empty_table() -> None:
    assert told("casino", "5H x 5D", ["5H", "9S"], ["5D"]) == []
    assert told("casino", "TS x TD", ["TS", "9S"], ["TD"]) == [
        "Otherwise 10♥ or 10♣ could take 10♦."
    ]


def test_many_kinds_of_cards_are_counted() -> None:
    by = ("2H", "3H", "4H", "5H", "6H")
    assert str(tell_reason(Leaves(("TD",), by, is_held=False), rules.variant("casino"))) == (
        "It leaves 10♦ for 5 unseen cards."
    )
    assert str(
        tell_reason(Denies((*by, "7H"), ("8S", "8H", "8D", "KS")), rules.variant("casino"))
    ) == ("Otherwise any 8 or K♠ could take 6 cards.")


def test_in_the_last_round_between_two_the_opponent_is_known_to_hold_a_card() -> None:
    game, state = place("casino", ["5H"], ["TD"], stock=[], captured=[_all_but("5H TD TS"), []])
    assert reasons_of(game, state, "5H") == (Leaves(("TD",), ("TS",), is_held=True),)
    assert told("casino", "5H", ["5H"], ["TD"], stock=[], captured=[_all_but("5H TD TS"), []]) == [
        "It leaves 10♦, and the opponent holds 10♠."
    ]


def _all_but(cards: str) -> list[str]:
    return [card for card in PACK if card not in cards.split()]


def test_after_the_game_it_is_told_that_the_opponent_held_the_card() -> None:
    game, state = place("casino", ["5H", "9S"], ["TD", "2C"])
    whole = game.position({**game.document(state), "hands": [["5H", "9S"], ["TC", "3S"]]})
    found = reasons_of(game, state, "5H", whole=whole)
    assert found[1] == DidHold(("TC",))
    other = game.position({**game.document(state), "hands": [["5H", "9S"], ["6C", "3S"]]})
    assert DidHold not in map(type, reasons_of(game, state, "5H", whole=other))


def test_after_a_game_of_more_than_two_it_is_told_which_opponent_held_the_card() -> None:
    hands = [["5H", "9S"], ["TC", "3S"], ["TH", "4S"]]
    more = {"hands": hands, "captured": [[], [], []]}
    game, state = place("casino", hands[0], ["TD", "2C"], **more)
    found = reasons_of(game, state, "5H", whole=state)
    assert str(tell_reason(found[1], game)) == "The next player held 10♣."


LEAVES_TEN = ["It leaves 10♦ for any 10.", "The opponent held 10♣."]


@pytest.mark.parametrize(
    ("made", "best", "told_made", "told_best"),
    [
        ("5H", "KH", [], []),
        ("5H", "5H + 3C = 8", [], ["The hand holds 8♠ to take it."]),
        ("2S", "5H", ["It leaves 2♠ and 10♦ for any 10.", LEAVES_TEN[1]], LEAVES_TEN),
    ],
)
def test_what_is_true_of_the_best_move_and_the_one_played_is_left_out(
    made: str, best: str, told_made: list[str], told_best: list[str]
) -> None:
    hand, table = ["2S", "5H", "8S", "KH"], ["TD", "8D", "3C"]
    game, state = place("casino", hand, table)
    whole = game.position({**game.document(state), "hands": [hand, ["TC", "9C", "4C", "QC"]]})
    first, second = (game.parse(state, text) for text in (made, best))
    told = tell_differences(game, state, first, second, whole)
    assert told == (tuple(told_made), tuple(told_best))


def test_the_last_capture_of_a_deck_brings_what_is_left() -> None:
    game, state = place("casino", ["5H"], ["5D", "QC"], stock=[], hands=[["5H"], []])
    assert reasons_of(game, state, "5H x 5D") == (TakesRest(),)


def test_a_capture_may_make_sure_of_most_spades() -> None:
    captured = [["2S", "3S", "4S", "5S", "6S", "7S"], []]
    game, state = place("trifecta", ["9S", "8H"], ["9H", "KD"], captured=captured)
    assert Secures("most_spades") not in reasons_of(game, state, "8H")
    found = reasons_of(game, state, "9S x 9H")
    assert Secures("most_spades") in found
    assert str(tell_reason(found[-1], game)) == "It secures a line of the point sheet: Most spades."


def test_a_pass_keeps_the_last_cards_of_the_round() -> None:
    game, state = place("trifecta", ["9S", "8H"], ["QD"])
    assert reasons_of(game, state, "pass")[0] == PlaysLast(1)


def laid(text: str, hand: str, tray: str, **more: Any) -> tuple[Reason, ...]:
    state = at([hand, "6H 6D"], trays=[tray, ""], **more)
    return reasons_of(TRIPLE_FOUR, state, text)


@pytest.mark.parametrize(
    ("hand", "reason"),
    [
        ("JH QD 5S", Completes("T37")),
        ("JH 4D 5S", Nears("T37", ("QH", "QD"))),
    ],
)
def test_a_card_from_the_discard_pile_is_drawn_for_a_triplet_card(
    hand: str, reason: Reason
) -> None:
    assert laid("draw discard", hand, "T37", discard="KD", drawn=None) == (reason,)


def test_the_deck_is_drawn_from_when_the_discard_fits_nothing() -> None:
    fits = FitsNothing(("5C",), is_top=True)
    assert laid("draw deck", "JH QD 2S", "T37", discard="5C", drawn=None) == (fits,)
    assert laid("draw deck", "JH QD 2S", "T37", discard="KD", drawn=None) == ()


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        ("discard 5S", (FitsNothing(("5S",), is_top=False), KeepsNear("T37", ("KH", "KD")))),
        ("discard JD", (Spares(("JD",)), KeepsNear("T37", ("KH", "KD")))),
    ],
)
def test_a_discard_is_a_card_that_nothing_needs(text: str, reasons: tuple[Reason, ...]) -> None:
    assert laid(text, "JH JD QD 5S", "T37") == reasons


def test_a_discard_may_give_up_a_triplet_card() -> None:
    assert laid("discard JH", "JH 5S", "T37") == (Serves(("JH",), "T37"),)


def test_a_match_wins_and_a_take_costs_the_opponent_a_match() -> None:
    three = four_before(0, 3)
    assert laid("match T37: JH QD KH", "JH QD KH 2S", "T37", matched=three) == (Wins(),)
    taken = [[], ["T55: 4S 4H 4D", "T2: 2H 2D XX"]]
    assert laid("take T55: 9S 9H 9D", "9S 9H 9D 2S", "T37", matched=taken) == (TakesBack(1),)


def test_every_reason_is_a_sentence() -> None:
    kinds: list[tuple[Reason, str]] = [
        (LeavesNothing(is_all=True), "No unseen card can take anything from the table."),
        (Holds(("8S", "8H")), "The hand holds 8♠ or 8♥ to take it."),
        (PlaysLast(1), "It saves a card and the last turn of the round."),
        (PlaysLast(2), "It saves a card and the last 2 turns of the round."),
        (TakesRest(), "It is the last capture, so the cards that stay on the table go with it."),
        (Serves(("JH",), "T37"), "J♥ could only help with “J Q K, all red”, which needs two more"),
        (TakesBack(0), "It leaves the opponent with 0 matches."),
        (DidHold(("TS",)), "The opponent held 10♠."),
    ]
    for reason, begins in kinds:
        assert str(tell_reason(reason, rules.variant("trifecta"))).startswith(begins)
