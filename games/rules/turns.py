"""Cards from hand to table and pile, turn by turn, for any number of seats.

Casino and Royal Cassino share this: play goes clockwise from the starter, every round is dealt in
that order, and what is left at the end goes to the last capturer.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeVar

from games.rules.cards import BIT, PACK, cards_in, set_of
from games.rules.notation import Action, Move
from games.rules.piles import lay_pile
from games.rules.scoring import Sheet
from games.rules.state import LOOSE, Capture, Kind, Pile, TableState

S = TypeVar("S", bound=TableState)
T = TypeVar("T")
CardPoints = Callable[[int], Sheet]
"""Returns the lines on which captured cards, given as a set, score by themselves."""

HAND_SIZE: Final = 4
TABLE_SIZE: Final = 4


def count_rounds(seats: int) -> int:
    """Return how many rounds it takes that many seats to play out a deck.

    >>> count_rounds(2), count_rounds(3), count_rounds(4)
    (6, 4, 3)
    """
    return (len(PACK) - TABLE_SIZE) // (seats * HAND_SIZE)


def put(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """Return the values with the one in that place replaced."""
    return (*values[:place], value, *values[place + 1 :])


def seats_from(first: int, seats: int) -> list[int]:
    """Return the seats clockwise, the first one first."""
    return [(first + step) % seats for step in range(seats)]


def deal_deck(state: S, deck: tuple[str, ...]) -> S:
    """Deal the first round of a deck: four cards to each seat from the starter on, four open."""
    dealt = deal_round(replace(state, stock=deck, round=0))
    table = tuple(LOOSE[card] for card in dealt.stock[:TABLE_SIZE])
    return replace(dealt, table=table, stock=dealt.stock[TABLE_SIZE:])


def deal_round(state: S) -> S:
    """Deal four cards to each seat, from the starter on, who also plays first."""
    seats = len(state.hands)
    hands = list(state.hands)
    for number, seat in enumerate(seats_from(state.starter, seats)):
        hands[seat] = state.stock[number * HAND_SIZE : (number + 1) * HAND_SIZE]
    return replace(
        state,
        hands=tuple(hands),
        stock=state.stock[seats * HAND_SIZE :],
        round=min(state.round + 1, count_rounds(seats)),
        to_move=state.starter,
    )


def play_card(state: S, move: Move, points: CardPoints) -> S:
    """Return the state after a card has left the hand, before the turn passes on."""
    action, card, taken, value = move
    seat = state.to_move
    assert seat is not None
    rest = tuple(other for other in state.hands[seat] if other != card)
    hands = put(state.hands, seat, rest)
    if action is Action.DROP:
        return replace(state, hands=hands, table=(*state.table, LOOSE[card]))
    if action is Action.CAPTURE:
        table = tuple(pile for pile in state.table if not pile.bits & taken)
        cards = (card, *cards_in(taken))
        capture = Capture(cards, points(taken | BIT[card]))
        return add_capture(replace(state, hands=hands, table=table), state.side_of(seat), capture)
    kind = Kind.SINGLE if action is Action.BUILD else Kind.FIXED
    table = lay_pile(state.table, card, taken, value=value, owner=seat, kind=kind)
    return replace(state, hands=hands, table=table)


def add_capture(state: S, side: int, capture: Capture) -> S:
    """Give the cards of a capture to a side, which becomes the last capturer."""
    return replace(
        state,
        captures=put(state.captures, side, (*state.captures[side], capture)),
        captured=put(state.captured, side, state.captured[side] | set_of(capture.cards)),
        last_capture=side,
    )


def pass_turn(state: S) -> S:
    """Give the turn to the next seat that holds cards, if any does."""
    assert state.to_move is not None
    return find_turn(replace(state, to_move=(state.to_move + 1) % len(state.hands)))


def find_turn(state: S) -> S:
    """Skip empty hands; when all are empty, deal the next round if there are cards for it."""
    assert state.to_move is not None
    seats = len(state.hands)
    for seat in seats_from(state.to_move, seats):
        if state.hands[seat]:
            return replace(state, to_move=seat)
    if len(state.stock) < seats * HAND_SIZE:
        return state
    return deal_round(state)


def is_played_out(state: TableState) -> bool:
    """Tell whether all cards of the deck have been played."""
    return not any(state.hands)


def give_leftovers(state: S, points: CardPoints) -> S:
    """Give the cards on the table to the last capturer, if there is one."""
    if state.last_capture is None or not state.table:
        return state
    cards = tuple(card for pile in state.table for card in pile.cards)
    leftovers = Capture(cards, points(set_of(cards)), leftover=True)
    cleared: tuple[Pile, ...] = ()
    return add_capture(replace(state, table=cleared), state.last_capture, leftovers)
