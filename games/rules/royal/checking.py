"""Checking one given move of Royal Cassino, and reporting why it is refused."""

from collections.abc import Sequence

from games.rules.cards import BIT
from games.rules.combinations import can_split
from games.rules.errors import IllegalMove
from games.rules.holding import check_trail, refuse_unkept
from games.rules.listing import list_plays
from games.rules.notation import Action, Move
from games.rules.piles import find_piles
from games.rules.royal.listing import RoyalTable
from games.rules.royal.values import NUMBERS, TOP
from games.rules.state import Kind, Pile, TableState


def check_move(state: TableState, move: Move) -> Move:
    """Return the move in its printed form if it is legal. Raises IllegalMove."""
    action, card, taken, value = move
    if action not in (Action.DROP, Action.CAPTURE, Action.BUILD, Action.BUILD_SAME):
        raise IllegalMove("play_one_card", "4.9")
    seat = state.to_move
    assert seat is not None
    hand = state.hands[seat]
    if card not in hand or card not in BIT:
        raise IllegalMove("card_not_held", "1.5", card=card)
    if action is Action.DROP:
        return check_trail(state.table, seat, move, list_plays(state, RoyalTable))
    piles = find_piles(state.table, taken, whole="3.5", there="4.9")
    rest = [other for other in hand if other != card]
    if action is Action.CAPTURE:
        reading = _find_reading(card, piles, value)
        refuse_unkept(state.table, seat, taken, None, rest, NUMBERS)
        return Move(Action.CAPTURE, card, taken, reading)
    if not isinstance(value, int) or not 1 <= value <= TOP:
        raise IllegalMove("build_range", "4.4", top=TOP)
    action = _find_build_action(card, piles, value)
    refuse_unkept(state.table, seat, taken, value, rest, NUMBERS)
    return Move(action, card, taken, value)


def _find_reading(card: str, piles: Sequence[Pile], value: int | str | None) -> int | None:
    """Return the printed reading of a capture: a number only where an ace must be 14."""
    low, *high = NUMBERS[card]
    wanted = low if value is None else value
    if wanted not in NUMBERS[card]:
        raise IllegalMove("cannot_read_as", "2.1", card=card, value=wanted)
    assert isinstance(wanted, int)
    refusal = _find_refusal(card, piles, wanted)
    if refusal is not None:
        raise refusal
    if wanted == low or _find_refusal(card, piles, low) is None:
        return None
    return high[0]


def _find_refusal(card: str, piles: Sequence[Pile], number: int) -> IllegalMove | None:
    """Return why a card read as this number does not take the piles, None if it does (4.2, 4.3)."""
    units: list[Sequence[int]] = []
    for pile in piles:
        if pile.kind is Kind.LOOSE:
            units.append(NUMBERS[pile.cards[0]])
        elif pile.value != number and pile.kind is Kind.FIXED:
            return IllegalMove("captured_only_with", "4.3", pile=pile, needed=pile.value)
        elif isinstance(pile.value, int):
            units.append((pile.value,))
    if not units or can_split(units, number):
        return None
    return _refuse_sum(card, number, piles)


def _refuse_sum(card: str, number: int, piles: Sequence[Pile]) -> IllegalMove:
    parts = [pile for pile in piles if pile.kind is not Kind.FIXED]
    if len(parts) > 1:
        cards = tuple([card for pile in parts for card in pile.cards])
        return IllegalMove("no_groups_of", "4.2", cards=cards, value=number)
    pile, is_loose = parts[0], parts[0].kind is Kind.LOOSE
    if len(NUMBERS[card]) == 1:
        if is_loose:
            return IllegalMove("does_not_take", "4.2", card=card, other=pile.cards[0])
        return IllegalMove("does_not_take_pile", "4.2", card=card, pile=pile)
    if is_loose:
        other = pile.cards[0]
        return IllegalMove("does_not_take_as", "4.2", card=card, value=number, other=other)
    return IllegalMove("does_not_take_pile_as", "4.2", card=card, value=number, pile=pile)


def _find_build_action(card: str, piles: Sequence[Pile], value: int) -> Action:
    """Return whether the card and the piles make one group of the value, or several.

    Raises IllegalMove if they do neither (4.4, 4.6, 4.7).
    """
    units: list[Sequence[int]] = [NUMBERS[card]]
    joins_fixed = False
    for pile in piles:
        if pile.kind is Kind.LOOSE:
            units.append(NUMBERS[pile.cards[0]])
        elif pile.kind is Kind.SINGLE and isinstance(pile.value, int):
            units.append((pile.value,))
        elif pile.value != value:
            raise IllegalMove("keeps_value", "4.7", pile=pile)
        else:
            joins_fixed = True
    if not can_split(units, value):
        cards = (card, *[card for pile in piles for card in pile.cards])
        raise IllegalMove("no_groups_of", "4.4", cards=cards, value=value)
    is_single = not joins_fixed and sum(min(numbers) for numbers in units) == value
    return Action.BUILD if is_single else Action.BUILD_SAME
