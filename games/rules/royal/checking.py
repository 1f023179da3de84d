"""Checking one given move of Royal Cassino, and saying in a sentence why it is refused."""

from collections.abc import Sequence

from games.rules.cards import BIT, show_card, show_cards
from games.rules.combinations import can_split
from games.rules.errors import IllegalMove
from games.rules.holding import check_trail, refuse_unkept
from games.rules.listing import list_plays
from games.rules.notation import Action, Move
from games.rules.piles import describe_pile, find_piles
from games.rules.royal.listing import RoyalTable
from games.rules.royal.values import NUMBERS, TOP
from games.rules.state import Kind, Pile, TableState


def check_move(state: TableState, move: Move) -> Move:
    """Return the move as it is printed, if it is legal. Raises IllegalMove with the reason."""
    action, card, taken, value = move
    if action not in (Action.DROP, Action.CAPTURE, Action.BUILD, Action.BUILD_SAME):
        raise IllegalMove("play_one_card", "4.9")
    seat = state.to_move
    assert seat is not None
    hand = state.hands[seat]
    if card not in hand or card not in BIT:
        raise IllegalMove(f"You do not hold {show_card(card)}.", "1.5")
    if action is Action.DROP:
        return check_trail(state.table, seat, move, list_plays(state, RoyalTable))
    piles = find_piles(state.table, taken, whole="3.5", there="4.9")
    rest = [other for other in hand if other != card]
    if action is Action.CAPTURE:
        reading = _find_reading(card, piles, value)
        refuse_unkept(state.table, seat, taken, None, rest, NUMBERS)
        return Move(Action.CAPTURE, card, taken, reading)
    if not isinstance(value, int) or not 1 <= value <= TOP:
        raise IllegalMove(f"A build is worth a number from 1 to {TOP}.", "4.4")
    action = _find_build_action(card, piles, value)
    refuse_unkept(state.table, seat, taken, value, rest, NUMBERS)
    return Move(action, card, taken, value)


def _find_reading(card: str, piles: Sequence[Pile], value: int | str | None) -> int | None:
    """Return how a capture is printed: with a number only where an ace must be 14."""
    low, *high = NUMBERS[card]
    wanted = low if value is None else value
    if wanted not in NUMBERS[card]:
        raise IllegalMove(f"{show_card(card)} can not be read as {wanted}.", "2.1")
    assert isinstance(wanted, int)
    refusal = _find_refusal(card, piles, wanted)
    if refusal is not None:
        raise refusal
    if wanted == low or _find_refusal(card, piles, low) is None:
        return None
    return high[0]


def _find_refusal(card: str, piles: Sequence[Pile], number: int) -> IllegalMove | None:
    """Return why a card read as this number does not take the piles, or None (4.2, 4.3)."""
    units: list[Sequence[int]] = []
    for pile in piles:
        if pile.kind is Kind.LOOSE:
            units.append(NUMBERS[pile.cards[0]])
        elif pile.value != number and pile.kind is Kind.FIXED:
            return IllegalMove(
                f"The {describe_pile(pile)} is captured with a {pile.value} only.", "4.3"
            )
        elif isinstance(pile.value, int):
            units.append((pile.value,))
    if not units or can_split(units, number):
        return None
    return _refuse_sum(card, number, piles)


def _refuse_sum(card: str, number: int, piles: Sequence[Pile]) -> IllegalMove:
    shown = show_card(card) + (f" as {number}" if len(NUMBERS[card]) > 1 else "")
    parts = [pile for pile in piles if pile.kind is not Kind.FIXED]
    if len(parts) == 1:
        what = describe_pile(parts[0])
        the = "" if parts[0].kind is Kind.LOOSE else "the "
        return IllegalMove(f"{shown} does not take {the}{what}.", "4.2")
    cards = show_cards([card for pile in parts for card in pile.cards])
    return IllegalMove(f"{cards} do not split into groups of {number}.", "4.2")


def _find_build_action(card: str, piles: Sequence[Pile], value: int) -> Action:
    """Return whether the card and the piles make one group of the value, or several.

    Raises IllegalMove when they do not (4.4, 4.6, 4.7).
    """
    units: list[Sequence[int]] = [NUMBERS[card]]
    joins_fixed = False
    for pile in piles:
        if pile.kind is Kind.LOOSE:
            units.append(NUMBERS[pile.cards[0]])
        elif pile.kind is Kind.SINGLE and isinstance(pile.value, int):
            units.append((pile.value,))
        elif pile.value != value:
            raise IllegalMove(f"The {describe_pile(pile)} keeps its value.", "4.7")
        else:
            joins_fixed = True
    if not can_split(units, value):
        cards = show_cards([card, *[card for pile in piles for card in pile.cards]])
        raise IllegalMove(f"{cards} do not split into groups of {value}.", "4.4")
    is_single = not joins_fixed and sum(min(numbers) for numbers in units) == value
    return Action.BUILD if is_single else Action.BUILD_SAME
