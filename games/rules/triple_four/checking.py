"""Checking one given move of Triple Four, and saying in a sentence why it is refused."""

from collections import Counter
from collections.abc import Sequence

from games.rules.errors import IllegalMove
from games.rules.triple_four.notation import Action, Move
from games.rules.triple_four.state import Drawn, TripleFourState
from games.rules.triple_four.telling import name_cards, name_triplet
from games.rules.triple_four.triplets import SIZE, TRIPLETS, satisfies, sort_cards

_DRAWS = (Action.DRAW_DECK, Action.DRAW_DISCARD)


def check_move(state: TripleFourState, move: Move) -> Move:
    """Return the move as it is printed, if it is legal. Raises IllegalMove with the reason."""
    seat = state.to_move
    if seat is None or move.action is Action.SHUFFLE:
        return _check_shuffle(state, move)
    if move.action in _DRAWS:
        _refuse_draw(state, move)
        return Move(move.action)
    if state.drawn is None:
        raise IllegalMove("Draw a card first, from the deck or the discard pile.", "3.1")
    if move.action is Action.DISCARD:
        return _check_discard(state, seat, move)
    if move.action is Action.PASS:
        if state.free_cards(seat):
            raise IllegalMove("You can pass only when you have no card to discard.", "3.6")
        return Move(Action.PASS)
    return _check_laid(state, seat, move)


def _check_shuffle(state: TripleFourState, move: Move) -> Move:
    """Check the dealer's event when the deck has run out (4.1)."""
    if move.action is not Action.SHUFFLE:
        raise IllegalMove("The discard pile is shuffled into a new deck first.", "4.1")
    if state.owed is None:
        raise IllegalMove("The discard pile is shuffled when the deck runs out.", "4.1")
    if sorted(move.cards) != sorted(state.discard[:-1]):
        raise IllegalMove(
            "A shuffle names every card of the discard pile but its top one once.", "4.1"
        )
    return move


def _refuse_draw(state: TripleFourState, move: Move) -> None:
    if state.drawn is Drawn.NOTHING:
        raise IllegalMove("There is no card to draw: your turn goes on without.", "4.2")
    if state.drawn is not None:
        raise IllegalMove("You have drawn a card already.", "3.2")
    if move.action is Action.DRAW_DECK and not state.can_draw:
        raise IllegalMove(
            "The deck has run out, and the discard pile has no card but its top one.", "4.1"
        )
    if move.action is Action.DRAW_DISCARD and not state.discard:
        raise IllegalMove("The discard pile is empty.", "3.1")


def _check_discard(state: TripleFourState, seat: int, move: Move) -> Move:
    if len(move.cards) != 1:
        raise IllegalMove("You discard one card.", "3.5")
    card = move.cards[0]
    if card not in state.free_cards(seat):
        _refuse_unheld(state, seat, move.cards)
        raise IllegalMove(
            f"You drew {name_cards(move.cards)} from the discard pile in this turn; "
            "discard another card.",
            "3.5",
        )
    return Move(Action.DISCARD, (card,))


def _check_laid(state: TripleFourState, seat: int, move: Move) -> Move:
    """Check a match (3.3) or a take (3.4)."""
    if move.triplet not in TRIPLETS:
        raise IllegalMove(f"There is no triplet card {move.triplet or 'without a name'}.", "1.2")
    shown = name_triplet(move.triplet)
    if move.action is Action.MATCH and move.triplet not in state.trays[seat]:
        raise IllegalMove(f"The triplet card {shown} is not in your tray.", "3.3")
    if move.action is Action.TAKE:
        _refuse_take(state, seat, move)
    if len(move.cards) != SIZE:
        clause = "3.3" if move.action is Action.MATCH else "3.4"
        raise IllegalMove(f"Three cards satisfy a triplet card, not {len(move.cards)}.", clause)
    _refuse_unheld(state, seat, move.cards)
    if not satisfies(move.triplet, move.cards):
        clause = TRIPLETS[move.triplet].clause
        raise IllegalMove(f"{name_cards(move.cards)} do not make {shown}.", clause)
    return Move(move.action, sort_cards(move.cards), move.triplet)


def _refuse_take(state: TripleFourState, seat: int, move: Move) -> None:
    owners = [
        owner
        for owner, piles in enumerate(state.matched)
        if any(pile.triplet == move.triplet for pile in piles)
    ]
    shown = name_triplet(move.triplet)
    if not owners:
        raise IllegalMove(f"No opponent has matched the triplet card {shown}.", "3.4")
    if owners == [seat]:
        raise IllegalMove(f"The match {shown} is yours already.", "3.4")


def _refuse_unheld(state: TripleFourState, seat: int, cards: Sequence[str]) -> None:
    missing = Counter(cards) - Counter(state.hands[seat])
    if missing:
        card = sort_cards(missing)[0]
        held = state.hands[seat].count(card)
        if held:
            raise IllegalMove(f"You hold only {held} of {name_cards([card])}.", "3.2")
        raise IllegalMove(f"You do not hold {name_cards([card])}.", "3.2")
