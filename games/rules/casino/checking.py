"""Checking one given move of Casino, and saying in a sentence why it is refused."""

from collections.abc import Sequence

from games.rules.cards import BIT, PACK, name_face, show_card, show_cards
from games.rules.casino.listing import CasinoTable
from games.rules.casino.state import CasinoState
from games.rules.casino.values import NUMBERS, TOP
from games.rules.combinations import can_split
from games.rules.errors import IllegalMove
from games.rules.holding import check_trail, refuse_unkept
from games.rules.listing import list_plays
from games.rules.notation import Action, Move
from games.rules.piles import describe_pile, find_piles
from games.rules.state import Kind, Pile


def check_move(state: CasinoState, move: Move) -> Move:
    """Return the move as it is printed, if it is legal. Raises IllegalMove with the reason."""
    action, card, taken, value = move
    seat = state.to_move
    if seat is None or action is Action.DEAL:
        return _check_deal(state, move)
    if action not in (Action.DROP, Action.CAPTURE, Action.BUILD, Action.BUILD_SAME):
        raise IllegalMove("play_one_card", "4.9")
    hand = state.hands[seat]
    if card not in hand or card not in BIT:
        raise IllegalMove(f"You do not hold {show_card(card)}.", "1.5")
    if action is Action.DROP:
        return check_trail(state.table, seat, move, list_plays(state, CasinoTable))
    piles = find_piles(state.table, taken, whole="3.5", there="4.9")
    rest = [other for other in hand if other != card]
    if action is Action.CAPTURE:
        _refuse_capture(card, piles, value)
        refuse_unkept(state.table, seat, taken, None, rest, NUMBERS)
        return Move(Action.CAPTURE, card, taken)
    if not isinstance(value, int) or not 1 <= value <= TOP:
        raise IllegalMove(f"A build is worth a number from 1 to {TOP}.", "4.4")
    action = _find_build_action(card, piles, value)
    refuse_unkept(state.table, seat, taken, value, rest, NUMBERS)
    return Move(action, card, taken, value)


def _check_deal(state: CasinoState, move: Move) -> Move:
    """Check the dealer's event between two decks (1.4)."""
    if move.action is not Action.DEAL:
        raise IllegalMove("The next deck is dealt first.", "1.4")
    if not state.waits:
        raise IllegalMove("The next deck is dealt when this one is played out.", "1.4")
    deck = move.value.split() if isinstance(move.value, str) else []
    if sorted(deck) != sorted(PACK):
        raise IllegalMove("A deal names every card of the pack once.", "1.4")
    return move


def _refuse_capture(card: str, piles: Sequence[Pile], reading: int | str | None) -> None:
    numbers = NUMBERS[card]
    if reading is not None and reading not in numbers:
        raise IllegalMove(f"{show_card(card)} can not be read as {reading}.", "2.1")
    if not numbers:
        _refuse_face_capture(card, piles)
        return
    units = []
    for pile in piles:
        if pile.kind is Kind.LOOSE:
            units.append(_loose_numbers(pile))
        elif pile.value != numbers[0]:
            raise IllegalMove(
                f"The {describe_pile(pile)} is captured with a {pile.value} only.", "4.2"
            )
    if units and not can_split(units, numbers[0]):
        loose = show_cards([pile.cards[0] for pile in piles if pile.kind is Kind.LOOSE])
        if len(units) == 1:
            raise IllegalMove(f"{show_card(card)} does not take {loose}.", "4.2")
        raise IllegalMove(f"{loose} do not split into groups of {numbers[0]}.", "4.2")


def _refuse_face_capture(card: str, piles: Sequence[Pile]) -> None:
    if len(piles) > 1:
        name = name_face(card[0])
        raise IllegalMove(f"{show_card(card)} takes one {name} and nothing else.", "4.3")
    if piles[0].cards[0][0] != card[0]:
        raise IllegalMove(f"{show_card(card)} does not take {describe_pile(piles[0])}.", "4.3")


def _loose_numbers(pile: Pile) -> tuple[int, ...]:
    numbers = NUMBERS[pile.cards[0]]
    if not numbers:
        shown = show_card(pile.cards[0])
        raise IllegalMove(f"{shown} has no number and goes into no sum.", "2.2")
    return numbers


def _find_build_action(card: str, piles: Sequence[Pile], value: int) -> Action:
    """Return whether the card and the piles make one group of the value, or several.

    Raises IllegalMove when they do not (4.4, 4.6, 4.7).
    """
    if not NUMBERS[card]:
        raise IllegalMove(f"{show_card(card)} has no number and goes into no sum.", "2.2")
    number = NUMBERS[card][0]
    loose = [_loose_numbers(pile) for pile in piles if pile.kind is Kind.LOOSE]
    builds = [pile for pile in piles if pile.kind is not Kind.LOOSE]
    others = [pile for pile in builds if pile.value != value]
    if not others:
        if not can_split([(number,), *loose], value):
            raise _refuse_sum([card, *_loose_cards(piles)], value)
        is_single = not builds and number + sum(n for (n,) in loose) == value
        return Action.BUILD if is_single else Action.BUILD_SAME
    _refuse_raise(card, number, others, value)
    if loose and not can_split(loose, value):
        raise IllegalMove(
            f"{show_cards(_loose_cards(piles))} can not change what the "
            f"{describe_pile(others[0])} is worth; only {show_card(card)} can.",
            "4.7",
        )
    return Action.BUILD if len(piles) == 1 else Action.BUILD_SAME


def _refuse_raise(card: str, number: int, others: Sequence[Pile], value: int) -> None:
    """Refuse to change the value of a build but of one single build by the card alone (4.7)."""
    if len(others) > 1:
        raise IllegalMove(
            f"The {describe_pile(others[0])} and the {describe_pile(others[1])} can not both "
            f"become {value}; one card raises one build.",
            "4.7",
        )
    build = others[0]
    assert isinstance(build.value, int)
    if build.kind is not Kind.SINGLE:
        raise IllegalMove(f"The {describe_pile(build)} keeps its value.", "4.7")
    if build.value + number != value:
        raised = build.value + number
        why = "no other card changes its value" if raised <= TOP else f"{TOP} is the most"
        raise IllegalMove(
            f"{show_card(card)} makes {raised} of the {describe_pile(build)}; {why}.", "4.7"
        )


def _loose_cards(piles: Sequence[Pile]) -> list[str]:
    return [pile.cards[0] for pile in piles if pile.kind is Kind.LOOSE]


def _refuse_sum(cards: Sequence[str], value: int) -> IllegalMove:
    if len(cards) == 1:
        return IllegalMove(f"{show_card(cards[0])} alone is no group of {value}.", "4.6")
    return IllegalMove(f"{show_cards(cards)} do not split into groups of {value}.", "4.4")
