"""Moves of Royal Cassino in full, and why a side has its points."""

from collections.abc import Iterator
from typing import Final

from games.rules.cards import PACK
from games.rules.notation import Action, Move
from games.rules.royal.values import NUMBERS
from games.rules.scoring import Reason, name_times
from games.rules.state import Kind, TableState
from games.rules.telling import (
    Unit,
    count_cards,
    describe_move,
    find_used,
    put_first,
    split_pile,
    split_units,
    tell_groups,
)

CARD_BADGES: Final = {
    card: "1/14" if card[0] == "A" else str(NUMBERS[card][0]) for card in PACK if card[0] in "AJQK"
}
CARD_NOTES: Final = {
    card: "1 or 14" if card[0] == "A" else CARD_BADGES[card] for card in CARD_BADGES
}


def explain_move(state: TableState, move: Move) -> str:
    """Return the move with its groups and what it brings; see `Variant.explain`."""
    if move.action is Action.DROP:
        return describe_move(move)
    is_capture = move.action is Action.CAPTURE
    value = NUMBERS[move.card][0] if move.value is None else move.value
    assert isinstance(value, int)
    units: list[Unit] = [] if is_capture else [(NUMBERS[move.card], (move.card,))]
    whole = []
    for pile in find_used(state, move):
        if pile.kind is Kind.LOOSE:
            units.append((NUMBERS[pile.cards[0]], pile.cards))
        elif pile.kind is Kind.SINGLE and isinstance(pile.value, int):
            units.append(((pile.value,), pile.cards))
        else:
            whole += split_pile(pile, NUMBERS)
    groups = split_units(units, value) if units else []
    if is_capture:
        return f"{tell_groups(move, groups + whole)}: {count_cards(move)}"
    return tell_groups(move, put_first(move.card, groups) + whole)


def explain_score(state: TableState) -> tuple[Reason, ...]:
    """Return why each side has its points; see `Variant.explain_score`."""
    return (*_explain_cards(state), *_explain_violations(state))


def _explain_cards(state: TableState) -> Iterator[Reason]:
    for side, captured in enumerate(state.captured):
        if cards := captured.bit_count():
            words = "1 card captured" if cards == 1 else f"{cards} cards captured"
            yield Reason("cards", side, cards, words)


def _explain_violations(state: TableState) -> Iterator[Reason]:
    for side, kept in enumerate(state.sheet):
        if points := dict(kept).get("penalties", 0):
            words = f"the opponent’s time ran out {name_times(points)}"
            yield Reason("penalties", side, points, words)
