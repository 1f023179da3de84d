"""Position documents and selections of the games with builds."""

import random
from typing import Any

import pytest

from games import rules
from games.rules.wording import SENTENCES
from tests.rules.builds import CASINO, ROYAL, AnyGame, every_game
from tests.rules.test_positions import mutate

DOCUMENTS: dict[str, dict[str, Any]] = {
    "casino": {
        "variant": "casino", "to_move": 1, "round": 4, "dealer": 0,
        "hands": [["3H", "8C"], ["KS", "9D"], ["4H"]],
        "table": [{"cards": ["5D"]},
                  {"cards": ["2C", "6H"], "value": 8, "owner": 0},
                  {"cards": ["9C", "9H"], "value": 9, "owner": 1}],
        "captured": [["AS", "AD"], [], ["TD"]], "last_capture": 2, "stock": ["QC"],
        "violations": [1, 0, 5], "scores": [{"penalties": 4}, {"penalties": 5}, {"penalties": 1}],
        "partnership": False, "target": 11, "count_out": True, "sweeps": True,
        "match_scores": [3, 9, 7], "out": [2],
    },
    "royal": {
        "variant": "royal", "to_move": 1, "round": 5, "starter": 1,
        "hands": [["3H", "8C"], ["KS", "9D"]],
        "table": [{"cards": ["5D"]}, {"cards": ["AC", "KH"], "value": 14, "owner": 1}],
        "captured": [["AS", "AD"], []], "last_capture": 0, "violations": [1, 0],
        "stock": ["QC", "QD", "QH", "QS", "JC", "JD", "JH", "JS"],
        "scores": [{"penalties": 0}, {"penalties": 1}],
    },
}  # fmt: skip
DOCUMENTS["spade"] = {
    **DOCUMENTS["casino"], "variant": "spade", "target": 24, "spade_takers": [0, 2, 0],
    "captured": [["AS", "2S"], [], ["TD", "QS"]],
}  # fmt: skip
DOCUMENTS["royal_casino"] = {
    **DOCUMENTS["casino"], "variant": "royal_casino", "high_casinos": True,
    "table": [{"cards": ["5D"]},
              {"cards": ["2C", "KH"], "value": 15, "owner": 0},
              {"cards": ["9C", "9H"], "value": 9, "owner": 1}],
}  # fmt: skip


@every_game
def test_the_reading_of_a_card_that_is_only_laid_down_is_trail(game: AnyGame) -> None:
    state = game.at(["3H 7C", "AS"], "5D")
    assert str(game.variant.name_reading(state, game.variant.parse(state, "3H"))) == "Trail"


@every_game
def test_a_document_is_read_and_written_the_same(game: AnyGame) -> None:
    document = DOCUMENTS[game.variant.name]
    state = game.variant.position(document)
    written = game.variant.document(state)
    assert {**written, "scores": None} == {**document, "scores": None}
    assert game.variant.position(written) == state
    assert game.variant.document(state, "spectator")["hands"] == [
        ["??"] * len(hand) for hand in document["hands"]
    ]


def test_a_missing_key_has_its_default() -> None:
    casino = CASINO.variant.document(CASINO.at(["3H", "4H", "5H"]))
    assert casino == {
        "variant": "casino", "to_move": 0, "round": 4, "dealer": 2,
        "hands": [["3H"], ["4H"], ["5H"]], "table": [], "captured": [[], [], []],
        "last_capture": None, "stock": [], "violations": [0, 0, 0], "scores": [{}, {}, {}],
        "partnership": False, "target": 21, "count_out": False, "sweeps": False,
        "match_scores": [0, 0, 0],
    }  # fmt: skip
    assert ROYAL.variant.document(ROYAL.at(["3H", "4H"])) == {
        "variant": "royal", "to_move": 0, "round": 6, "starter": 0, "hands": [["3H"], ["4H"]],
        "table": [], "captured": [[], []], "last_capture": None, "stock": [],
        "violations": [0, 0], "scores": [{}, {}],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "changes", "named"),
    [
        ("casino", {"hands": [["3H"]]}, "hands"),
        ("casino", {"hands": [["3H"]] * 5}, "hands"),
        ("casino", {"hands": [["3H"], ["3H"], []]}, "3H"),
        (
            "casino",
            {"partnership": True, "captured": [[], []], "last_capture": None},
            "partnership",
        ),
        ("casino", {"target": 20}, "target"),
        ("casino", {"target": "hand"}, "target"),
        ("casino", {"dealer": 3}, "dealer"),
        ("casino", {"match_scores": [1]}, "match_scores"),
        ("casino", {"match_scores": [1, 2, -1]}, "match_scores"),
        ("casino", {"out": [3]}, "out"),
        ("casino", {"out": [0, 1, 2]}, "out"),
        ("casino", {"phase": "deal"}, "phase"),
        ("casino", {"phase": "pick"}, "phase"),
        ("casino", {"to_move": None}, "to_move"),
        ("casino", {"round": 5}, "round"),
        ("casino", {"starter": 1}, "starter"),
        ("casino", {"scores": [{"aces": 1}, {}, {}]}, "aces"),
        ("casino", {"table": [{"cards": ["QD", "5D"], "value": 5}]}, "5"),
        ("casino", {"table": [{"cards": ["6D", "5D"], "value": 11}]}, "value"),
        ("casino", {"table": [{"cards": ["KD", "KC"], "value": "K"}]}, "value"),
        ("casino", {"table": [{"cards": []}]}, "no cards"),
        ("casino", {"table": [{"cards": ["5D"], "owner": 3}]}, "owner"),
        ("casino", {"spade_takers": [0]}, "spade_takers"),
        ("spade", {"spade_takers": [0, 0, 1]}, "spade_takers"),
        ("spade", {"spade_takers": [0, 2]}, "spade_takers"),
        ("spade", {"spade_takers": [0, 2, "0"]}, "spade_takers"),
        ("spade", {"target": 21}, "target"),
        ("royal_casino", {"high_casinos": 1}, "high_casinos"),
        ("royal_casino", {"high_casinos": False}, "value"),
        ("royal_casino", {"table": [{"cards": ["KD", "4C"], "value": 17}]}, "value"),
        ("royal", {"hands": [[], [], []]}, "hands"),
        ("royal", {"violations": [5, 5]}, "both"),
        ("royal", {"table": [{"cards": ["5D"], "value": 5}]}, "5"),
        ("royal", {"table": [{"cards": ["AC", "2D"], "value": 15}]}, "value"),
        ("royal", {"table": [{"cards": ["AC", "2D"], "value": 4}]}, "4"),
        ("royal", {"table": [{"cards": ["AC", "2D"]}]}, "no value"),
        ("royal", {"dealer": 1}, "dealer"),
    ],
)
def test_a_wrong_document_is_refused_and_the_fault_named(
    name: str, changes: dict[str, Any], named: str
) -> None:
    with pytest.raises(rules.InvalidPosition) as caught:
        rules.variant(name).position({**DOCUMENTS[name], **changes})
    assert named in str(caught.value)


@every_game
def test_any_garbage_is_an_invalid_position_or_a_playable_one(game: AnyGame) -> None:
    refused = set()
    chance = random.Random(9)
    accepted = 0
    for _ in range(2000):
        document: object = DOCUMENTS[game.variant.name]
        for _ in range(chance.randint(1, 3)):
            document = mutate(chance, document)
        try:
            state = game.variant.position(document)
        except rules.InvalidPosition as invalid:
            refused.add(invalid.fact)
            continue
        accepted += 1
        assert game.variant.position(game.variant.document(state)) == state
        moves = list(game.variant.moves(state))
        assert moves or state.to_move is None or "??" in state.hands[state.to_move]
        game.variant.explain_score(state)
        game.variant.outcome(state)
        for viewer in (0, 1, "spectator"):
            game.variant.document(state, viewer)
        for move in moves[:3]:
            game.variant.play(state, move)
    assert accepted > 100
    assert {fact.code for fact in refused} <= SENTENCES.keys()
    assert all(str(fact) for fact in refused)


@pytest.mark.parametrize(
    ("cards", "value", "kind"),
    [
        ("3H 5D", 8, "single"),
        ("8H 8D", 8, "fixed"),
        ("AS AH", 1, "fixed"),
        ("AS AH", 14, "fixed"),
        ("AS AH", 2, "single"),
        ("KH AS", 14, "single"),
        ("KH AS AD", 14, "fixed"),
        ("KH QH AD", 13, "fixed"),
    ],
)
def test_a_pile_that_adds_up_is_read_as_its_kind(cards: str, value: int, kind: str) -> None:
    table = [{"cards": cards.split(), "value": value}]
    state = ROYAL.variant.position({"variant": "royal", "hands": [["4S"], []], "table": table})
    assert state.table[0].kind == kind
    assert ROYAL.variant.document(state)["table"] == table


def test_a_selection_is_a_move_for_each_reading() -> None:
    state = CASINO.at(["5C 5H TC", "KS"], "5D 3D+2C=5@1")
    assert CASINO.compose(state, "build", "5C", "5D") == ["5C + 5D = 10"]
    assert CASINO.compose(state, "build_same", "5C", "5D") == ["5C + 5D = 5"]
    assert CASINO.compose(state, "capture", "5C", "5D", "2C-3D") == ["5C x 2C 3D 5D"]
    assert CASINO.compose(state, "drop", "5C") == ["5C"]
    royal = ROYAL.at(["AS AH 2C", "KS"], "AD")
    assert ROYAL.compose(royal, "build_same", "AS", "AD") == ["AS + AD = 1", "AS + AD = 14"]
    assert ROYAL.compose(royal, "build", "AS", "AD") == ["AS + AD = 2"]
    assert ROYAL.compose(royal, "capture", "AS", "AD") == ["AS x AD"]
    assert ROYAL.compose(ROYAL.at(["AS", "KS"], "KD AD"), "capture", "AS", "KD", "AD") == [
        "AS=14 x AD KD"
    ]
    moves = ROYAL.variant.compose(royal, "build_same", ["AS"], ["AD"])
    names = [str(ROYAL.variant.name_reading(royal, move)) for move in moves]
    assert names == ["Build multiple 1", "Build multiple 14"]
    assert ROYAL.variant.capturers(royal, moves[0]) == ("AH",)


@pytest.mark.parametrize(
    ("hand", "table", "action", "card", "keys", "clause", "words"),
    [
        ("3H 9C", "5D", "build", "3H", ["5D"], "4.5", "You do not hold an 8"),
        ("5H 5C", "5D", "build", "5H", ["5D"], "4.5", "You do not hold a 10"),
        ("5H TC", "5D", "build_same", "5H", ["5D"], "4.5", "You do not hold a 5"),
        ("3H 8C", "5D", "build_same", "3H", ["5D"], "4.4", "Press Build instead."),
        ("5H 5C", "5D", "build", "5H", ["5D"], "4.5", "a 10"),
        ("8H 7C", "3D 5D", "build", "8H", ["3D", "5D"], "4.4", "10 or less"),
        ("8H 8C", "3D 5D", "build", "8H", ["3D", "5D"], "4.4", "Press Build multiple"),
        ("3H 8C", "KD", "build", "3H", ["KD"], "2.2", "K♦"),
        ("2H 8C", "3D+3C=3@1", "build", "2H", ["3D-3C"], "4.7", "keeps its value"),
        ("3H 9C", "4D+2C=6@1 AD", "build", "3H", ["2C-4D", "AD"], "4.7", "no other card changes"),
        ("3H 9C", "8D+AD=9@1", "build", "3H", ["AD-8D"], "4.7", "but the highest value is 10."),
        ("8C", "5D", "capture", "8C", ["5D"], "4.2", "5♦"),
        ("8C", "5D", "capture", "8C", [], "4.9", "Choose"),
        ("8C", "5D", "build", "8C", [], "4.9", "Choose"),
        ("8C", "5D", "drop", "8C", ["5D"], "4.1", "alone"),
        ("8C", "5D", "drop", None, [], "1.5", "Choose"),
        ("8C", "5D", "capture", "9C", ["5D"], "1.5", "9♣"),
        ("8C", "5D", "capture", "8C", ["6D"], "4.9", "changed"),
        ("8C", "5D", "", "8C", ["5D"], "4.9", "Press the button"),
        ("8C", "5D", "pass", None, [], "4.9", "action"),
        ("8C", "5D", "deal", "8C", [], "4.9", "action"),
        ("8C 2C", "8D+8H=8@0 8S", "capture", "8C", ["8S"], "4.8", "You must keep an 8"),
    ],
)
def test_a_selection_that_means_nothing_is_refused_with_the_best_reason(
    hand: str, table: str, action: str, card: str | None, keys: list[str], clause: str, words: str
) -> None:
    with pytest.raises(rules.IllegalMove) as caught:
        CASINO.compose(CASINO.at([hand, "KS"], table), action, card, *keys)
    assert caught.value.clause == clause
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("game", "hand", "table", "move", "words"),
    [
        (CASINO, "8C", "5H 3D 8S", "8C x 5H 3D 8S",
         "8♣ takes 5♥ + 3♦ and 8♠: 4 cards, 1 spade"),
        (CASINO, "TC", "TD", "TC x TD", "10♣ takes 10♦: 2 cards; 2 points (10♦)"),
        (CASINO, "9C", "2S 7D AS 8D", "9C x 2S 7D AS 8D",
         "9♣ takes 8♦ + A♠ and 7♦ + 2♠: 5 cards, 2 spades; 2 points (ace 1, 2♠ 1)"),
        (CASINO, "2C 9C", "3D+4D=7 9D", "2C + 3D 4D 9D = 9",
         "makes a multiple build of 9 with 2♣ + 3♦ + 4♦ and 9♦"),
        (CASINO, "3H 8C", "5D", "3H + 5D = 8", "builds 8 with 3♥ + 5♦"),
        (CASINO, "KC", "KD", "KC x KD", "K♣ takes K♦: 2 cards"),
        (CASINO, "KC", "", "KC", "trails K♣"),
        (ROYAL, "AS", "KD AD AC", "AS=14 x KD AD AC",
         "A♠ as 14 takes K♦ + A♦ and A♣: 4 cards"),
        (ROYAL, "5C KC", "4D+AD=5 3D", "5C + 3D 4D AD = 13", "builds 13 with 5♣ + 4♦ + A♦ + 3♦"),
    ],
)  # fmt: skip
def test_a_move_is_explained_with_its_groups_and_gains(
    game: AnyGame, hand: str, table: str, move: str, words: str
) -> None:
    state = game.at([hand, "QS"], table)
    assert str(game.variant.explain(state, game.variant.parse(state, move))) == words
