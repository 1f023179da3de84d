"""Sections 1 and 3 of the rules, sentence by sentence: the deal and a turn."""

from typing import Any

import pytest

from games import rules
from games.rules.triple_four.triplets import CARDS, TRIPLETS
from tests.present import present
from tests.rules.triplets import TRIPLE_FOUR, at, is_legal, listed, play, refusal

ORDERED = list(CARDS)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_gets_seven_cards_and_three_triplet_cards_1_3(players: int) -> None:
    state = TRIPLE_FOUR.deal(ORDERED, players=players, dealer=0)
    assert [len(hand) for hand in state.hands] == [7] * players
    assert [len(tray) for tray in state.trays] == [3] * players
    assert state.hands[1] == tuple(ORDERED[:7])
    assert state.trays[1] == ("T1", "T2", "T3")
    assert state.hands[0] == tuple(ORDERED[7 * (players - 1) : 7 * players])
    assert state.discard == (ORDERED[7 * players],)
    assert state.stock == tuple(ORDERED[7 * players + 1 :])
    assert state.triplets == tuple(TRIPLETS)[3 * players :]
    assert state.drawn is None


def test_the_player_to_the_left_of_the_dealer_begins_1_3() -> None:
    assert TRIPLE_FOUR.deal(ORDERED, players=3).to_move == 0
    assert TRIPLE_FOUR.deal(ORDERED, players=3, dealer=1).to_move == 2
    state = TRIPLE_FOUR.begin(ORDERED, players=4, starter=3, options={})
    assert (state.dealer, state.to_move) == (2, 3)


def test_the_order_of_the_triplet_cards_is_an_option_of_the_deal_1_3() -> None:
    names = list(reversed(TRIPLETS))
    state = TRIPLE_FOUR.deal(ORDERED, players=2, triplets=names)
    assert state.trays == (("T56", "T55", "T54"), ("T53", "T52", "T51"))
    assert dict(TRIPLE_FOUR.extra_packs) == {"triplets": tuple(TRIPLETS)}


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"players": 5}, "players"),
        ({"players": 1}, "players"),
        ({"dealer": 2}, "dealer"),
        ({"target": 21}, "no option target"),
        ({"triplets": ["T1"]}, "every triplet card once"),
        ({"triplets": [*list(TRIPLETS)[:-1], "T1"]}, "every triplet card once"),
        ({"triplets": None}, "must be a list"),
        ({"triplets": [1] * 56}, "every triplet card once"),
    ],
)
def test_a_wrong_deal_is_refused_1_3(options: dict[str, Any], words: str) -> None:
    with pytest.raises(rules.InvalidPosition, match=words):
        TRIPLE_FOUR.deal(ORDERED, **options)


def test_the_deck_is_the_whole_pack_of_108_1_2() -> None:
    for deck in (ORDERED[:-1], [*ORDERED[:-1], "AS"], ORDERED[:52]):
        with pytest.raises(rules.InvalidPosition, match="every card of the pack"):
            TRIPLE_FOUR.deal(deck)


def test_the_turn_goes_round_clockwise_1_3() -> None:
    state = TRIPLE_FOUR.deal(ORDERED, players=3)
    movers = []
    for _ in range(7):
        movers.append(present(state.to_move))
        state = play(state, "draw deck")
        state = play(state, f"discard {state.hands[movers[-1]][-1]}")
    assert movers == [0, 1, 2, 0, 1, 2, 0]


def test_you_draw_the_top_of_the_deck_or_of_the_discard_pile_3_1() -> None:
    state = at(["5H", "6H"], drawn=None, discard="9D KC")
    assert listed(state) == ["draw deck", "draw discard"]
    after = play(state, "draw deck")
    assert (after.hands[0], after.stock) == (("5H", "2S"), ("3S", "4S", "6S"))
    after = play(state, "draw discard")
    assert (after.hands[0], after.discard) == (("5H", "KC"), ("9D",))
    assert after.to_move == 0
    assert after.drawn == "discard"


def test_a_turn_begins_with_a_draw_3_1() -> None:
    state = at(["JH QD KH", "6H"], trays=["T37", ""], drawn=None)
    for text in ("match T37: JH QD KH", "discard JH", "pass", "take T1: JH QD KH"):
        assert refusal(state, text) == (
            "3.1",
            "Draw a card first, from the deck or the discard pile.",
        )


def test_one_card_is_drawn_in_a_turn_3_2() -> None:
    state = play(at(["5H", "6H"], drawn=None), "draw deck")
    for text in ("draw deck", "draw discard"):
        assert refusal(state, text) == ("3.2", "You have already drawn a card.")


def test_an_empty_discard_pile_gives_no_card_3_1() -> None:
    state = at(["5H", "6H"], drawn=None, discard="")
    assert listed(state) == ["draw deck"]
    assert refusal(state, "draw discard") == ("3.1", "The discard pile is empty.")


def test_a_match_lies_before_the_player_with_its_triplet_card_3_3() -> None:
    state = at(["JH QD XX 5S 5C", "6H"], trays=["T37 T1", "T2"], triplets="T56 T55")
    after = play(state, "match T37: XX QD JH")
    (pile,) = after.matched[0]
    assert (pile.triplet, pile.cards) == ("T37", ("JH", "QD", "XX"))
    assert after.hands[0] == ("5S", "5C", "2S", "3S")
    assert after.trays[0] == ("T1", "T56")
    assert after.triplets == ("T55",)
    assert after.stock == ("4S", "6S")
    assert after.discard == ("KC",)
    assert (after.to_move, after.drawn) == (1, None)


def test_a_player_matches_only_their_own_tray_3_3() -> None:
    state = at(["JH QD KH", "6H"], trays=["T1", "T37"])
    assert refusal(state, "match T37: JH QD KH") == (
        "3.3",
        "The triplet card “J Q K, all red” is not in your tray.",
    )


def test_a_take_brings_the_whole_pile_3_4() -> None:
    state = at(
        ["9C XX XX 5S 5D", "6H"],
        trays=["T1", ""],
        matched=[["T2: 2H 2D XX"], ["T22: 9S 9C 9S", "T3: 3H 3D 3H"]],
    )
    after = play(state, "take T22: 9C XX XX")
    assert [pile.triplet for pile in after.matched[0]] == ["T2", "T22"]
    assert after.matched[0][1].cards == ("9C", "XX", "XX", "9S", "9C", "9S")
    assert [pile.triplet for pile in after.matched[1]] == ["T3"]
    assert after.hands[0] == ("5S", "5D", "2S", "3S")
    assert after.trays[0] == ("T1",)
    assert after.triplets == ("T56",)
    assert TRIPLE_FOUR.scores(after) == [{"triplets": n, "total": n} for n in (2, 1)]
    assert after.to_move == 1


def test_a_pile_is_taken_back_any_number_of_times_3_4() -> None:
    state = at(
        ["8C XX XX XX", "8S 8D 8H"],
        matched=[[], ["T55: 9S 9C 9S"]],
        stock="8C 3S 4S 6S 7S 8S 8H",
    )
    state = play(state, "take T55: 8C XX XX", "draw deck", "take T55: 8S 8H 8D")
    assert [pile.triplet for pile in state.matched[1]] == ["T55"]
    assert state.matched[1][0].cards == (
        *("8S", "8H", "8D"),
        *("8C", "XX", "XX"),
        *("9S", "9C", "9S"),
    )
    state = play(state, "draw deck", "take T55: 8C 8S XX")
    assert len(state.matched[0][0].cards) == 12
    assert [len(piles) for piles in state.matched] == [1, 0]


def test_piles_of_every_opponent_can_be_taken_3_4() -> None:
    state = at(
        ["8S 8H 8D", "", "6H"], matched=[[], ["T55: 7S 7H 7D"], ["T56: 9S 9H 9D"]], triplets=""
    )
    assert listed(state)[:2] == ["take T55: 8S 8H 8D", "take T56: 8S 8H 8D"]


def test_only_an_opponents_match_is_taken_3_4() -> None:
    state = at(["8S 8H 8D", "6H"], trays=["T56", ""], matched=[["T55: 7S 7H 7D"], []], triplets="")
    assert refusal(state, "take T56: 8S 8H 8D") == (
        "3.4",
        "No opponent has matched the triplet card “three of a kind”.",
    )
    assert refusal(state, "take T55: 8S 8H 8D") == (
        "3.4",
        "The match “three of a kind” is already yours.",
    )


def test_a_discard_ends_the_turn_3_5() -> None:
    state = at(["5H 9D", "6H"])
    assert listed(state) == ["discard 5H", "discard 9D"]
    after = play(state, "discard 5H")
    assert (after.hands[0], after.discard, after.to_move) == (("9D",), ("KC", "5H"), 1)


def test_the_card_from_the_discard_pile_may_not_go_back_3_5() -> None:
    state = play(at(["5H 9D", "6H"], drawn=None), "draw discard")
    assert listed(state) == ["discard 5H", "discard 9D"]
    assert refusal(state, "discard KC") == (
        "3.5",
        "You drew K♣ from the discard pile this turn. Discard another card.",
    )


def test_an_equal_card_of_the_other_pack_may_go_3_5() -> None:
    state = play(at(["5H KC", "6H"], drawn=None), "draw discard")
    assert listed(state) == ["discard 5H", "discard KC"]
    assert play(state, "discard KC").hands[0] == ("5H", "KC")


def test_a_card_drawn_from_the_deck_may_be_discarded_3_5() -> None:
    assert is_legal(play(at(["5H", "6H"], drawn=None), "draw deck"), "discard 2S")


def test_matching_and_taking_are_never_compulsory_3_2() -> None:
    state = at(["JH QD KH", "6H"], trays=["T37", ""])
    assert is_legal(state, "discard JH")


def test_a_hand_must_hold_every_card_laid_down_3_2() -> None:
    state = at(["QH QD XX", "6H"], trays=["T12", ""])
    assert refusal(state, "match T12: QH QH QD") == ("3.2", "You hold Q♥ only once.")
    assert refusal(state, "match T12: QH QD KD") == ("3.2", "You do not hold K♦.")
    assert refusal(state, "match T12: QH XX XX") == ("3.2", "You hold only one joker.")
    assert refusal(state, "discard 9S") == ("3.2", "You do not hold 9♠.")
    state = at(["QH QH XX XX 5S", "6H"], trays=["T12", ""])
    assert refusal(state, "match T12: QH QH QH") == ("3.2", "You hold Q♥ only 2 times.")
    assert refusal(state, "match T12: XX XX XX") == ("3.2", "You hold only 2 jokers.")


@pytest.mark.parametrize(
    ("triplet", "cards", "clause", "sentence"),
    [
        ("T12", "QH QD QS", "2.1", "Q♠, Q♥ and Q♦ do not fit “three red queens”."),
        ("T37", "JH QD QS", "2.2", "J♥, Q♠ and Q♦ do not fit “J Q K, all red”."),
        ("T51", "QS KS 2S", "2.3", "2♠, Q♠ and K♠ do not fit “three spades in a row”."),
        ("T55", "QS QH XX JH", "3.3", "A triplet card needs three cards, not 4."),
        ("T55", "QS JH XX", "2.4", "J♥, Q♠ and a joker do not fit “three of a kind”."),
        ("T99", "QS QH XX", "1.2", "There is no triplet card T99."),
    ],
)
def test_a_refused_match_says_what_is_wrong(
    triplet: str, cards: str, clause: str, sentence: str
) -> None:
    state = at(["QH QD QS JH KS 2S XX", "6H"], trays=["T12 T37 T51 T55", ""], stock="3S")
    assert refusal(state, f"match {triplet}: {cards}") == (clause, sentence)


def test_passing_is_for_players_who_can_discard_nothing_3_6() -> None:
    state = at(["5H", "6H"])
    assert refusal(state, "pass") == (
        "3.6",
        "You can pass only when there is no card that you may discard.",
    )
    state = at(["KC", "6H"], drawn="discard", discard="")
    assert listed(state) == ["pass"]
    after = play(state, "pass")
    assert (after.to_move, after.hands[0], after.quiet) == (1, ("KC",), 1)


def test_equal_cards_make_one_move() -> None:
    state = at(["QH QH QD XX XX", "6H"], trays=["T12", ""])
    assert listed(state) == [
        "match T12: QH QH QD",
        "match T12: QH QH XX",
        "match T12: QH QD XX",
        "match T12: QH XX XX",
        "match T12: QD XX XX",
        "discard QH",
        "discard QD",
        "discard XX",
    ]


@pytest.mark.parametrize(
    "text",
    ["match T37: JH QD XX", "  match   T37 :XX QD\tJH ", "match T37: QDJHXX", "matchT37:JH QD XX"],
)
def test_a_move_is_read_generously_and_printed_one_way(text: str) -> None:
    state = at(["JH QD XX", "6H"], trays=["T37", ""])
    assert str(TRIPLE_FOUR.parse(state, text)) == "match T37: JH QD XX"


@pytest.mark.parametrize(
    "text",
    ["", "draw", "match T37", "match T0: JH QD XX", "match T037: JH", "discard", "5H", 7, "x" * 99],
)
def test_a_text_that_is_no_move_is_refused_with_an_example(text: str | int) -> None:
    with pytest.raises(rules.IllegalMove, match="match T37: JH QD XX"):
        TRIPLE_FOUR.parse(at(["5H", "6H"]), text)
