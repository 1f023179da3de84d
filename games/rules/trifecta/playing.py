"""Playing a checked move, dealing the rounds, and ending the game."""

from dataclasses import replace
from typing import TypeVar

from games.rules.cards import BIT, cards_in
from games.rules.notation import Action, Move
from games.rules.scoring import Sheet, add_lines
from games.rules.state import LOOSE, Capture, Kind, Pile
from games.rules.trifecta.points import score_capture, score_cards
from games.rules.trifecta.state import (
    HAND_SIZE,
    ROUNDS,
    TABLE_SIZE,
    Phase,
    TrifectaState,
    find_starter,
)

T = TypeVar("T")


def play_move(state: TrifectaState, move: Move) -> TrifectaState:
    """Return the state after a legal move."""
    action, card, taken, value = move
    seat = state.to_move
    assert seat is not None  # noqa: S101
    if action is Action.SECRET:
        return _pick_secret(state, seat, card)
    if action is Action.PASS:
        return replace(state, passed=_put(state.passed, seat, state.round), to_move=1 - seat)
    rest = tuple([other for other in state.hands[seat] if other != card])
    hands = (rest, state.hands[1]) if seat == 0 else (state.hands[0], rest)
    changes: dict[str, object] = {
        "hands": hands,
        "played": (*state.played, card),
        "to_move": 1 - seat if hands[1 - seat] else seat,
    }
    if action is Action.CAPTURE:
        changes |= _capture(state, seat, card, taken, value)
    elif action is Action.DROP:
        changes["table"] = (*state.table, LOOSE[card])
    else:
        changes["table"] = _put_pile(state, seat, move)
        if action is Action.SUBTRACTION:
            changes["subtracted"] = _put(state.subtracted, seat, True)
    played = replace(state, **changes)  # type: ignore[arg-type]
    return played if hands[0] or hands[1] else go_on(played)


def go_on(state: TrifectaState) -> TrifectaState:
    """Skip an empty hand; deal the next round when both are empty, or end the game (1.2, 5.8)."""
    seat = state.to_move
    if seat is None or state.phase is Phase.PICK or state.hands[seat]:
        return state
    if state.hands[1 - seat]:
        return replace(state, to_move=1 - seat)
    if len(state.stock) < 2 * HAND_SIZE:
        return _end(state)
    number = min(state.round + 1, ROUNDS)
    return replace(
        state,
        hands=(state.stock[:HAND_SIZE], state.stock[HAND_SIZE : 2 * HAND_SIZE]),
        stock=state.stock[2 * HAND_SIZE :],
        round=number,
        to_move=find_starter(state.starter, number),
        previous=state.played,
        played=(),
    )


def deal_first_round(state: TrifectaState) -> TrifectaState:
    """Deal four cards to seat 0, four to seat 1 and four to the table (1.2)."""
    stock = state.stock
    first, second, third = HAND_SIZE, 2 * HAND_SIZE, 2 * HAND_SIZE + TABLE_SIZE
    return replace(
        state,
        phase=Phase.PLAY,
        hands=(stock[:first], stock[first:second]),
        table=tuple(LOOSE.get(card) or Pile((card,)) for card in stock[second:third]),
        stock=stock[third:],
        to_move=state.starter,
    )


def _pick_secret(state: TrifectaState, seat: int, card: str) -> TrifectaState:
    secrets = _put(state.secrets, seat, card)
    if None in secrets:
        return replace(state, secrets=secrets, to_move=1 - seat)
    return deal_first_round(replace(state, secrets=secrets))


def _capture(
    state: TrifectaState, seat: int, card: str, taken: int, value: int | str | None
) -> dict[str, object]:
    number = value if isinstance(value, int) else None
    form = score_capture(card, number, taken)
    bits = taken | BIT[card]
    points = add_lines(form, score_cards(bits, state.secrets).items())
    capture = Capture((card, *cards_in(taken)), points)
    changes = _give(state, seat, capture, bits, form)
    changes["table"] = tuple([pile for pile in state.table if not pile.bits & taken])
    changes["last_capture"] = seat
    return changes


def _give(
    state: TrifectaState, side: int, capture: Capture, bits: int, form: Sheet
) -> dict[str, object]:
    changes: dict[str, object] = {
        "captures": _put(state.captures, side, (*state.captures[side], capture)),
        "captured": _put(state.captured, side, state.captured[side] | bits),
    }
    if form:
        changes["sheet"] = _put(state.sheet, side, add_lines(state.sheet[side], form))
    return changes


def _end(state: TrifectaState) -> TrifectaState:
    """Give what is left to the last capturer; it scores by its cards only (clause 5.8)."""
    side = state.last_capture
    if side is None or not state.table:
        return replace(state, to_move=None)
    cards = tuple(card for pile in state.table for card in pile.cards)
    bits = sum(pile.bits for pile in state.table)
    points = add_lines((), score_cards(bits, state.secrets).items())
    changes = _give(state, side, Capture(cards, points, leftover=True), bits, ())
    return replace(state, to_move=None, table=(), **changes)  # type: ignore[arg-type]


def _put_pile(state: TrifectaState, seat: int, move: Move) -> tuple[Pile, ...]:
    """Return the table with the new pile where the first of its parts lay."""
    action, card, taken, value = move
    kind = Kind.SINGLE
    if action is Action.SUBTRACTION:
        kind = Kind.SUBTRACTION
    elif isinstance(value, str):
        kind = Kind.FACE
    elif action is Action.BUILD_SAME:
        kind = Kind.FIXED
    cards: list[str] = []
    place = -1
    table: list[Pile] = []
    for pile in state.table:
        if pile.bits & taken:
            cards += pile.cards
            if place < 0:
                place = len(table)
        else:
            table.append(pile)
    table.insert(place, Pile((*cards, card), value, seat, kind))
    return tuple(table)


def _put(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (value, values[1]) if seat == 0 else (values[0], value)
