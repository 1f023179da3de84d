"""The groups in which a move of Royal Cassino takes or joins cards."""

from games.rules.holding import Numbers
from games.rules.notation import Action, Move
from games.rules.state import Kind, TableState
from games.rules.telling import Unit, find_used, put_first, split_pile, split_units


def find_groups(state: TableState, move: Move, numbers: Numbers) -> list[tuple[str, ...]]:
    """Return the groups of a capture or of the new pile; a single build counts as one card."""
    is_capture = move.action is Action.CAPTURE
    value = numbers[move.card][0] if move.value is None else move.value
    assert isinstance(value, int)
    units: list[Unit] = [] if is_capture else [(numbers[move.card], (move.card,))]
    whole = []
    for pile in find_used(state, move):
        if pile.kind is Kind.LOOSE:
            units.append((numbers[pile.cards[0]], pile.cards))
        elif pile.kind is Kind.SINGLE and isinstance(pile.value, int):
            units.append(((pile.value,), pile.cards))
        else:
            whole += split_pile(pile, numbers)
    groups = split_units(units, value) if units else []
    return (groups if is_capture else put_first(move.card, groups)) + whole
