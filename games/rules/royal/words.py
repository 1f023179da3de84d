"""What the moves of Royal Cassino bring, and why a side has its points."""

from collections.abc import Iterator
from typing import Final

from games.rules.cards import PACK
from games.rules.explanation import Explanation
from games.rules.facts import make_fact
from games.rules.notation import Action, Move
from games.rules.royal.values import HIGH_ACE, LOW_ACE, NUMBERS
from games.rules.scoring import Reason
from games.rules.state import Kind, TableState
from games.rules.telling import (
    Unit,
    count_cards,
    describe_move,
    explain_groups,
    find_used,
    put_first,
    split_pile,
    split_units,
)

CARD_BADGES: Final = {
    card: "1/14" if card[0] == "A" else str(NUMBERS[card][0]) for card in PACK if card[0] in "AJQK"
}
CARD_NOTES: Final = {
    card: (
        make_fact("either_number", low=LOW_ACE, high=HIGH_ACE)
        if card[0] == "A"
        else make_fact("counts_as", value=NUMBERS[card][0]),
    )
    for card in CARD_BADGES
}


def explain_move(state: TableState, move: Move) -> Explanation:
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
        return explain_groups(move, groups + whole, (("cards", count_cards(move)),))
    return explain_groups(move, put_first(move.card, groups) + whole)


def explain_score(state: TableState) -> tuple[Reason, ...]:
    """Return why each side has its points; see `Variant.explain_score`."""
    return (*_explain_cards(state), *_explain_violations(state))


def _explain_cards(state: TableState) -> Iterator[Reason]:
    for side, captured in enumerate(state.captured):
        if cards := captured.bit_count():
            yield Reason("cards", side, cards, make_fact("cards_captured", count=cards))


def _explain_violations(state: TableState) -> Iterator[Reason]:
    for side, kept in enumerate(state.sheet):
        if points := dict(kept).get("penalties", 0):
            yield Reason("penalties", side, points, make_fact("times_up", count=points))
