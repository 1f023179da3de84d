"""The builds that a seat owns, and the cards that it must keep for them.

The games with builds share these rules and the numbers of their clauses: 4.1 trailing, 4.5 the
card for a new build, 4.8 the cards for the builds that a player owns.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from games.rules.errors import IllegalMove
from games.rules.notation import Action, Move
from games.rules.state import Pile

Numbers = Mapping[str, tuple[int, ...]]
"""The numbers that each card can be read as; hidden cards are not listed."""

REFUSALS: Final = frozenset(("no_card_for_build", "must_keep_for_build", "one_card_for_two_builds"))
"""The codes of refusals because a card must be kept (4.5, 4.8)."""


def find_own_build(table: Sequence[Pile], seat: int) -> Pile | None:
    """Return a build to which the seat was the last to add a card, or None."""
    return next((p for p in table if p.owner == seat and p.value is not None), None)


def check_trail(table: Sequence[Pile], seat: int, move: Move, plays: Iterator[Move]) -> Move:
    """Return the move in its printed form if the card may be trailed (4.1).

    `plays` are the seat's other legal moves. All that matters is whether there is one, and only
    if the seat owns a build: a player who can do nothing else may trail all the same.
    """
    if move.taken:
        raise IllegalMove("trail_takes_nothing", "4.1")
    own = find_own_build(table, seat)
    if own is not None and next(plays, None) is not None:
        raise IllegalMove("trail_beside_own_build", "4.1", pile=own)
    return Move(Action.DROP, move.card)


def refuse_unkept(
    table: Sequence[Pile],
    seat: int,
    taken: int,
    built: int | None,
    rest: Sequence[str],
    numbers: Numbers,
) -> None:
    """Refuse a play after which the seat could not capture all builds it owns (4.5, 4.8).

    `taken` are the cards the play uses from the table, `built` the value of the pile it makes, and
    `rest` is the hand after it.
    """
    held = [numbers[card] for card in rest if card in numbers]
    if built is not None and not any(built in readings for readings in held):
        raise IllegalMove("no_card_for_build", "4.5", needed=built)
    values = set() if built is None else {built}
    for pile in table:
        if pile.owner != seat or not isinstance(pile.value, int) or pile.bits & taken:
            continue
        if not any(pile.value in readings for readings in held):
            raise IllegalMove("must_keep_for_build", "4.8", needed=pile.value, pile=pile)
        values.add(pile.value)
    if not can_keep(values, held):
        raise IllegalMove("one_card_for_two_builds", "4.8")


def can_keep(values: Collection[int | str], held: Sequence[tuple[int, ...]]) -> bool:
    """Tell whether every value has a card of its own."""
    if not values:
        return True
    first, *others = values
    return any(
        first in readings and can_keep(others, [*held[:place], *held[place + 1 :]])
        for place, readings in enumerate(held)
    )
