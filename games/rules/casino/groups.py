"""The groups in which a move of Casino takes or joins cards."""

from games.rules.casino.state import CasinoState
from games.rules.holding import Numbers
from games.rules.notation import Move
from games.rules.state import Kind
from games.rules.telling import Unit, find_used, put_first, split_pile, split_units


def find_taken_groups(state: CasinoState, move: Move, numbers: Numbers) -> list[tuple[str, ...]]:
    """Return the groups that a capture takes: those of loose cards first, then those of builds."""
    piles = find_used(state, move)
    if not numbers[move.card]:
        return [pile.cards for pile in piles]
    number = numbers[move.card][0] if move.value is None else move.value
    assert isinstance(number, int)
    loose = [pile for pile in piles if pile.kind is Kind.LOOSE]
    units: list[Unit] = [(numbers[pile.cards[0]], pile.cards) for pile in loose]
    groups = split_units(units, number) if units else []
    builds = [pile for pile in piles if pile.kind is not Kind.LOOSE]
    return groups + [group for pile in builds for group in split_pile(pile, numbers)]


def find_built_groups(state: CasinoState, move: Move, numbers: Numbers) -> list[tuple[str, ...]]:
    """Return the groups of the new pile; a build that was raised is one with the card played."""
    assert isinstance(move.value, int)
    own: Unit = (numbers[move.card], (move.card,))
    units: list[Unit] = []
    joined = []
    for pile in find_used(state, move):
        if pile.kind is Kind.LOOSE:
            units.append((numbers[pile.cards[0]], pile.cards))
        elif pile.value == move.value:
            joined += split_pile(pile, numbers)
        else:
            own = ((move.value,), (move.card, *pile.cards))
    return put_first(move.card, split_units([own, *units], move.value)) + joined
