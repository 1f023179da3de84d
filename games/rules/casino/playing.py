"""Playing a checked move of Casino, dealing, and going from deck to deck."""

from dataclasses import replace

from games.rules.casino.points import decide_match, score_cards, total_match
from games.rules.casino.state import CasinoState
from games.rules.notation import Action, Move
from games.rules.scoring import add_lines
from games.rules.turns import (
    deal_deck,
    find_turn,
    give_leftovers,
    is_played_out,
    pass_turn,
    play_card,
    put,
)


def play_move(state: CasinoState, move: Move) -> CasinoState:
    """Return the state after a legal move."""
    if move.action is Action.DEAL:
        return _deal_next(state, tuple(str(move.value).split()))
    played = play_card(state, move, score_cards)
    if move.action is Action.CAPTURE and state.sweeps and not played.table:
        played = _score_sweep(played)
    return end_deck(pass_turn(played))


def end_deck(state: CasinoState) -> CasinoState:
    """Once a deck is played out, give out what is left, then end the game or wait (5.3, 5.4)."""
    if not is_played_out(state):
        return state
    counted = replace(give_leftovers(state, score_cards), to_move=None)
    return replace(counted, waits=decide_match(counted) is None)


def start_turn(state: CasinoState) -> CasinoState:
    """Work out whose turn it is, also with empty hands and at the end of a deck."""
    return end_deck(find_turn(state))


def drop_out(state: CasinoState, seat: int) -> CasinoState:
    """Return the state after a seat has dropped out; two or more sides play on (6.3)."""
    left = replace(state, out=tuple(sorted({*state.out, seat})))
    if len(left.staying) < 2:
        return replace(left, to_move=None, waits=False)
    left = replace(left, resigned=None)
    return end_deck(left) if left.waits else left


def _score_sweep(state: CasinoState) -> CasinoState:
    """Record a point for a capture that emptied the table (5.2)."""
    side = state.last_capture
    assert side is not None
    *before, capture = state.captures[side]
    capture = replace(capture, points=add_lines(capture.points, [("sweeps", 1)]))
    return replace(
        state,
        captures=put(state.captures, side, (*before, capture)),
        sheet=put(state.sheet, side, add_lines(state.sheet[side], [("sweeps", 1)])),
    )


def _deal_next(state: CasinoState, deck: tuple[str, ...]) -> CasinoState:
    """Deal the next deck; the dealer's left neighbour becomes the dealer (1.2, 1.4)."""
    sides = len(state.captured)
    cleared = replace(
        state,
        table=(),
        captured=(0,) * sides,
        captures=((),) * sides,
        sheet=((),) * sides,
        last_capture=None,
        starter=(state.starter + 1) % len(state.hands),
        match_scores=tuple(total_match(state)),
        waits=False,
    )
    return deal_deck(cleared, deck)
