"""A move is listed if and only if it passes the check. Every choice of cards is tried."""

import random
import re
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from games import rules
from games.rules.cards import SORTED
from games.rules.triple_four.triplets import TRIPLETS, sort_cards
from tests.rules.triplets import TRIPLE_FOUR, listed


def states_of(seed: int, players: int) -> Iterator[Any]:
    """Yield states of a game in which cards are laid down whenever possible."""
    rng = random.Random(seed)
    state = TRIPLE_FOUR.deal(
        rng.sample(TRIPLE_FOUR.pack, 108),
        players=players,
        triplets=rng.sample(list(TRIPLETS), 56),
    )
    while not state.is_over:
        if owed := TRIPLE_FOUR.awaited_shuffle(state):
            text = " ".join((owed[0], *rng.sample(owed[1], len(owed[1]))))
        else:
            yield state
            moves = list(TRIPLE_FOUR.moves(state))
            text = str(rng.choice([move for move in moves if move.triplet] or moves))
        state = TRIPLE_FOUR.play(state, text)


def every_text(state: Any) -> Iterator[str]:
    """Yield every move that can be written, with cards in the hand and with others."""
    yield from ("draw deck", "draw discard", "pass", "shuffle KC")
    for card in (*SORTED, "XX"):
        yield f"discard {card}"
    names = {name for tray in state.trays for name in tray}
    names |= {pile.triplet for piles in state.matched for pile in piles} | {state.triplets[0]}
    choices = {sort_cards(cards) for cards in combinations(state.hands[state.to_move], 3)}
    for name in sorted(names):
        for cards in choices:
            for action in ("match", "take"):
                yield f"{action} {name}: {' '.join(cards)}"


def refuse(state: Any, text: str) -> str:
    """Return the clause and the sentence of a refusal, or "" if the move is accepted."""
    try:
        move = TRIPLE_FOUR.parse(state, text)
    except rules.IllegalMove as refusal:
        return f"{refusal.clause}: {refusal}"
    return "" if str(move) == text else "spelled otherwise"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_move_is_listed_if_and_only_if_it_passes_the_check(players: int) -> None:
    for seed in range(4):
        for state in list(states_of(seed, players))[seed::37]:
            refused = {text: refuse(state, text) for text in every_text(state)}
            accepted = [text for text, reason in refused.items() if not reason]
            assert sorted(accepted) == sorted(listed(state))
            reasons = {reason for reason in refused.values() if reason}
            assert [r for r in reasons if not re.fullmatch(r"[1-6]\.[1-7]: .*\.", r)] == []


def test_the_listing_is_lazy_and_checking_does_not_list(monkeypatch: pytest.MonkeyPatch) -> None:
    document = {
        "variant": "triple_four",
        "hands": [[*SORTED, "XX", "XX", "XX", "XX"], []],
        "trays": [list(TRIPLETS), []],
    }
    state = TRIPLE_FOUR.position(document)
    assert str(next(TRIPLE_FOUR.moves(state))) == "match T1: AH AD XX"
    monkeypatch.setattr(type(TRIPLE_FOUR), "_list", None)
    assert TRIPLE_FOUR.parse(state, "match T55: XX 8H XX").triplet == "T55"
