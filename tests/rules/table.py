"""Positions of Casino Trifecta in the tests: `at(["3H 8C", "KS"], "5D 2C+6H=8")`."""

import re
from typing import Any

import pytest

from games import rules
from games.rules.trifecta import Trifecta
from games.rules.trifecta.state import TrifectaState
from tests.rules.newest import newest

TRIFECTA = newest(Trifecta)


def at(hands: list[str], table: str = "", **more: Any) -> TrifectaState:
    """Return the position with these hands and piles.

    A pile is a card (`5D`), a build (`2C+6H=8`, `KD+KC=K`) or a subtraction pile (`TD-2H=8`);
    `@0` after it names its owner.
    """
    document = {
        "variant": "trifecta",
        "hands": [hand.split() for hand in hands],
        "table": [read_pile(pile) for pile in table.split()],
        **more,
    }
    return TRIFECTA.position(document)


def read_pile(text: str) -> dict[str, Any]:
    text, _, owner = text.partition("@")
    cards, _, value = text.partition("=")
    pile: dict[str, Any] = {"cards": re.split(r"[+-]", cards)}
    if value:
        pile["value"] = int(value) if value.isdigit() else value
    if owner:
        pile["owner"] = int(owner)
    if "-" in cards:
        pile["subtraction"] = True
    return pile


def listed(state: TrifectaState) -> list[str]:
    """Return the texts of all legal moves."""
    return [str(move) for move in TRIFECTA.moves(state)]


def play(state: TrifectaState, *texts: str) -> TrifectaState:
    """Return the state after these moves."""
    for text in texts:
        state = TRIFECTA.play(state, text)
    return state


def piles(state: TrifectaState) -> list[tuple[str, str, Any]]:
    """Return each pile of the table as its key, its kind and its value."""
    return [(pile.key, str(pile.kind), pile.value) for pile in state.table]


def points(state: TrifectaState, side: int) -> dict[str, Any]:
    """Return the lines of a side's point sheet that are not 0, without the total."""
    sheet = TRIFECTA.scores(state)[side]
    assert sheet["total"] == sum(value for line, value in sheet.items() if line != "total")
    return {line: value for line, value in sheet.items() if value and line != "total"}


def is_legal(state: TrifectaState, text: str) -> bool:
    """Return whether a move passes the check; the listing must agree."""
    try:
        move = TRIFECTA.parse(state, text)
    except rules.IllegalMove:
        return False
    assert move in list(TRIFECTA.moves(state))
    return True


def refusal(state: TrifectaState, text: str) -> tuple[str, str]:
    """Return the clause and the sentence of a refused move."""
    before = TRIFECTA.document(state)
    with pytest.raises(rules.IllegalMove) as caught:
        TRIFECTA.play(state, text)
    assert TRIFECTA.document(state) == before
    return caught.value.clause, str(caught.value)
