"""The two lowest levels of Triple Four: match when possible, keep cards that belong together."""

from collections.abc import Sequence
from typing import Final

from games.computer.thinking import Alternatives, TrayTurn, rank
from games.rules.cards import HIDDEN, JOKER
from games.rules.triple_four.hints import find_owner, measure
from games.rules.triple_four.notation import Action, Move
from games.rules.triple_four.state import TripleFourState

_WORTH_BY_SHORT: Final = (10.0, 3.0, 0.8, 0.0)
"""The value of a triplet card with no, one, two or three cards missing."""
_WORTH_OF_A_JOKER: Final = 1.5
_WORTH_OF_A_HIDDEN_CARD: Final = 0.4
"""The expected value of a card from the deck."""
_LAID: Final = 200.0
"""The value of a match or a take. It exceeds that of any hand, so that none is ever delayed."""
_WIN: Final = 10_000.0
_SHARE_OF_A_TAKE: Final = 0.5
_NOTICED: Final = 0.6
"""The chance that a beginner notices a match or a take."""


def think_easy(turn: TrayTurn) -> Alternatives:
    """Return the moves by what they win and the hands that they leave."""
    return _rank(turn, list(turn.variant.moves(turn.state)))


def think_beginner(turn: TrayTurn) -> Alternatives:
    """Return the moves as `think_easy` does, but overlook some matches and takes."""
    moves = list(turn.variant.moves(turn.state))
    return _rank(turn, [move for move in moves if not move.triplet or _is_noticed(turn)])


def _is_noticed(turn: TrayTurn) -> bool:
    return turn.rng.random() < _NOTICED


def _rank(turn: TrayTurn, moves: list[Move]) -> Alternatives:
    turn.rng.shuffle(moves)
    goals = _find_goals(turn.state, turn.seat)
    return rank(moves, lambda move: _worth_of(turn, goals, move), turn.work)


def _find_goals(state: TripleFourState, seat: int) -> list[tuple[str, float]]:
    """Return the triplet cards that the seat can go for, with their weights."""
    own = [(name, 1.0) for name in state.trays[seat] if name != HIDDEN]
    others = [
        (pile.triplet, _SHARE_OF_A_TAKE)
        for owner, piles in enumerate(state.matched)
        if owner != seat
        for pile in piles
    ]
    return own + others


def _worth_of(turn: TrayTurn, goals: Sequence[tuple[str, float]], move: Move) -> float:
    turn.work.spend()
    state, seat = turn.state, turn.seat
    hand = list(state.hands[seat])
    if move.triplet:
        return _worth_of_laid(turn, move)
    if move.action is Action.DISCARD:
        hand.remove(move.cards[0])
        return _worth_of_hand(hand, goals)
    if move.action is Action.DRAW_DISCARD:
        return _best_after_discard([*hand, state.discard[-1]], goals)
    return _worth_of_hand(hand, goals) + _WORTH_OF_A_HIDDEN_CARD


def _worth_of_laid(turn: TrayTurn, move: Move) -> float:
    """Return the value of a match or a take: more if it hurts an opponent with many matches."""
    state, goal = turn.state, turn.variant.goal(turn.state)
    if len(state.matched[turn.seat]) + 1 >= goal:
        return _WIN
    owner = find_owner(state, move.triplet)
    danger = 0 if owner is None else len(state.matched[owner])
    return _LAID * (1 + danger) - _WORTH_OF_A_JOKER * move.cards.count(JOKER)


def _best_after_discard(hand: list[str], goals: Sequence[tuple[str, float]]) -> float:
    """Return the value of a hand without its least useful card; the last card must stay."""
    if len(hand) < 2:
        return _worth_of_hand(hand, goals)
    return max(
        _worth_of_hand(hand[:place] + hand[place + 1 :], goals) for place in range(len(hand) - 1)
    )


def _worth_of_hand(hand: Sequence[str], goals: Sequence[tuple[str, float]]) -> float:
    jokers = _WORTH_OF_A_JOKER * hand.count(JOKER)
    return jokers + sum(
        weight * _WORTH_BY_SHORT[measure(name, hand).short] for name, weight in goals
    )
