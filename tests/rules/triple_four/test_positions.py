"""Position documents of Triple Four, and what each seat may know (1.4)."""

import random
import re
from typing import Any

import pytest

from games import rules
from games.rules.triple_four.triplets import CARDS, TRIPLETS
from games.rules.wording import SENTENCES
from tests.rules.triplets import TRIPLE_FOUR, at, play

SMALL = {"variant": "triple_four", "hands": [["JH", "QD", "XX"], ["5S"]]}


def test_a_small_position_takes_natural_defaults() -> None:
    state = TRIPLE_FOUR.position(SMALL)
    assert TRIPLE_FOUR.document(state) == {
        **SMALL,
        "to_move": 0,
        "trays": [[], []],
        "matched": [[], []],
        "discard": [],
        "stock": [],
        "triplets": [],
        "dealer": 1,
        "drawn": "nothing",
        "quiet": 0,
        "violations": [0, 0],
    }


def test_a_document_holds_everything() -> None:
    state = at(
        ["JH QD XX 5S", "6H", "7H"],
        trays=["T37 T1", "T2", ""],
        matched=[[], ["T22: 9S 9C XX 9S XX XX"], []],
        drawn="discard",
        quiet=7,
        out=[2],
        violations=[0, 3, 5],
        to_move=0,
        dealer=1,
    )
    document = TRIPLE_FOUR.document(state)
    assert TRIPLE_FOUR.position(document) == state
    assert document["matched"][1] == [
        {"triplet": "T22", "cards": ["9S", "9C", "XX", "9S", "XX", "XX"]}
    ]
    assert (document["drawn"], document["out"], document["dealer"]) == ("discard", [2], 1)
    assert set(document) <= TRIPLE_FOUR.keys


def test_a_waiting_position_names_the_seat_and_its_draw() -> None:
    state = play(at(["5H", "6H"], drawn=None, stock="", discard="9D 3C KC"), "draw deck")
    document = TRIPLE_FOUR.document(state)
    assert document["owed"] == {"seat": 0, "cards": 1, "then": "turn"}
    assert document["to_move"] is None
    assert TRIPLE_FOUR.position(document) == state
    late = TRIPLE_FOUR.timeout(at(["5H", "6H"], drawn=None, stock="", discard="9D 3C KC"))
    assert TRIPLE_FOUR.document(late)["owed"]["then"] == "discard"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"table": []}, "unknown key 'table'"),
        ({"hands": [["5H"]]}, "hands must list 2 to 4 hands, not 1"),
        ({"hands": [["5H"]] * 5}, "hands must list 2 to 4 hands, not 5"),
        ({"hands": [["5H", "5H"], ["5H"]]}, "5H appears too often"),
        ({"hands": [["XX"] * 4, ["XX"]]}, "XX appears too often"),
        ({"hands": [["1H"], []]}, "unknown card '1H' in hands"),
        ({"hands": [["T37"], []]}, "unknown card 'T37' in hands"),
        ({"trays": [["5H"], []]}, "unknown card '5H' in trays"),
        ({"trays": [["T37", "T37"], []]}, "T37 appears too often"),
        ({"trays": [["T57"], []]}, "unknown card 'T57'"),
        ({"trays": [["T37"]]}, "trays must list 2 values"),
        ({"triplets": ["T1", "T1"]}, "T1 appears too often"),
        ({"matched": [[{"triplet": "T1"}], []]}, "the match “three red aces” has no cards"),
        (
            {"matched": [[{"triplet": "T1", "cards": ["AH", "AD", "AS"]}], []]},
            "A♥, A♦ and A♠ do not fit the match “three red aces”",
        ),
        (
            {"matched": [[{"triplet": "T1", "cards": ["AH", "AD", "AH", "AD"]}], []]},
            "do not fit the match",
        ),
        ({"matched": [[{"triplet": "T1", "owner": 1}], []]}, "unknown key 'owner' in matched"),
        ({"matched": [[{"cards": ["AH"]}], []]}, "matched must list cards, not null"),
        ({"matched": [["T1"], []]}, "matched must be an object"),
        ({"discard": ["??"]}, "unknown card '\\?\\?' in discard"),
        ({"stock": ["??"] * 105}, "105 hidden cards are more"),
        ({"trays": [["??"] * 57, []]}, "57 hidden cards are more"),
        ({"drawn": "hand"}, "drawn must be null or one of deck, discard, nothing, not 'hand'"),
        ({"drawn": True}, "drawn must be null or one of deck, discard, nothing, not true"),
        ({"drawn": "nothing", "discard": ["5H"]}, "there are cards to draw"),
        ({"drawn": "deck", "hands": [[], ["5H"]]}, "but the hand is empty"),
        ({"to_move": 2}, "to_move must be a whole number from 0 to 1"),
        ({"to_move": None}, "to_move is null, but it is somebody’s turn"),
        ({"quiet": 101}, "quiet must be a whole number from 0 to 100"),
        ({"dealer": 2}, "dealer must be"),
        ({"violations": [6, 0]}, "violations must be"),
        ({"out": [0, 1]}, "out lists every seat"),
        ({"out": [2]}, "out must be"),
        (
            {"owed": {"seat": 0, "cards": 1, "then": "turn"}},
            "owed must be null: the deck is not reshuffled here",
        ),
        (
            {"owed": {"seat": 0, "cards": 1, "then": "x"}},
            "then must be one of turn, discard, end, not 'x'",
        ),
        (
            {"owed": {"seat": 0, "cards": 3, "then": "end"}},
            "owed must be a whole number from 1 to 2",
        ),
        ({"owed": {"seat": 0}}, "then must be one of turn, discard, end, not null"),
        ({"owed": 1}, "owed must be an object"),
        (
            {"owed": {"seat": 0, "cards": 2, "then": "turn"}, "discard": ["5H", "5H"]},
            "owed must be 1 card",
        ),
        (
            {
                "owed": {"seat": 0, "cards": 1, "then": "end"},
                "discard": ["5H", "5H"],
                "drawn": "deck",
            },
            "drawn must be null: it is nobody’s turn",
        ),
        (
            {
                "owed": {"seat": 0, "cards": 1, "then": "end"},
                "discard": ["5H", "5H"],
                "quiet": 100,
            },
            "the game is over",
        ),
    ],
)
def test_a_wrong_position_is_refused_and_the_fault_named(
    changes: dict[str, Any], words: str
) -> None:
    with pytest.raises(rules.InvalidPosition) as caught:
        TRIPLE_FOUR.position({**SMALL, **changes})
    assert re.search(words, str(caught.value))


def test_a_position_that_is_decided_is_over() -> None:
    four = [
        {"triplet": f"T{n}", "cards": [f"{rank}H", f"{rank}D", "XX"]}
        for n, rank in enumerate("A234", 1)
    ]
    state = TRIPLE_FOUR.position(
        {"variant": "triple_four", "hands": [["5H"], []], "matched": [four, []], "to_move": None}
    )
    assert TRIPLE_FOUR.outcome(state) == ((0,), "four_triplets")
    assert TRIPLE_FOUR.outcome(TRIPLE_FOUR.position({**SMALL, "resigned": 0})) == (
        (1,),
        "resignation",
    )
    assert TRIPLE_FOUR.outcome(TRIPLE_FOUR.position({**SMALL, "violations": [0, 5]})) == (
        (0,),
        "forfeit",
    )


def test_a_seat_sees_its_own_cards_and_the_open_cards_1_4() -> None:
    state = at(
        ["JH QD XX", "6H"],
        trays=["T37", "T2"],
        matched=[[], ["T22: 9S 9C 9S"]],
        drawn="discard",
        stock="2S 3S",
    )
    seen = TRIPLE_FOUR.document(state, 1)
    assert seen["hands"] == [["??"] * 3, ["6H"]]
    assert seen["trays"] == [["??"], ["T2"]]
    assert seen["stock"] == ["??", "??"]
    assert seen["triplets"] == ["??"]
    assert seen["matched"] == TRIPLE_FOUR.document(state)["matched"]
    assert seen["discard"] == ["KC"]
    assert seen["drawn"] == "discard"
    assert TRIPLE_FOUR.document(state, 0)["hands"] == [["JH", "QD", "XX"], ["??"]]
    nobody = TRIPLE_FOUR.document(state, "spectator")
    assert (nobody["hands"], nobody["trays"]) == ([["??"] * 3, ["??"]], [["??"], ["??"]])


def test_once_the_game_is_over_everything_is_open_1_4() -> None:
    state = TRIPLE_FOUR.resign(at(["JH", "6H"], trays=["T37", "T2"]), 0)
    assert TRIPLE_FOUR.document(state, "spectator") == TRIPLE_FOUR.document(state)


def test_nobody_sees_the_order_of_a_shuffle_before_the_end_1_4() -> None:
    before = at(["5H", "6H"], drawn=None, stock="", discard="9D 3C KC")
    after = play(before, "draw deck", "shuffle 3C 9D")
    for seat in (0, 1, None):
        masked = TRIPLE_FOUR.mask(after, seat)
        assert TRIPLE_FOUR.mask_text(masked, None, "shuffle 3C 9D") == "shuffle"
        assert TRIPLE_FOUR.mask_text(masked, 0, "draw deck") == "draw deck"
        assert masked.stock == ("??",)
    over = TRIPLE_FOUR.mask(TRIPLE_FOUR.resign(after, 0), None)
    assert TRIPLE_FOUR.mask_text(over, None, "shuffle 3C 9D") == "shuffle 3C 9D"
    told = TRIPLE_FOUR.describe_text("shuffle 3C 9D")
    assert str(told) == "shuffles the discard pile into a new deck"


def test_the_words_of_a_draw_from_the_deck_name_no_card_1_4() -> None:
    state = at(["5H", "6H"], drawn=None)
    words = str(TRIPLE_FOUR.explain(state, TRIPLE_FOUR.parse(state, "draw deck")))
    assert words == "draws from the deck"
    words = str(TRIPLE_FOUR.explain(state, TRIPLE_FOUR.parse(state, "draw discard")))
    assert words == "draws K♣ from the discard pile"


@pytest.mark.parametrize("seed", range(20))
def test_nothing_that_a_document_may_hold_crashes_the_reader(seed: int) -> None:
    refused = set()
    chance = random.Random(seed)
    parts: list[object] = [
        *(None, 1, "deck", [], {}, ["5H"], [["5H"], ["6H"]], [[{"triplet": "T1"}]], True, "XX")
    ]
    for _ in range(200):
        document = {**SMALL, chance.choice(sorted(TRIPLE_FOUR.keys)): chance.choice(parts)}
        try:
            state = TRIPLE_FOUR.position(document)
        except rules.InvalidPosition as invalid:
            refused.add(invalid.fact)
            continue
        assert TRIPLE_FOUR.position(TRIPLE_FOUR.document(state)) == state
        list(TRIPLE_FOUR.moves(state))
    assert {fact.code for fact in refused} <= SENTENCES.keys()
    assert all(str(fact) for fact in refused)


def test_the_pack_can_be_dealt_from_its_standard_order() -> None:
    state = TRIPLE_FOUR.deal(CARDS, players=2, triplets=tuple(TRIPLETS))
    assert TRIPLE_FOUR.position(TRIPLE_FOUR.document(state)) == state
