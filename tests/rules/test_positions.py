"""Position documents: strict, with defaults, and unchanged by reading and writing."""

import json
import random

import pytest

from games import rules
from games.rules.wording import SENTENCES
from tests.rules.table import TRIFECTA

EXAMPLE = {
    "variant": "trifecta", "to_move": 0, "round": 6, "starter": 0,
    "hands": [["3H", "8C"], ["KS"]],
    "table": [{"cards": ["5D"]},
              {"cards": ["2C", "6H"], "value": 8, "owner": 1},
              {"cards": ["KD", "KC"], "value": "K", "owner": 0},
              {"cards": ["TD", "2H"], "value": 8, "owner": 0, "subtraction": True}],
    "captured": [["AS"], []], "last_capture": 0, "stock": [],
    "secrets": ["7H", None], "passed": [2, None], "subtracted": [True, False],
    "violations": [0, 0], "scores": [{"trifectas": 1}, {}],
}  # fmt: skip


def test_the_documented_example_is_read_and_written_the_same() -> None:
    state = TRIFECTA.position(EXAMPLE)
    assert TRIFECTA.document(state) == EXAMPLE
    assert [pile.kind for pile in state.table] == ["loose", "single", "face", "subtraction"]
    assert json.loads(json.dumps(TRIFECTA.document(state, 0))) == TRIFECTA.document(state, 0)


def test_a_missing_key_has_its_default() -> None:
    state = TRIFECTA.position({"variant": "trifecta", "hands": [["3H"], ["4H"]], "table": []})
    assert TRIFECTA.document(state) == {
        "variant": "trifecta", "to_move": 0, "round": 6, "starter": 0, "hands": [["3H"], ["4H"]],
        "table": [], "captured": [[], []], "last_capture": None, "stock": [],
        "secrets": [None, None], "passed": [None, None], "subtracted": [False, False],
        "violations": [0, 0], "scores": [{}, {}],
    }  # fmt: skip


def changed(**changes: object) -> dict[str, object]:
    return {**EXAMPLE, **changes}


def pile(**entry: object) -> dict[str, object]:
    return changed(table=[entry])


@pytest.mark.parametrize(
    ("document", "named"),
    [
        (changed(colour="red"), "colour"),
        (changed(variant="casino"), "trifecta"),
        ({"hands": [[], []], "table": []}, "variant"),
        ({"variant": "trifecta", "table": []}, "hands"),
        ({"variant": "trifecta", "hands": [[], []]}, "table"),
        (changed(hands=[["3H", "3H"], []]), "3H"),
        (changed(hands=[["3H", "5D"], []]), "5D"),
        (changed(hands=[["3H", "AS"], []]), "AS"),
        (changed(hands=[["3H", "1H"], []]), "1H"),
        (changed(hands=[["3H", "XX"], []]), "XX"),
        (changed(hands=[["3H", "10H"], []]), "10H"),
        (changed(hands=[["3h"], []]), "3h"),
        (changed(hands=[[3], []]), "3"),
        (changed(hands=[["3H"]]), "hands"),
        (changed(hands=[["3H"], [], []]), "hands"),
        (changed(hands="3H"), "hands"),
        (changed(hands=None), "hands"),
        (changed(stock=["KS"]), "KS"),
        (changed(stock={"KS": 1}), "stock"),
        (changed(to_move=2), "to_move"),
        (changed(to_move=True), "to_move"),
        (changed(to_move="0"), "to_move"),
        (changed(to_move=None), "to_move"),
        (changed(round=0), "round"),
        (changed(round=7), "round"),
        (changed(round=1.0), "round"),
        (changed(round=None), "round"),
        (changed(round=10**5000), "round"),
        (changed(hands=[[10**5000], []]), "hands"),
        ({**EXAMPLE, "x" * 10**5: 1}, "unknown key"),
        (changed(starter=-1), "starter"),
        (changed(last_capture=2), "last_capture"),
        (changed(secrets=["7Z", None]), "7Z"),
        (changed(secrets=["7H"]), "secrets"),
        (changed(passed=[0, None]), "passed"),
        (changed(passed=[7, None]), "passed"),
        (changed(subtracted=[1, False]), "subtracted"),
        (changed(subtracted=None), "subtracted"),
        (changed(violations=[6, 0]), "violations"),
        (changed(violations=[-1, 0]), "violations"),
        (changed(violations=[5, 5]), "violations"),
        (changed(scores=[{"aces": 1}, {}]), "aces"),
        (changed(scores=[{"sweeps": 1}, {}]), "sweeps"),
        (changed(scores=[{"builds": -1}, {}]), "builds"),
        (changed(scores=[{"builds": 0.5}, {}]), "builds"),
        (changed(scores=[[], {}]), "scores"),
        (changed(phase="bid"), "phase"),
        (changed(phase="pick"), "picked"),
        (changed(phase=None), "phase"),
        (changed(captured=[["??"], []]), "??"),
        (changed(captured=[[None], []]), "captured"),
        (pile(cards=["??"]), "??"),
        (pile(cards=["5D", "4C"]), "5♦ and 4♣"),
        (pile(cards=["5D", "4C"], value=8), "8"),
        (pile(cards=["5D"], value=5), "5♦"),
        (pile(cards=["5D"], value=8), "5♦"),
        (pile(cards=["7D", "6C"], value=13), "value"),
        (pile(cards=["7D", "6C"], value=0), "value"),
        (pile(cards=["7D", "6C"], value=None), "value"),
        (pile(cards=["KD", "6C"], value=9), "9"),
        (pile(cards=["KD", "QC"], value="K"), "K"),
        (pile(cards=["KD"], value="K"), "K"),
        (pile(cards=["AD", "AC"], value="A"), "A"),
        (pile(cards=["KS", "KD", "KC", "KH"], value="K"), "K"),
        (pile(cards=["5D"], value=5, owner=2), "owner"),
        (pile(cards=["5D"], owner=None), "owner"),
        (pile(cards=["TD", "2H"], value=8, subtraction=True), "owner"),
        (pile(cards=["TD", "2H"], value=7, owner=0, subtraction=True), "7"),
        (pile(cards=["TD", "2H", "3C"], value=5, owner=0, subtraction=True), "5"),
        (pile(cards=["TD", "2H"], owner=0, subtraction=True), "value"),
        (pile(cards=["TD", "2H"], value=8, owner=0, subtraction=1), "subtraction"),
        (pile(cards=["TD", "8H"], value=8, owner=0, kind="single"), "kind"),
        (pile(cards=[]), "cards"),
        (pile(value=8), "cards"),
        (pile(cards="5D"), "table"),
        (changed(table=["5D"]), "table"),
        (changed(table={}), "table"),
        (None, "JSON"),
        ([], "JSON"),
        ("{}", "JSON"),
        ({1: 2}, "1"),
        (changed(hands=[["??"] * 53, []]), "53"),
    ],
)  # fmt: skip
def test_a_wrong_document_is_refused_and_the_fault_named(document: object, named: str) -> None:
    with pytest.raises(rules.InvalidPosition) as caught:
        TRIFECTA.position(document)
    assert named in str(caught.value)


@pytest.mark.parametrize(
    ("entry", "kind"),
    [
        ({"cards": ["3H", "5D"], "value": 8}, "single"),
        ({"cards": ["8H", "8D"], "value": 8}, "fixed"),
        ({"cards": ["5H", "5D", "2C", "3C"], "value": 5}, "fixed"),
        ({"cards": ["JS", "JH"], "value": 11}, "fixed"),
        ({"cards": ["JS", "JH"], "value": "J"}, "face"),
        ({"cards": ["KS", "3D"], "value": 7}, "single"),
        ({"cards": ["KS", "3D", "4C", "7H"], "value": 7}, "fixed"),
        ({"cards": ["QS", "TD", "2D"], "value": 12}, "fixed"),
        ({"cards": ["AS", "AH"], "value": 1}, "fixed"),
        ({"cards": ["2H", "TD"], "value": 8, "owner": 1, "subtraction": True}, "subtraction"),
        ({"cards": ["TD", "KS"], "value": 4, "owner": 1, "subtraction": True}, "subtraction"),
    ],
)
def test_a_pile_that_adds_up_is_read_as_its_kind(entry: dict[str, object], kind: str) -> None:
    document = {"variant": "trifecta", "hands": [["4S"], []], "table": [entry]}
    state = TRIFECTA.position(document)
    assert state.table[0].kind == kind
    assert TRIFECTA.document(state)["table"] == [entry]


LEAVES: list[object] = [
    None,
    True,
    False,
    0,
    1,
    -1,
    2,
    6,
    7,
    99,
    10**30,
    1.5,
    float("nan"),
    float("inf"),
    "",
    "KS",
    "??",
    "5D",
    "XX",
    "pick",
    "K",
    "\ud800",
    "🂡",
    [],
    {},
    [[]],
    [None],
    {"cards": ["5D"]},
    ["KS"],
    [["KS"]],
    [[], []],
    ["??", "??"],
    {"value": 3},
    {"": ""},
]


def mutate(chance: random.Random, value: object, depth: int = 0) -> object:
    if depth > 4 or chance.random() < 0.25:
        return chance.choice(LEAVES)
    if isinstance(value, dict):
        copy = dict(value)
        key = chance.choice([*copy, "new", "value"])
        if chance.random() < 0.2:
            copy.pop(key, None)
        else:
            copy[key] = mutate(chance, copy.get(key), depth + 1)
        return copy
    if isinstance(value, list) and value:
        copy_list = list(value)
        place = chance.randrange(len(copy_list))
        if chance.random() < 0.2:
            del copy_list[place]
        else:
            copy_list[place] = mutate(chance, copy_list[place], depth + 1)
        return copy_list
    return chance.choice(LEAVES)


def test_any_garbage_is_an_invalid_position_or_a_playable_one() -> None:
    refused = set()
    chance = random.Random(9)
    accepted = 0
    for _ in range(6000):
        document: object = EXAMPLE
        for _ in range(chance.randint(1, 3)):
            document = mutate(chance, document)
        try:
            state = TRIFECTA.position(document)
        except rules.InvalidPosition as invalid:
            refused.add(invalid.fact)
            continue
        accepted += 1
        assert TRIFECTA.position(TRIFECTA.document(state)) == state
        moves = list(TRIFECTA.moves(state))
        assert moves or state.to_move is None or "??" in state.hands[state.to_move]
        TRIFECTA.scores(state)
        TRIFECTA.outcome(state)
        for viewer in (0, 1, "spectator"):
            TRIFECTA.document(state, viewer)
        for move in moves[:3]:
            TRIFECTA.play(state, move)
    assert accepted > 300
    assert {fact.code for fact in refused} <= SENTENCES.keys()
    assert all(str(fact) for fact in refused)
