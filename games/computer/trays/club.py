"""The club level of Triple Four, which counts the cards that are left.

It judges a discard by how soon the rest of the hand can complete triplet cards, and by what the
next player may gain from it.
"""

from functools import partial
from typing import Final

from games.computer.thinking import Alternatives, TrayTurn
from games.computer.trays.prospects import Counts, Prospects, count_cards
from games.computer.trays.rating import DrawRater, add, rank_moves
from games.rules.cards import HIDDEN, JOKER
from games.rules.triple_four.hints import find_owner
from games.rules.triple_four.notation import Action, Move
from games.rules.triple_four.state import TripleFourState
from games.rules.triple_four.triplets import ORDER, TRIPLETS

_LAID: Final = 3.0
"""The value of a match or a take. It exceeds that of any improvement of the hand."""
_TAKE_BACK: Final = 0.4
"""The extra value of a take for each match of the opponent."""
_WIN: Final = 100.0
_DANGER: Final = 0.02
"""The cost of giving the next player a card for a triplet card."""
_GIVEN: Final = 0.15
"""The cost of giving a card for a take of the seat's own match."""


def think_club(turn: TrayTurn) -> Alternatives:
    """Return the moves by the hands that they lead to."""
    rater = DrawRater(Prospects(turn.state, turn.seat), turn.work)
    return rank_moves(turn, partial(_guess, rater, turn), partial(_rate_move, rater, turn))


def _guess(rater: DrawRater, turn: TrayTurn, move: Move) -> float:
    """Return a rough rating: matches and takes first, then discards by the rest of the hand."""
    if move.action is Action.DISCARD:
        counts = add(count_cards(turn.state.hands[turn.seat]), ORDER[move.cards[0]], -1)
        return rater.hand_rater.rate_hand(counts)
    return _WIN if move.triplet else 0.0


def _rate_move(rater: DrawRater, turn: TrayTurn, move: Move) -> float:
    state, seat = turn.state, turn.seat
    counts = count_cards(state.hands[seat])
    if move.triplet:
        return _rate_laid(turn, rater, move, counts)
    if move.action is Action.DISCARD:
        rest = add(counts, ORDER[move.cards[0]], -1)
        return rater.rate(rest) - _rate_gift(state, seat, move.cards[0])
    if move.action is Action.DRAW_DISCARD:
        return rater.rate(add(counts, ORDER[state.discard[-1]], 1))
    if move.action is Action.DRAW_DECK:
        return rater.rate_drawn(counts)
    return 0.0


def _rate_laid(turn: TrayTurn, rater: DrawRater, move: Move, counts: Counts) -> float:
    """Return the value of a match or a take, including that of the remaining hand."""
    state = turn.state
    if len(state.matched[turn.seat]) + 1 >= turn.variant.goal(state):
        return _WIN
    for card in move.cards:
        counts = add(counts, ORDER[card], -1)
    rater.work.spend()
    owner = find_owner(state, move.triplet)
    more = 0.0 if move.action is Action.MATCH or owner is None else _rate_loss(turn, owner)
    return _LAID + more + rater.hand_rater.rate_hand(counts)


def _rate_loss(turn: TrayTurn, owner: int) -> float:
    """Return the value of taking a match from an opponent: more if they are close to winning."""
    return _TAKE_BACK * len(turn.state.matched[owner])


def _rate_gift(state: TripleFourState, seat: int, card: str) -> float:
    """Return the cost of what a discard may give to the next player."""
    if card == JOKER:
        return 1.0
    mine = sum(_wants(pile.triplet, card) for pile in state.matched[seat])
    known = {name for name in state.trays[seat] if name != HIDDEN}
    known |= {pile.triplet for piles in state.matched for pile in piles}
    hidden = [name for name in TRIPLETS if name not in known]
    following = (seat + 1) % len(state.hands)
    share = len(state.trays[following]) / max(len(hidden), 1)
    return _GIVEN * mine + _DANGER * share * sum(_wants(name, card) for name in hidden)


def _wants(name: str, card: str) -> bool:
    return any(card in place for pattern in TRIPLETS[name].patterns for place in pattern)
