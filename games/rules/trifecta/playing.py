"""Playing a checked move, dealing the rounds, and ending the game."""

from collections.abc import Sequence
from dataclasses import replace

from games.rules.cards import BIT, cards_in, set_of
from games.rules.notation import Action, Move
from games.rules.piles import lay_pile
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
from games.rules.turns import put

# Looking up a member of an enum takes ten times as long as a name, and this runs at every move.
_DROP, _CAPTURE, _PASS = Action.DROP, Action.CAPTURE, Action.PASS
_SECRET, _SUBTRACTION = Action.SECRET, Action.SUBTRACTION


def play_move(state: TrifectaState, move: Move) -> TrifectaState:
    """Return the state after a legal move."""
    action, card, taken, value = move
    seat = state.to_move
    assert seat is not None
    if action is _SECRET:
        return _pick_secret(state, seat, card)
    if action is _PASS:
        return replace(state, passed=put(state.passed, seat, state.round), to_move=1 - seat)
    rest = tuple([other for other in state.hands[seat] if other != card])
    hands = (rest, state.hands[1]) if seat == 0 else (state.hands[0], rest)
    captures, captured, sheet = state.captures, state.captured, state.sheet
    last_capture, subtracted = state.last_capture, state.subtracted
    if action is _DROP:
        table = (*state.table, LOOSE[card])
    elif action is _CAPTURE:
        form = score_capture(card, value if isinstance(value, int) else None, taken)
        bits = taken | BIT[card]
        capture = Capture((card, *cards_in(taken)), _add_card_points(form, bits, state.secrets))
        captures = put(captures, seat, (*captures[seat], capture))
        captured = put(captured, seat, captured[seat] | bits)
        if form:
            sheet = put(sheet, seat, add_lines(sheet[seat], form))
        last_capture = seat
        table = tuple([pile for pile in state.table if not pile.bits & taken])
    else:
        table = _lay_pile(state, seat, move)
        if action is _SUBTRACTION:
            subtracted = put(subtracted, seat, True)
    # Not `replace`, which takes twice as long: this runs at every move.
    played = TrifectaState(
        hands=hands,
        stock=state.stock,
        to_move=1 - seat if hands[1 - seat] else seat,
        violations=state.violations,
        table=table,
        captured=captured,
        sheet=sheet,
        last_capture=last_capture,
        round=state.round,
        starter=state.starter,
        captures=captures,
        secrets=state.secrets,
        passed=state.passed,
        subtracted=subtracted,
        played=(*state.played, card),
        previous=state.previous,
    )
    return played if hands[0] or hands[1] else go_on(played)


def go_on(state: TrifectaState) -> TrifectaState:
    """Skip an empty hand; when both are empty, deal the next round or end the game (1.2, 5.8)."""
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
    secrets = put(state.secrets, seat, card)
    if None in secrets:
        return replace(state, secrets=secrets, to_move=1 - seat)
    return deal_first_round(replace(state, secrets=secrets))


def _add_card_points(form: Sheet, bits: int, secrets: Sequence[str | None]) -> Sheet:
    """Return the lines of a capture with those of its cards (5.1, 5.3)."""
    points = score_cards(bits, secrets)
    return add_lines(form, points.items()) if points else form


def _end(state: TrifectaState) -> TrifectaState:
    """Give what is left to the last capturer; only the cards themselves score (5.8)."""
    side = state.last_capture
    if side is None or not state.table:
        return replace(state, to_move=None)
    cards = tuple(card for pile in state.table for card in pile.cards)
    bits = set_of(cards)
    leftovers = Capture(cards, _add_card_points((), bits, state.secrets), leftover=True)
    return replace(
        state,
        to_move=None,
        table=(),
        captures=put(state.captures, side, (*state.captures[side], leftovers)),
        captured=put(state.captured, side, state.captured[side] | bits),
    )


def _lay_pile(state: TrifectaState, seat: int, move: Move) -> tuple[Pile, ...]:
    action, card, taken, value = move
    kind = Kind.SINGLE
    if action is Action.SUBTRACTION:
        kind = Kind.SUBTRACTION
    elif isinstance(value, str):
        kind = Kind.FACE
    elif action is Action.BUILD_SAME:
        kind = Kind.FIXED
    return lay_pile(state.table, card, taken, value=value, owner=seat, kind=kind)
