"""Positions of Triple Four in the tests: `at(["JH QD XX", "5S"], trays=["T37", ""])`."""

from typing import Any

import pytest

from games import rules
from games.rules.triple_four import TripleFour
from games.rules.triple_four.state import TripleFourState
from tests.rules.newest import newest

TRIPLE_FOUR = newest(TripleFour)


def at(hands: list[str], **more: Any) -> TripleFourState:
    """Return the position with these hands; trays and piles of cards can be texts too.

    A matched pile is written `T37: JH QD XX`. By default the deck has four cards, the discard pile
    has one, and the seat to move has drawn the last card of its hand from the deck.
    """
    document: dict[str, Any] = {
        "variant": "triple_four",
        "hands": [hand.split() for hand in hands],
        "stock": "2S 3S 4S 6S",
        "discard": "KC",
        "triplets": "T56",
        "drawn": "deck",
        **more,
    }
    for key in ("stock", "discard", "triplets"):
        if isinstance(document[key], str):
            document[key] = document[key].split()
    if "trays" in more:
        document["trays"] = [tray.split() for tray in more["trays"]]
    if "matched" in more:
        document["matched"] = [[_read_pile(pile) for pile in piles] for piles in more["matched"]]
    return TRIPLE_FOUR.position(document)


def _read_pile(text: str) -> dict[str, Any]:
    triplet, cards = text.split(":")
    return {"triplet": triplet, "cards": cards.split()}


def four_before(seat: int, count: int) -> list[list[str]]:
    """Return piles for two seats, one of which has matched black threes `count` times."""
    ranks = "A23456789TJQK"
    piles = [f"T{14 + n}: {ranks[n]}S {ranks[n]}C {ranks[n]}S" for n in range(8, 8 + count)]
    return [piles if each == seat else [] for each in range(2)]


def play(state: TripleFourState, *texts: str) -> TripleFourState:
    """Return the state after these moves."""
    for text in texts:
        state = TRIPLE_FOUR.play(state, text)
    return state


def listed(state: TripleFourState) -> list[str]:
    """Return the texts of all legal moves."""
    return [str(move) for move in TRIPLE_FOUR.moves(state)]


def is_legal(state: TripleFourState, text: str) -> bool:
    """Return whether a move passes the check; the listing must agree."""
    try:
        move = TRIPLE_FOUR.parse(state, text)
    except rules.IllegalMove:
        assert text not in listed(state)
        return False
    assert state.to_move is None or str(move) in listed(state)
    return True


def refusal(state: TripleFourState, text: str) -> tuple[str, str]:
    """Return the clause and the sentence of a refused move."""
    assert not is_legal(state, text)
    with pytest.raises(rules.IllegalMove) as caught:
        TRIPLE_FOUR.play(state, text)
    return caught.value.clause, str(caught.value)
