"""Checking one given move of Triple Four, and the reasons for refusing it."""

from collections import Counter
from collections.abc import Sequence
from typing import NoReturn

from games.rules.cards import JOKER
from games.rules.errors import IllegalMove
from games.rules.triple_four.hints import find_owner
from games.rules.triple_four.notation import Action, Move
from games.rules.triple_four.state import Drawn, TripleFourState
from games.rules.triple_four.triplets import SIZE, TRIPLETS, Triplet, satisfies, sort_cards

_DRAWS = (Action.DRAW_DECK, Action.DRAW_DISCARD)


def check_move(state: TripleFourState, move: Move) -> Move:
    """Return the move as it is printed if it is legal. Raises IllegalMove with the reason."""
    seat = state.to_move
    if seat is None or move.action is Action.SHUFFLE:
        return _check_shuffle(state, move)
    if move.action in _DRAWS:
        _refuse_draw(state, move)
        return Move(move.action)
    if state.drawn is None:
        raise IllegalMove("draw_first", "3.1")
    if move.action is Action.DISCARD:
        return _check_discard(state, seat, move)
    if move.action is Action.PASS:
        if state.free_cards(seat):
            raise IllegalMove("discard_possible", "3.6")
        return Move(Action.PASS)
    return _check_laid(state, seat, move)


def _check_shuffle(state: TripleFourState, move: Move) -> Move:
    """Check the dealer's event when the deck has run out (4.1)."""
    if move.action is not Action.SHUFFLE:
        raise IllegalMove("shuffle_first", "4.1")
    if state.owed is None:
        raise IllegalMove("shuffle_not_due", "4.1")
    if sorted(move.cards) != sorted(state.discard[:-1]):
        raise IllegalMove("shuffle_of_other_cards", "4.1")
    return move


def _refuse_draw(state: TripleFourState, move: Move) -> None:
    if state.drawn is Drawn.NOTHING:
        raise IllegalMove("nothing_to_draw", "4.2")
    if state.drawn is not None:
        raise IllegalMove("already_drawn", "3.2")
    if move.action is Action.DRAW_DECK and not state.can_draw:
        raise IllegalMove("deck_empty", "4.1")
    if move.action is Action.DRAW_DISCARD and not state.discard:
        raise IllegalMove("discard_pile_empty", "3.1")


def _check_discard(state: TripleFourState, seat: int, move: Move) -> Move:
    if len(move.cards) != 1:
        raise IllegalMove("discard_needs_one_card", "3.5")
    card = move.cards[0]
    if card not in state.free_cards(seat):
        _refuse_unheld(state, seat, move.cards)
        raise IllegalMove("discard_just_drawn", "3.5", cards=move.cards)
    return Move(Action.DISCARD, (card,))


def _check_laid(state: TripleFourState, seat: int, move: Move) -> Move:
    """Check a match (3.3) or a take (3.4)."""
    triplet = find_triplet(move.triplet)
    if move.action is Action.MATCH and move.triplet not in state.trays[seat]:
        raise IllegalMove("triplet_not_in_tray", "3.3", triplet=triplet.text)
    if move.action is Action.TAKE:
        _refuse_take(state, seat, triplet)
    refuse_wrong_number(move)
    _refuse_unheld(state, seat, move.cards)
    refuse_misfits(move)
    return Move(move.action, sort_cards(move.cards), move.triplet)


def find_triplet(name: str) -> Triplet:
    """Return the triplet card of that name. Raises IllegalMove."""
    if not name:
        raise IllegalMove("triplet_not_named", "1.2")
    if name not in TRIPLETS:
        raise IllegalMove("unknown_triplet", "1.2", name=name)
    return TRIPLETS[name]


def refuse_wrong_number(move: Move) -> None:
    """Refuse to lay down more or fewer than three cards."""
    if len(move.cards) != SIZE:
        clause = "3.3" if move.action is Action.MATCH else "3.4"
        raise IllegalMove("three_cards_needed", clause, number=len(move.cards))


def refuse_misfits(move: Move) -> None:
    """Refuse three cards that do not satisfy the triplet card they are for (2)."""
    if not satisfies(move.triplet, move.cards):
        triplet = TRIPLETS[move.triplet]
        raise IllegalMove(
            "triplet_not_satisfied", triplet.clause, cards=move.cards, triplet=triplet.text
        )


def _refuse_take(state: TripleFourState, seat: int, triplet: Triplet) -> None:
    owner = find_owner(state, triplet.name)
    if owner is None:
        raise IllegalMove("triplet_not_matched", "3.4", triplet=triplet.text)
    if owner == seat:
        raise IllegalMove("match_already_yours", "3.4", triplet=triplet.text)


def _refuse_unheld(state: TripleFourState, seat: int, cards: Sequence[str]) -> None:
    missing = Counter(cards) - Counter(state.hands[seat])
    if missing:
        _refuse_card(sort_cards(missing)[0], state.hands[seat])


def _refuse_card(card: str, hand: Sequence[str]) -> NoReturn:
    held = hand.count(card)
    if not held:
        raise IllegalMove("cards_not_held", "3.2", cards=(card,))
    if card == JOKER:
        raise IllegalMove("too_few_jokers_held", "3.2", count=held)
    raise IllegalMove("too_few_held", "3.2", card=card, count=held)
