"""The seats that score together, and the seats that play against each other."""

from __future__ import annotations

from games.messages.names import Names
from games.messages.text import Text
from games.rules.state import State
from games.rules.variant import AnyVariant


def find_partner(variant: AnyVariant, state: State, seat: int) -> int | None:
    """Return the seat that plays for the same side, None where everybody plays alone."""
    side = variant.side(state, seat)
    others = (other for other in range(len(state.hands)) if other != seat)
    return next((other for other in others if variant.side(state, other) == side), None)


def group_sides(variant: AnyVariant, state: State, names: Names) -> tuple[tuple[int, ...], ...]:
    """Return the seats of each side, clockwise from the reader's, or from the first seat."""
    sides: dict[int, list[int]] = {}
    seats, first = range(len(names.names)), names.viewer or 0
    for seat in (*seats[first:], *seats[:first]):
        sides.setdefault(variant.side(state, seat), []).append(seat)
    return tuple(tuple(sides[side]) for side in sorted(sides))


def sides_around(variant: AnyVariant, state: State, names: Names) -> tuple[int, ...]:
    """Return the sides in the order in which a table shows them: the reader's own comes first."""
    count, first = len(variant.totals(state)), variant.side(state, names.viewer or 0)
    return (*range(first, count), *range(first))


def name_sides(variant: AnyVariant, state: State, names: Names) -> tuple[Text, ...]:
    """Return who plays for each side: "You and Carol" to a player, else by name."""
    return tuple(names.subject(seats) for seats in group_sides(variant, state, names))


def find_rivals(variant: AnyVariant, state: State, seat: int) -> tuple[int, ...]:
    """Return the seats that play against a seat, those too where a computer player took over."""
    own = variant.side(state, seat)
    return tuple(other for other in range(len(state.hands)) if variant.side(state, other) != own)
