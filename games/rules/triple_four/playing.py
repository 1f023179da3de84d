"""Playing a checked move of Triple Four: drawing, laying down, discarding, and going on."""

from dataclasses import replace

from games.rules.triple_four.notation import Action, Move
from games.rules.triple_four.state import (
    QUIET_TURNS,
    REFILL,
    Drawn,
    Match,
    Owed,
    Then,
    TripleFourState,
)
from games.rules.triple_four.triplets import sort_cards
from games.rules.turns import put


def play_move(state: TripleFourState, move: Move) -> TripleFourState:
    """Return the state after a legal move."""
    if move.action is Action.SHUFFLE:
        return _renew_deck(state, move.cards)
    seat = state.to_move
    assert seat is not None
    if move.action is Action.DRAW_DECK:
        return _draw(state, seat, 1, Then.TURN)
    if move.action is Action.DRAW_DISCARD:
        return _draw_discard(state, seat)
    if move.action is Action.DISCARD:
        return _discard(state, seat, move.cards[0])
    if move.action is Action.PASS:
        return _end_quiet_turn(state)
    return _lay_down(state, seat, move)


def _draw_discard(state: TripleFourState, seat: int) -> TripleFourState:
    hand = (*state.hands[seat], state.discard[-1])
    return replace(
        state,
        hands=put(state.hands, seat, hand),
        discard=state.discard[:-1],
        drawn=Drawn.DISCARD,
    )


def _draw(state: TripleFourState, seat: int, count: int, then: Then) -> TripleFourState:
    """Draw from the deck, and wait for a new one when it runs out before the last card (4.1)."""
    cards = state.stock[:count]
    after = replace(
        state,
        hands=put(state.hands, seat, state.hands[seat] + cards),
        stock=state.stock[count:],
        to_move=seat,
        owed=None,
    )
    missing = count - len(cards)
    if missing and state.can_renew:
        return replace(after, to_move=None, owed=Owed(seat, missing, then))
    if then is Then.TURN:
        return replace(after, drawn=Drawn.DECK)
    if then is Then.DISCARD:
        return _discard(after, seat, after.hands[seat][-1])
    return _pass_turn(after)


def _renew_deck(state: TripleFourState, deck: tuple[str, ...]) -> TripleFourState:
    """Lay down the shuffled deck, and draw what was owed."""
    assert state.owed is not None
    renewed = replace(state, stock=deck, discard=state.discard[-1:])
    return _draw(renewed, *state.owed)


def _lay_down(state: TripleFourState, seat: int, move: Move) -> TripleFourState:
    """Match a triplet card of the own tray, or take a pile over (3.3, 3.4)."""
    hand = list(state.hands[seat])
    for card in move.cards:
        hand.remove(card)
    laid = replace(state, hands=put(state.hands, seat, tuple(hand)), drawn=None, quiet=0)
    is_match = move.action is Action.MATCH
    laid = _match(laid, seat, move) if is_match else _take(laid, seat, move)
    if laid.has_winner:
        return replace(laid, to_move=None)
    return _draw(_draw_triplet(laid, seat) if is_match else laid, seat, REFILL, Then.END)


def _match(state: TripleFourState, seat: int, move: Move) -> TripleFourState:
    tray = tuple(triplet for triplet in state.trays[seat] if triplet != move.triplet)
    piles = (*state.matched[seat], Match(move.triplet, move.cards))
    return replace(
        state, trays=put(state.trays, seat, tray), matched=put(state.matched, seat, piles)
    )


def _take(state: TripleFourState, seat: int, move: Move) -> TripleFourState:
    matched = list(state.matched)
    for owner, piles in enumerate(state.matched):
        for pile in piles:
            if pile.triplet == move.triplet:
                matched[owner] = tuple(other for other in piles if other is not pile)
                matched[seat] += (Match(move.triplet, move.cards + pile.cards),)
    return replace(state, matched=tuple(matched))


def _draw_triplet(state: TripleFourState, seat: int) -> TripleFourState:
    """Draw the next triplet card, if there is one (4.3)."""
    tray = state.trays[seat] + state.triplets[:1]
    return replace(state, trays=put(state.trays, seat, tray), triplets=state.triplets[1:])


def _discard(state: TripleFourState, seat: int, card: str) -> TripleFourState:
    hand = list(state.hands[seat])
    hand.remove(card)
    return _end_quiet_turn(
        replace(state, hands=put(state.hands, seat, tuple(hand)), discard=(*state.discard, card))
    )


def _end_quiet_turn(state: TripleFourState) -> TripleFourState:
    """End a turn without a match or a take; too many of them in a row end the game (5.2)."""
    quiet = state.quiet + 1
    if quiet >= QUIET_TURNS:
        return replace(state, quiet=quiet, drawn=None, to_move=None)
    return _pass_turn(replace(state, quiet=quiet))


def _pass_turn(state: TripleFourState) -> TripleFourState:
    assert state.to_move is not None
    following = (state.to_move + 1) % len(state.hands)
    return start_turn(replace(state, drawn=None, to_move=following))


def start_turn(state: TripleFourState) -> TripleFourState:
    """Let a turn go on without a draw when there is nothing to draw (4.2)."""
    is_bare = state.drawn is None and not state.stock and not state.discard
    return replace(state, drawn=Drawn.NOTHING) if is_bare else state


def play_late_turn(state: TripleFourState, seat: int) -> TripleFourState:
    """Play the turn of a seat whose time ran out (6.2)."""
    if state.drawn is None and state.can_draw:
        return _draw(state, seat, 1, Then.DISCARD)
    if state.drawn is Drawn.DECK:
        return _discard(state, seat, state.hands[seat][-1])
    free = state.free_cards(seat)
    return _discard(state, seat, sort_cards(free)[0]) if free else _end_quiet_turn(state)


def drop_out(state: TripleFourState, seat: int) -> TripleFourState:
    """Return the state without a seat: the others play on when two are left (6.3)."""
    left = replace(state, out=tuple(sorted({*state.out, seat})))
    if len(left.staying) < 2:
        return replace(left, to_move=None, owed=None, drawn=None)
    return replace(left, resigned=None)
