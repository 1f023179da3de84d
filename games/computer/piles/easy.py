"""The two lowest levels: take the points on the table, or the ones that are noticed."""

from itertools import islice
from typing import Final

from games.computer.thinking import Alternatives, PileTurn, rank
from games.rules import Action, Move
from games.rules.fishing import AnyFishing
from games.rules.state import TableState

_LIKING: Final = 0.06
_LIKING_OF_A_SUIT: Final = 0.05
_SHARE_OF_A_BUILD: Final = 0.3
_LOSS_OF_A_DROP: Final = 0.5
_NOTICED: Final = 0.6
"""The chance that a beginner notices a move."""


def think_easy(turn: PileTurn) -> Alternatives:
    """Return the moves by what they score at once, equal ones in random order."""
    return _rank(turn, list(islice(turn.variant.moves(turn.state), turn.work.limit)))


def think_beginner(turn: PileTurn) -> Alternatives:
    """Return the moves that a beginner notices, by what they score at once."""
    moves = list(islice(turn.variant.moves(turn.state), turn.work.limit))
    noticed = [move for move in moves if turn.rng.random() < _NOTICED]
    return _rank(turn, noticed or [turn.rng.choice(moves)])


def _rank(turn: PileTurn, moves: list[Move]) -> Alternatives:
    turn.rng.shuffle(moves)
    return rank(moves, lambda move: _worth_of(turn, move), turn.work)


def _worth_of(turn: PileTurn, move: Move) -> float:
    """Return the gain on the point sheet, with a little for cards that count at the end."""
    turn.work.spend()
    variant, state, seat = turn.variant, turn.state, turn.seat
    if move.action is Action.PASS:
        return -1.0
    after = variant.play(state, move)
    if move.action is Action.CAPTURE:
        gain = _total(variant, after, seat) - _total(variant, state, seat)
        side = variant.side(state, seat)
        counts, before = variant.counts(after, side), variant.counts(state, side)
        liked = sum(
            (_LIKING if name == "cards" else _LIKING_OF_A_SUIT) * (count - before[name])
            for name, count in counts.items()
        )
        return float(gain + liked)
    points = float(sum(variant.card_points(state, card) for card in (move.card, *move.cards)))
    if move.action is Action.DROP:
        return -_LOSS_OF_A_DROP * points
    # A build may be stolen; a subtraction may not.
    share = 1.0 if move.action is Action.SUBTRACTION else _SHARE_OF_A_BUILD
    return share * (points + _LIKING * (len(move.cards) + 2))


def _total(variant: AnyFishing, state: TableState, seat: int) -> float:
    """Return the points of the cards captured so far, without the lines for the most cards."""
    sheet = variant.scores(state)[variant.side(state, seat)]
    uncounted = ("total", *variant.most_lines)
    return float(sum(points for line, points in sheet.items() if line not in uncounted))
