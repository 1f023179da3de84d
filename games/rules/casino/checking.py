"""Why a capture or a build of Casino is refused."""

from collections.abc import Sequence

from games.rules.casino.state import CasinoState
from games.rules.combinations import can_add_up, can_split
from games.rules.errors import IllegalMove
from games.rules.holding import Numbers
from games.rules.notation import Action, Move
from games.rules.piles import refuse_build
from games.rules.state import Kind, Pile


def check_deal(state: CasinoState, move: Move, pack: Sequence[str]) -> Move:
    """Check the dealer's event between two decks (1.4)."""
    if move.action is not Action.DEAL:
        raise IllegalMove("next_deck_first", "1.4")
    if not state.waits:
        raise IllegalMove("deck_not_over", "1.4")
    deck = move.value.split() if isinstance(move.value, str) else []
    if sorted(deck) != sorted(pack):
        raise IllegalMove("deal_of_other_cards", "1.4")
    return move


def refuse_capture(
    card: str, number: int, piles: Sequence[Pile], numbers: Numbers
) -> IllegalMove | None:
    """Return why a card read as this number does not take the piles, None if it does (4.2, 4.3)."""
    if not numbers[card]:
        return _refuse_face_capture(card, piles)
    units = []
    for pile in piles:
        if pile.kind is not Kind.LOOSE:
            if pile.value != number:
                return refuse_build(card, number, pile, numbers, clause="4.2")
        elif readings := numbers[pile.cards[0]]:
            units.append(readings)
        else:
            return IllegalMove("no_number", "2.2", card=pile.cards[0])
    if not units or can_split(units, number):
        return None
    loose = _loose_cards(piles)
    if len(units) > 1:
        return IllegalMove("no_groups_of", "4.2", cards=loose, value=number)
    if len(numbers[card]) > 1:
        return IllegalMove("does_not_take_as", "4.2", card=card, value=number, other=loose[0])
    return IllegalMove("does_not_take", "4.2", card=card, other=loose[0])


def _refuse_face_capture(card: str, piles: Sequence[Pile]) -> IllegalMove | None:
    if len(piles) > 1:
        return IllegalMove("takes_one_face", "4.3", card=card, face=card[0])
    pile = piles[0]
    if pile.kind is not Kind.LOOSE:
        return IllegalMove("does_not_take_pile", "4.3", card=card, pile=pile)
    if pile.cards[0][0] != card[0]:
        return IllegalMove("does_not_take", "4.3", card=card, other=pile.cards[0])
    return None


def find_build_action(
    card: str, piles: Sequence[Pile], value: int, numbers: Numbers, top: int
) -> Action:
    """Return whether the card and the piles make one group of the value, or several.

    Raises IllegalMove if they do neither (4.4, 4.6, 4.7).
    """
    own = _read_number(card, numbers)
    loose = [_read_number(pile.cards[0], numbers) for pile in piles if pile.kind is Kind.LOOSE]
    builds = [pile for pile in piles if pile.kind is not Kind.LOOSE]
    others = [pile for pile in builds if pile.value != value]
    if not others:
        if not can_split([own, *loose], value):
            raise _refuse_sum((card, *_loose_cards(piles)), value)
        is_single = not builds and can_add_up([own, *loose], value)
        return Action.BUILD if is_single else Action.BUILD_SAME
    _refuse_raise(card, own, others, value, top)
    if loose and not can_split(loose, value):
        cards = _loose_cards(piles)
        raise IllegalMove("only_played_card_raises", "4.7", cards=cards, pile=others[0], card=card)
    return Action.BUILD if len(piles) == 1 else Action.BUILD_SAME


def _read_number(card: str, numbers: Numbers) -> tuple[int, ...]:
    if not numbers[card]:
        raise IllegalMove("no_number", "2.2", card=card)
    return numbers[card]


def _refuse_raise(
    card: str, own: Sequence[int], others: Sequence[Pile], value: int, top: int
) -> None:
    """Refuse to change values of builds, except that a card alone raises one single build (4.7)."""
    if len(others) > 1:
        first, second, *_ = others
        raise IllegalMove("raises_one_build", "4.7", pile=first, other_pile=second, value=value)
    build = others[0]
    assert isinstance(build.value, int)
    if build.kind is not Kind.SINGLE:
        raise IllegalMove("keeps_value", "4.7", pile=build)
    if value - build.value not in own:
        raised = build.value + own[0]
        if raised > top:
            raise IllegalMove(
                "raises_too_high", "4.7", card=card, pile=build, value=raised, top=top
            )
        raise IllegalMove("raises_otherwise", "4.7", card=card, pile=build, value=raised)


def _loose_cards(piles: Sequence[Pile]) -> tuple[str, ...]:
    return tuple([pile.cards[0] for pile in piles if pile.kind is Kind.LOOSE])


def _refuse_sum(cards: tuple[str, ...], value: int) -> IllegalMove:
    if len(cards) == 1:
        return IllegalMove("no_group_alone", "4.6", card=cards[0], value=value)
    return IllegalMove("no_groups_of", "4.4", cards=cards, value=value)
