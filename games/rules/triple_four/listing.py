"""The legal moves of Triple Four, listed lazily and each once."""

from collections.abc import Iterator

from games.rules.cards import HIDDEN
from games.rules.triple_four.notation import Action, Move
from games.rules.triple_four.state import TripleFourState
from games.rules.triple_four.triplets import choose_cards


def list_moves(state: TripleFourState) -> Iterator[Move]:
    """Yield every legal move of the seat to move; none that needs a card which is hidden."""
    seat = state.to_move
    assert seat is not None
    if state.drawn is None:
        yield from _list_draws(state)
        return
    yield from list_matches(state, seat)
    yield from list_takes(state, seat)
    free = state.free_cards(seat)
    for card in dict.fromkeys(free):
        if card != HIDDEN:
            yield Move(Action.DISCARD, (card,))
    if not free:
        yield Move(Action.PASS)


def _list_draws(state: TripleFourState) -> Iterator[Move]:
    if state.can_draw:
        yield Move(Action.DRAW_DECK)
    if state.discard:
        yield Move(Action.DRAW_DISCARD)


def list_matches(state: TripleFourState, seat: int) -> Iterator[Move]:
    """Yield every match that the seat's hand allows, whoever has the turn (3.3)."""
    for triplet in state.trays[seat]:
        if triplet != HIDDEN:
            yield from _lay(Action.MATCH, triplet, state.hands[seat])


def list_takes(state: TripleFourState, seat: int) -> Iterator[Move]:
    """Yield every take that the seat's hand allows, whoever has the turn (3.4)."""
    for other, piles in enumerate(state.matched):
        if other != seat:
            for pile in piles:
                yield from _lay(Action.TAKE, pile.triplet, state.hands[seat])


def _lay(action: Action, triplet: str, hand: tuple[str, ...]) -> Iterator[Move]:
    for cards in choose_cards(triplet, hand):
        yield Move(action, cards, triplet)
