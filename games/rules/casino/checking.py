"""Checking one given move of Casino, and reporting why it is refused."""

from collections.abc import Sequence

from games.rules.cards import BIT, PACK
from games.rules.casino.listing import CasinoTable
from games.rules.casino.state import CasinoState
from games.rules.casino.values import NUMBERS, TOP
from games.rules.combinations import can_split
from games.rules.errors import IllegalMove
from games.rules.holding import check_trail, refuse_unkept
from games.rules.listing import list_plays
from games.rules.notation import Action, Move
from games.rules.piles import find_piles
from games.rules.state import Kind, Pile


def check_move(state: CasinoState, move: Move) -> Move:
    """Return the move in its printed form if it is legal. Raises IllegalMove."""
    action, card, taken, value = move
    seat = state.to_move
    if seat is None or action is Action.DEAL:
        return _check_deal(state, move)
    if action not in (Action.DROP, Action.CAPTURE, Action.BUILD, Action.BUILD_SAME):
        raise IllegalMove("play_one_card", "4.9")
    hand = state.hands[seat]
    if card not in hand or card not in BIT:
        raise IllegalMove("card_not_held", "1.5", card=card)
    if action is Action.DROP:
        return check_trail(state.table, seat, move, list_plays(state, CasinoTable))
    piles = find_piles(state.table, taken, whole="3.5", there="4.9")
    rest = [other for other in hand if other != card]
    if action is Action.CAPTURE:
        _refuse_capture(card, piles, value)
        refuse_unkept(state.table, seat, taken, None, rest, NUMBERS)
        return Move(Action.CAPTURE, card, taken)
    if not isinstance(value, int) or not 1 <= value <= TOP:
        raise IllegalMove("build_range", "4.4", top=TOP)
    action = _find_build_action(card, piles, value)
    refuse_unkept(state.table, seat, taken, value, rest, NUMBERS)
    return Move(action, card, taken, value)


def _check_deal(state: CasinoState, move: Move) -> Move:
    """Check the dealer's event between two decks (1.4)."""
    if move.action is not Action.DEAL:
        raise IllegalMove("next_deck_first", "1.4")
    if not state.waits:
        raise IllegalMove("deck_not_over", "1.4")
    deck = move.value.split() if isinstance(move.value, str) else []
    if sorted(deck) != sorted(PACK):
        raise IllegalMove("deal_of_other_cards", "1.4")
    return move


def _refuse_capture(card: str, piles: Sequence[Pile], reading: int | str | None) -> None:
    numbers = NUMBERS[card]
    if reading is not None and reading not in numbers:
        raise IllegalMove("cannot_read_as", "2.1", card=card, value=reading)
    if not numbers:
        _refuse_face_capture(card, piles)
        return
    units = []
    for pile in piles:
        if pile.kind is Kind.LOOSE:
            units.append(_loose_numbers(pile))
        elif pile.value != numbers[0]:
            raise IllegalMove("captured_only_with", "4.2", pile=pile, needed=pile.value)
    if units and not can_split(units, numbers[0]):
        loose = _loose_cards(piles)
        if len(units) == 1:
            raise IllegalMove("does_not_take", "4.2", card=card, other=loose[0])
        raise IllegalMove("no_groups_of", "4.2", cards=loose, value=numbers[0])


def _refuse_face_capture(card: str, piles: Sequence[Pile]) -> None:
    if len(piles) > 1:
        raise IllegalMove("takes_one_face", "4.3", card=card, face=card[0])
    pile = piles[0]
    if pile.kind is not Kind.LOOSE:
        raise IllegalMove("does_not_take_pile", "4.3", card=card, pile=pile)
    if pile.cards[0][0] != card[0]:
        raise IllegalMove("does_not_take", "4.3", card=card, other=pile.cards[0])


def _loose_numbers(pile: Pile) -> tuple[int, ...]:
    numbers = NUMBERS[pile.cards[0]]
    if not numbers:
        raise IllegalMove("no_number", "2.2", card=pile.cards[0])
    return numbers


def _find_build_action(card: str, piles: Sequence[Pile], value: int) -> Action:
    """Return whether the card and the piles make one group of the value, or several.

    Raises IllegalMove if they do neither (4.4, 4.6, 4.7).
    """
    if not NUMBERS[card]:
        raise IllegalMove("no_number", "2.2", card=card)
    number = NUMBERS[card][0]
    loose = [_loose_numbers(pile) for pile in piles if pile.kind is Kind.LOOSE]
    builds = [pile for pile in piles if pile.kind is not Kind.LOOSE]
    others = [pile for pile in builds if pile.value != value]
    if not others:
        if not can_split([(number,), *loose], value):
            raise _refuse_sum((card, *_loose_cards(piles)), value)
        is_single = not builds and number + sum(n for (n,) in loose) == value
        return Action.BUILD if is_single else Action.BUILD_SAME
    _refuse_raise(card, number, others, value)
    if loose and not can_split(loose, value):
        cards = _loose_cards(piles)
        raise IllegalMove("only_played_card_raises", "4.7", cards=cards, pile=others[0], card=card)
    return Action.BUILD if len(piles) == 1 else Action.BUILD_SAME


def _refuse_raise(card: str, number: int, others: Sequence[Pile], value: int) -> None:
    """Refuse to change values of builds, except that a card alone raises one single build (4.7)."""
    if len(others) > 1:
        first, second, *_ = others
        raise IllegalMove("raises_one_build", "4.7", pile=first, other_pile=second, value=value)
    build = others[0]
    assert isinstance(build.value, int)
    if build.kind is not Kind.SINGLE:
        raise IllegalMove("keeps_value", "4.7", pile=build)
    if build.value + number != value:
        raised = build.value + number
        if raised > TOP:
            raise IllegalMove(
                "raises_too_high", "4.7", card=card, pile=build, value=raised, top=TOP
            )
        raise IllegalMove("raises_otherwise", "4.7", card=card, pile=build, value=raised)


def _loose_cards(piles: Sequence[Pile]) -> tuple[str, ...]:
    return tuple([pile.cards[0] for pile in piles if pile.kind is Kind.LOOSE])


def _refuse_sum(cards: tuple[str, ...], value: int) -> IllegalMove:
    if len(cards) == 1:
        return IllegalMove("no_group_alone", "4.6", card=cards[0], value=value)
    return IllegalMove("no_groups_of", "4.4", cards=cards, value=value)
