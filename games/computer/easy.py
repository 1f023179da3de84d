"""The easy level: take the points that lie there, think of nothing else."""

from collections.abc import Mapping
from itertools import islice
from random import Random
from typing import Any, Final

from games import rules
from games.rules import Action, Move

BUDGET: Final = 400
"""How many legal moves are looked at: all of them but on the most crowded tables."""

_LIKING: Final = {"cards": 0.06, "spades": 0.05, "diamonds": 0.05}
_SHARE_OF_A_BUILD: Final = 0.3
_LOSS_OF_A_DROP: Final = 0.5


def choose_easy_move(view: Mapping[str, Any], rng: Random, budget: int = BUDGET) -> Move:
    """Return the move that scores most at once; between equals the random source decides."""
    variant = rules.variant(view["variant"])
    state = variant.position(view)
    best: list[Move] = []
    best_worth = float("-inf")
    for move in islice(variant.moves(state), budget):
        worth = _worth_of(variant, state, move)
        if worth > best_worth:
            best, best_worth = [move], worth
        elif worth == best_worth:
            best.append(move)
    return rng.choice(best)


def _worth_of(variant: Any, state: Any, move: Move) -> float:
    """Return what the player gains on the sheet, with a liking for what counts at the end."""
    seat = state.to_move
    if move.action in (Action.PASS, Action.SECRET):
        return -1.0
    after = variant.play(state, move)
    if move.action is Action.CAPTURE:
        gain = _total(variant, after, seat) - _total(variant, state, seat)
        side = variant.side(state, seat)
        counts, before = variant.counts(after, side), variant.counts(state, side)
        liked = sum(_LIKING.get(name, 0) * (count - before[name]) for name, count in counts.items())
        return float(gain + liked)
    points = float(sum(variant.card_points(state, card) for card in (move.card, *move.cards)))
    if move.action is Action.DROP:
        return -_LOSS_OF_A_DROP * points
    # A build may be stolen; a subtraction may not.
    share = 1.0 if move.action is Action.SUBTRACTION else _SHARE_OF_A_BUILD
    return share * (points + _LIKING["cards"] * (len(move.cards) + 2))


def _total(variant: Any, state: Any, seat: int) -> float:
    """Return the points that the cards captured so far are worth; bonuses at the end apart."""
    sheet = variant.scores(state)[variant.side(state, seat)]
    return float(sum(p for line, p in sheet.items() if line != "total" and "most" not in line))
