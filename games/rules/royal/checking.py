"""Why a capture or a build of Royal Cassino is refused."""

from collections.abc import Sequence

from games.rules.combinations import can_add_up, can_split
from games.rules.errors import IllegalMove
from games.rules.holding import Numbers
from games.rules.notation import Action
from games.rules.piles import refuse_build
from games.rules.state import Kind, Pile


def refuse_capture(
    card: str, number: int, piles: Sequence[Pile], numbers: Numbers
) -> IllegalMove | None:
    """Return why a card read as this number does not take the piles, None if it does (4.2, 4.3)."""
    units: list[Sequence[int]] = []
    for pile in piles:
        if pile.kind is Kind.LOOSE:
            units.append(numbers[pile.cards[0]])
        elif pile.value != number and pile.kind is Kind.FIXED:
            return refuse_build(card, number, pile, numbers, clause="4.3")
        elif isinstance(pile.value, int):
            units.append((pile.value,))
    if not units or can_split(units, number):
        return None
    return _refuse_sum(card, number, piles, numbers)


def _refuse_sum(card: str, number: int, piles: Sequence[Pile], numbers: Numbers) -> IllegalMove:
    parts = [pile for pile in piles if pile.kind is not Kind.FIXED]
    if len(parts) > 1:
        cards = tuple([card for pile in parts for card in pile.cards])
        return IllegalMove("no_groups_of", "4.2", cards=cards, value=number)
    pile, is_loose = parts[0], parts[0].kind is Kind.LOOSE
    if len(numbers[card]) == 1:
        if is_loose:
            return IllegalMove("does_not_take", "4.2", card=card, other=pile.cards[0])
        return IllegalMove("does_not_take_pile", "4.2", card=card, pile=pile)
    if is_loose:
        other = pile.cards[0]
        return IllegalMove("does_not_take_as", "4.2", card=card, value=number, other=other)
    return IllegalMove("does_not_take_pile_as", "4.2", card=card, value=number, pile=pile)


def find_build_action(
    card: str, piles: Sequence[Pile], value: int, numbers: Numbers, top: int
) -> Action:
    """Return whether the card and the piles make one group of the value, or several.

    Raises IllegalMove if they do neither (4.4, 4.6, 4.7).
    """
    units: list[Sequence[int]] = [numbers[card]]
    joins_fixed = False
    for pile in piles:
        if pile.kind is Kind.LOOSE:
            units.append(numbers[pile.cards[0]])
        elif pile.kind is Kind.SINGLE and isinstance(pile.value, int):
            units.append((pile.value,))
        elif pile.value != value:
            raise IllegalMove("keeps_value", "4.7", pile=pile)
        else:
            joins_fixed = True
    if not can_split(units, value):
        cards = (card, *[card for pile in piles for card in pile.cards])
        raise IllegalMove("no_groups_of", "4.4", cards=cards, value=value)
    is_single = not joins_fixed and can_add_up(units, value)
    return Action.BUILD if is_single else Action.BUILD_SAME
