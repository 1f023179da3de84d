"""The piles of a table: finding those that a move names, refusing a build, and laying a new one."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.cards import cards_in
from games.rules.errors import IllegalMove
from games.rules.state import Kind, Pile


def find_piles(table: Sequence[Pile], taken: int, *, whole: str, there: str) -> list[Pile]:
    """Return the piles that hold exactly these cards. Raises IllegalMove when there are none.

    `whole` is the clause by which a pile moves as a whole, `there` the one by which a move uses
    cards on the table.
    """
    piles = []
    missing = taken
    for pile in table:
        common = pile.bits & taken
        if common:
            if common != pile.bits:
                raise IllegalMove("pile_moves_whole", whole, cards=cards_in(common), pile=pile)
            piles.append(pile)
            missing ^= common
    if missing:
        cards = cards_in(missing)
        raise IllegalMove("not_on_table", there, cards=cards, count=len(cards))
    if not piles:
        raise IllegalMove("no_table_card", there)
    return piles


def lay_pile(
    table: Sequence[Pile], card: str, taken: int, *, value: int | str | None, owner: int, kind: Kind
) -> tuple[Pile, ...]:
    """Return the table with a new pile, made of the card and of the piles with the taken cards.

    It lies where the first of these piles lay.
    """
    cards: list[str] = []
    place = -1
    after: list[Pile] = []
    for pile in table:
        if pile.bits & taken:
            cards += pile.cards
            if place < 0:
                place = len(after)
        else:
            after.append(pile)
    after.insert(place, Pile((*cards, card), value, owner, kind))
    return tuple(after)


def write_pile(pile: Pile) -> dict[str, Any]:
    """Return the pile as part of a position document."""
    entry: dict[str, Any] = {"cards": list(pile.cards)}
    if pile.value is not None:
        entry["value"] = pile.value
    if pile.owner is not None:
        entry["owner"] = pile.owner
    if pile.kind is Kind.SUBTRACTION:
        entry["subtraction"] = True
    return entry


def refuse_build(
    card: str, number: int, pile: Pile, numbers: Mapping[str, Sequence[int]], *, clause: str
) -> IllegalMove:
    """Return why a card read as this number does not take a build of another one."""
    if pile.value in numbers[card]:
        return IllegalMove("does_not_take_pile_as", clause, card=card, value=number, pile=pile)
    return IllegalMove("captured_only_with", clause, pile=pile, needed=pile.value)
